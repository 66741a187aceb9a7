import type { Writable } from 'node:stream'

export interface ProgressOptions {
  /** Name of the work, for example `reading` or `epoch 2`. */
  readonly label: string
  /** Total amount. Without it, neither percentage nor remaining time is shown. */
  readonly total?: number
  /** Unit of the counts: `sentences`, `bytes`, … Bytes are shown in MB. */
  readonly unit: string
  /** Default: standard error. */
  readonly stream?: Writable & { isTTY?: boolean; columns?: number }
  /** Returns the time in milliseconds. Default: `Date.now`. */
  readonly now?: () => number
}

export interface Progress {
  /** Reports that `done` of the total is done, with a `note` (a loss, a count). Cheap: draws at most a few times a second. */
  update(done: number, note?: string): void
  /** Draws the last state and ends the line. */
  end(note?: string): void
}

const REDRAW_MS = 200
const LOG_MS = 15_000

/**
 * Shows progress with the remaining time on standard error: one line that is redrawn on a terminal, a new line every 15
 * s elsewhere.
 */
export function createProgress(options: ProgressOptions): Progress {
  const { label, total, unit, stream = process.stderr, now = Date.now } = options
  const terminal = stream.isTTY === true
  const started = now()
  let drawn = started
  let last = 0
  /** The first update. Work done before it, for example by an earlier run, says nothing about the speed of this run. */
  let first: { readonly done: number; readonly time: number } | undefined
  /** Time of the last update that did more. */
  let advanced = started
  /** The last line without a terminal: count and note. */
  let logged: string | undefined
  const amount = (value: number): string =>
    unit === 'bytes'
      ? `${(value / 1e6).toFixed(1)} MB`
      : `${value.toLocaleString('en-US')} ${value === 1 ? unit.replace(/s$/, '') : unit}`
  const line = (note: string | undefined, ended: boolean): string => {
    const parts = [label]
    if (total !== undefined && total > 0 && !ended) parts.push(`${Math.min(100, Math.floor((100 * last) / total))} %`)
    parts.push(amount(last))
    if (ended) parts.push(`in ${duration((now() - started) / 1000)}`)
    else if (total !== undefined && first !== undefined && last > first.done) {
      // A step that takes long counts down, and has no estimate once it takes longer than the speed before it predicts.
      const expected = ((advanced - first.time) / (last - first.done)) * Math.max(0, total - last)
      const left = expected - (now() - advanced)
      if (left >= 0) parts.push(`${duration(left / 1000)} left`)
    }
    if (note !== undefined && note !== '') parts.push(note)
    return parts.join(' · ')
  }
  return {
    update(done, note) {
      const time = now()
      if (first === undefined || done > last) advanced = time
      last = done
      first ??= { done, time }
      if (time - drawn < (terminal ? REDRAW_MS : LOG_MS)) return
      const state = `${done} ${note ?? ''}`
      if (!terminal && state === logged) return
      logged = state
      drawn = time
      const text = line(note, false)
      stream.write(terminal ? `\r\u001b[2K${text.slice(0, (stream.columns ?? 80) - 1)}` : `${text}\n`)
    },
    end(note) {
      stream.write(`${terminal ? '\r\u001b[2K' : ''}${line(note, true)}\n`)
    }
  }
}

/** Formats a duration: `8.0 s`, `3 min 20 s`, `2 h 5 min`. */
export function duration(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole} s`
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`
}
