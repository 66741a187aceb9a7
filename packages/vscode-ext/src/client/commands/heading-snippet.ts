import type { EditAnswer } from '../../protocol/protocol.js'

/** The text of an edit, split around its heading, and the headings to choose from. */
export interface HeadingChoice {
  readonly before: string
  readonly choices: readonly string[]
  readonly after: string
}

/** Languages with an underline as long as the heading: another heading would need another underline. */
const UNDERLINED = new Set(['restructuredtext'])

/**
 * Returns the text of an answer's only edit, split around its heading. Returns undefined if the answer has several edits, if the
 * heading is escaped, or if its markup depends on its length.
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

/** Returns the offset of a document's position in a text that begins at `start` in the document. */
function offsetIn(text: string, start: EditAnswer['edits'][number]['range']['start'], position: typeof start): number {
  let offset = 0
  for (let line = start.line; line < position.line; line++) offset = text.indexOf('\n', offset) + 1
  return offset + position.character - (position.line === start.line ? start.character : 0)
}
