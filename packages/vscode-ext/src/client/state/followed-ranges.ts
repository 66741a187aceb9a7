import type { ShownAnalysis } from '../../protocol/protocol.js'

/** An edit, as far as lines are moved by it. */
export interface LineEdit {
  /** First and last line of what was replaced. */
  readonly start: number
  readonly end: number
  /** Lines that now stand there. */
  readonly lines: number
  /** Nothing was replaced, and what was put in stands before all of the line `start`. */
  readonly above?: boolean
}

/** An analysis whose lines have moved with edits that it does not know yet. Of edits to the same text, each counts from the one before. */
export function followEdits(analysis: ShownAnalysis, edits: readonly LineEdit[]): ShownAnalysis {
  const moving = edits.filter(({ start, end, lines }) => lines !== end - start + 1)
  if (moving.length === 0) return analysis
  const follow = (line: number): number =>
    moving.reduce((at, { start, end, lines, above = false }) => {
      const stays = at < end || (above ? at < start : at <= start)
      return stays ? at : at + lines - (end - start + 1)
    }, line)
  const move = <T extends { readonly range: ShownAnalysis['sections'][number]['range'] }>(part: T): T => {
    const { start, end } = part.range
    return {
      ...part,
      range: {
        start: { line: follow(start.line), character: start.character },
        end: { line: follow(end.line), character: end.character }
      }
    }
  }
  return { ...analysis, paragraphs: analysis.paragraphs.map(move), sections: analysis.sections.map(move) }
}
