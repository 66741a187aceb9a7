import type { Span } from './span.js'

/** A text without markup, with the position of each piece in the original. */
export interface Prose {
  readonly text: string
  /**
   * Three numbers per run, in order: its start in `text`, and the start and end of its span in the original. A run
   * extends to the next. If both lengths are equal, it maps unit by unit (and equals the original, except for
   * substitutions such as a space for a line end); otherwise, as for an entity, each part of the run maps to the whole
   * span.
   */
  readonly runs: readonly number[]
}

/** A piece of the original; `text` replaces it in the prose, if given. */
export interface Piece extends Span {
  readonly text?: string
}

/**
 * Joins pieces of `original`, in order, to prose. White space on both sides of a removed part becomes one space; white
 * space at either end is trimmed.
 */
export function buildProse(original: string, pieces: Iterable<Piece>): Prose {
  const texts: string[] = []
  const runs: number[] = []
  let length = 0
  let lastEnd = -1
  let afterSpace = true
  for (const piece of pieces) {
    let text = piece.text ?? original.slice(piece.start, piece.end)
    let start = piece.start
    if (afterSpace && start !== lastEnd) {
      const kept = text.trimStart()
      if (piece.text === undefined) start += text.length - kept.length
      text = kept
    }
    if (text === '') continue
    const previous = runs.length - 3
    const joins =
      start === lastEnd && text.length === piece.end - start && length - runs[previous] === lastEnd - runs[previous + 1]
    if (joins) runs[previous + 2] = piece.end
    else runs.push(length, start, piece.end)
    texts.push(text)
    length += text.length
    lastEnd = piece.end
    afterSpace = /\s$/.test(text.slice(-1))
  }
  return trimEnd(texts.join(''), runs)
}

function trimEnd(text: string, runs: number[]): Prose {
  const kept = text.trimEnd()
  let end = text.length
  while (runs.length > 0 && runs[runs.length - 3] >= kept.length) {
    end = runs[runs.length - 3]!
    runs.length -= 3
  }
  if (runs.length > 0) {
    const [at, start, stop] = runs.slice(-3) as [number, number, number]
    if (stop - start === end - at) runs[runs.length - 1] = start + kept.length - at
  }
  return { text: kept, runs }
}

/**
 * Returns the span of the original for `span` of `prose.text`. An empty span gives an empty one.
 * @param span 0 <= start <= end <= prose.text.length
 */
export function originalSpan(prose: Prose, span: Span): Span {
  const { text, runs } = prose
  if (runs.length === 0) return { start: 0, end: 0 }
  const first = findRun(runs, span.start)
  const start = place(text, runs, first, span.start, 'start')
  if (span.end <= span.start) return { start, end: start }
  const last = findRun(runs, span.end - 1)
  return { start, end: place(text, runs, last, span.end, 'end') }
}

/** Returns the index in `runs` of the run that contains `position`. */
function findRun(runs: readonly number[], position: number): number {
  let low = 0
  let high = runs.length / 3 - 1
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if (runs[middle * 3] <= position) low = middle
    else high = middle - 1
  }
  return low * 3
}

function place(text: string, runs: readonly number[], run: number, position: number, side: 'start' | 'end'): number {
  const at = runs[run]
  const start = runs[run + 1]
  const end = runs[run + 2]
  const next = runs[run + 3] ?? text.length
  if (next - at === end - start) return start + position - at
  if (position === at) return start
  return side === 'start' && position < next ? start : end
}
