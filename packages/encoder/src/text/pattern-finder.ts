import type { Span } from './span.js'

/**
 * Where in `text` a pattern is next found, from places that ascend: undefined where it is not. What was found is kept, and so is
 * that nothing was, so that any number of looks for one pattern read the text once.
 * @param pattern global; one object for all looks
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

/** The match of a pattern at a place. @param pattern sticky */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}
