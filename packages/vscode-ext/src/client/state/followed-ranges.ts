import type { ShownAnalysis } from '../../protocol/protocol.js'

/** An edit, reduced to its effect on line numbers. */
export interface LineEdit {
  /** First and last line of the replaced text. */
  readonly start: number
  readonly end: number
  /** Number of lines of the new text. */
  readonly lines: number
  /** Whether text was inserted at the very beginning of the line `start`. */
  readonly above?: boolean
}

/** Returns an analysis with its line numbers moved by later edits, which apply one after another. */
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
