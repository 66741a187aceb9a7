import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { Failure } from '@leitmotif/command'

/** The right to write to a collection, which one process has at a time. */
export interface WriteRight {
  /**
   * Checks that the right is still held. @throws CollectionBusy if another process took it over while this one was
   * suspended.
   */
  check(): Promise<void>
  /** Releases the right. */
  release(): Promise<void>
}

/** A right that this process holds. It expires unless it is renewed. */
export interface TakenRight {
  /** Place of the collection, for messages. */
  readonly place: string
  /** How often it is renewed, and after how long without renewal it expires, in milliseconds. */
  readonly renewal: number
  readonly believed: number
  /** Renews the right; returns false if it was lost. */
  readonly renew: () => Promise<boolean>
  /** Releases the right if this process still has it. */
  readonly drop: () => Promise<void>
}

/** Renews a right until it is released. */
export function renewRight({ place, renewal, believed, renew, drop }: TakenRight): WriteRight {
  let lost = false
  // Not the monotonic clock, which pauses while the machine sleeps.
  let renewed = Date.now()
  const again = async (): Promise<void> => {
    const began = Date.now()
    if (lost || !(await renew())) lost = true
    else renewed = began
  }
  let last = Promise.resolve()
  const renewAfterLast = (): Promise<void> => {
    const renewing = last.then(again)
    // A failed renewal may succeed the next time.
    last = renewing.catch(() => undefined)
    return renewing
  }
  const timer = setInterval(() => {
    renewAfterLast().catch(() => undefined)
  }, renewal).unref()
  return {
    async check() {
      // If this process was suspended, the timer did not run, and another process may have taken over.
      if (!lost && Date.now() - renewed > believed) await renewAfterLast()
      if (lost) throw new CollectionBusy(`${place}: another process took over the collection; run this again`)
    },
    async release() {
      clearInterval(timer)
      await last
      await drop()
    }
  }
}

/**
 * The namespace of this process's pid: the host's boot and the pid namespace. Each container numbers its processes
 * separately, and containers may all have the host's name. Systems without /proc have one namespace.
 */
export const PID_SPACE = [
  readOr('', () => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
  readOr('', () => readlinkSync('/proc/self/ns/pid'))
].join(' ')

export function readOr(otherwise: string, reading: () => string): string {
  try {
    return reading()
  } catch {
    return otherwise
  }
}

/** Another process writes to the collection. */
export class CollectionBusy extends Failure {}

/** Describes the writing process, if its id is known. */
export function busy(
  place: string,
  { host, pid, space = PID_SPACE }: { readonly host?: string; readonly pid?: number; readonly space?: string } = {}
): CollectionBusy {
  const where = host === hostname() ? (space === PID_SPACE ? '' : ` of another container on ${host}`) : ` on ${host}`
  const who = pid === undefined ? 'another process' : `process ${pid}${where}`
  return new CollectionBusy(`${place}: ${who} is writing to this collection; wait until it ends`)
}
