import type { Span } from './span.js'

/**
 * Returns the next match of a pattern from `from`, or undefined. Positions must ascend. Results are cached, so any
 * number of searches for one pattern read the text once.
 * @param pattern global; the same object for all searches
 */
export type PatternFinder = (pattern: RegExp, from: number) => Span | undefined

export function createPatternFinder(text: string): PatternFinder {
  const known = new Map<RegExp, { from: number; found: Span | undefined }>()
  return (pattern, from) => {
    const last = known.get(pattern)
    if (last !== undefined && from >= last.from && (last.found === undefined || from <= last.found.start))
      return last.found
    pattern.lastIndex = from
    const match = pattern.exec(text)
    const found = match === null ? undefined : { start: match.index, end: match.index + match[0].length }
    known.set(pattern, { from, found })
    return found
  }
}

/** Returns the match of a sticky pattern at `at`. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}
