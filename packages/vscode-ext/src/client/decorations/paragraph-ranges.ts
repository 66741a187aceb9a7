import type { ShownAnalysis } from '../../protocol/protocol.js'
import { COLOURS } from './palette.js'

/** A range of lines, both ends included. */
export interface Lines {
  readonly first: number
  readonly last: number
}

/** Returns the lines of the paragraphs of each colour; none if the draft has only one theme. */
export function paragraphLines({ paragraphs, themes }: ShownAnalysis): Lines[][] {
  const lines: Lines[][] = Array.from({ length: COLOURS }, () => [])
  if (themes.length < 2) return lines
  for (const { range, theme } of paragraphs) {
    const colour = themes.at(theme)?.colour
    if (theme < 0 || colour === undefined) continue
    const { start, end } = range
    lines[colour].push({
      first: start.line,
      last: end.character === 0 && end.line > start.line ? end.line - 1 : end.line
    })
  }
  return lines
}
