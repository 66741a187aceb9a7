import type { Piece } from './prose.js'
import type { Span } from './span.js'

/** A span of markup, and the text that replaces it in the prose, mostly none. */
export interface Replacement extends Span {
  readonly text: string
}

/**
 * Returns where to start removing non-prose: at the space before it, unless a word follows directly.
 * @param least the earliest start
 */
export function beginningWithSpace(text: string, { start, end }: Span, least: number): number {
  return start > least && text[start - 1] === ' ' && !/[\p{L}\p{N}\\]/u.test(text.charAt(end)) ? start - 1 : start
}

/**
 * Yields the pieces of a paragraph without its markup. A line end and the white space around it become a space.
 * @param replacements ascending, without overlap, within `span`
 */
export function* piecesAround(text: string, span: Span, replacements: readonly Replacement[]): Generator<Piece> {
  const breaks = findBreaks(text, span)
  let from = span.start
  let next = 0
  for (const replacement of [...replacements, { ...span, start: span.end, text: '' }]) {
    for (; next < breaks.length && breaks[next].start < replacement.start; next++) {
      const { start, end } = breaks[next]
      if (end <= from) continue
      if (start > from) yield { start: from, end: start }
      yield { start: Math.max(start, from), end: Math.min(end, replacement.start), text: ' ' }
      from = Math.min(end, replacement.start)
    }
    if (replacement.start > from) yield { start: from, end: replacement.start }
    if (replacement.text !== '') yield replacement
    from = replacement.end
  }
}

/** Returns the line ends within a span, with the white space around them. */
function findBreaks(text: string, span: Span): Span[] {
  const breaks: Span[] = []
  let last = span.start
  for (const { index, 0: found } of text.slice(span.start, span.end).matchAll(/\r\n|\r|\n/g)) {
    let start = span.start + index
    let end = start + found.length
    while (start > last && isSpace(text, start - 1)) start--
    while (end < span.end && isSpace(text, end)) end++
    breaks.push({ start, end })
    last = end
  }
  return breaks
}

function isSpace(text: string, at: number): boolean {
  return text[at] === ' ' || text[at] === '\t'
}
