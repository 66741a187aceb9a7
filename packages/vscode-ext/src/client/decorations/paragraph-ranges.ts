import type { ShownAnalysis } from '../../protocol/protocol.js'
import { COLOURS } from './palette.js'

/** Lines from the first to the last, both in it. */
export interface Lines {
  readonly first: number
  readonly last: number
}

/** The lines of the paragraphs of each colour; none where all are of one theme, which colours would tell apart from nothing. */
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
