import type { EditAnswer } from '../../protocol/protocol.js'

/** A text with a heading in it, of which one of several is to be chosen. */
export interface HeadingChoice {
  readonly before: string
  readonly choices: readonly string[]
  readonly after: string
}

/** Languages that draw a line as long as the heading under it: another heading would need another line. */
const UNDERLINED = new Set(['restructuredtext'])

/**
 * The text of an answer's only edit, with the heading in it to be chosen or typed over. Undefined where there are more edits,
 * where the heading is written otherwise than it reads, or where its markup follows its length.
 */
export function headingChoice(
  { edits, select }: EditAnswer,
  headings: readonly string[],
  languageId: string
): HeadingChoice | undefined {
  const [edit, ...others] = edits
  if (others.length > 0 || !select || headings.length === 0 || UNDERLINED.has(languageId)) return undefined
  const { newText, range } = edit
  const at = offsetIn(newText, range.start, select.start)
  const end = offsetIn(newText, range.start, select.end)
  if (newText.slice(at, end) !== headings[0]) return undefined
  return { before: newText.slice(0, at), choices: headings, after: newText.slice(end) }
}

/** Where a position of a document is in a text that begins at `start` there. */
function offsetIn(text: string, start: EditAnswer['edits'][number]['range']['start'], position: typeof start): number {
  let offset = 0
  for (let line = start.line; line < position.line; line++) offset = text.indexOf('\n', offset) + 1
  return offset + position.character - (position.line === start.line ? start.character : 0)
}
