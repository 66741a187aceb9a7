import type { Span } from './span.js'

/**
 * Returns the spans of the lines of `text` from `start`, without line ends (CR LF, CR or LF). The last may be empty.
 */
export function linesOf(text: string, start: number): Span[] {
  const lines: Span[] = []
  const lineEnd = /\r\n|\r|\n|$/g
  for (let from = start; from <= text.length;) {
    lineEnd.lastIndex = from
    const end = lineEnd.exec(text)!
    lines.push({ start: from, end: end.index })
    from = end.index + Math.max(end[0].length, 1)
  }
  return lines
}
