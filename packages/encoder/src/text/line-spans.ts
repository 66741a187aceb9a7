import type { Span } from './span.js'

/** The spans of the lines of `text` from `start` on, without their ends: CR LF, CR or LF. There is always a last one. */
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
