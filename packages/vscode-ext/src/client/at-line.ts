import type { ShownAnalysis } from '../protocol/protocol.js'

/** Indices of the paragraphs that stand on lines `first` to `last`; where none does, of the next one, or of the last. */
export function paragraphsAt({ paragraphs }: ShownAnalysis, first: number, last = first): number[] {
  const on = paragraphs.flatMap(({ range }, index) =>
    range.start.line <= last && range.end.line >= first ? [index] : []
  )
  if (on.length > 0) return on
  const next = paragraphs.findIndex(({ range }) => range.start.line >= first)
  return next < 0 ? paragraphs.map((_, index) => index).slice(-1) : [next]
}

/** Index of the section that a line stands in; -1 before the first. */
export function sectionAt({ sections }: ShownAnalysis, line: number): number {
  return sections.findLastIndex(({ range }) => range.start.line <= line)
}

/** Index of the next suggestion below a line, or (step -1) above it; from the other end where there is none. -1 without any. */
export function suggestionFrom(lines: readonly number[], line: number, step: 1 | -1): number {
  if (lines.length === 0) return -1
  const order = lines.map((_, index) => index).sort((a, b) => lines[a] - lines[b] || a - b)
  if (step === 1) return order.find((index) => lines[index] > line) ?? order[0]
  return order.findLast((index) => lines[index] < line) ?? order[order.length - 1]
}
