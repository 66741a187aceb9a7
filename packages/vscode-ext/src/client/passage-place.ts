/** A place in a text, in UTF-16 units. */
export interface PassagePlace {
  readonly start: number
  readonly end: number
}

/** Words of a passage that are looked for: so many tell its place. */
const WORDS = 40

/** Whether a document of a collection is the file at this path in the workspace; either may be told by more of its folders. */
export function isDocument(document: string, path: string): boolean {
  const [named, filed] = [document, path].map((each) => `/${each.replaceAll('\\', '/')}`)
  return named.endsWith(filed) || filed.endsWith(named)
}

/** Where a passage stands in the text that it was taken from, whatever markup stands between its words; undefined where it does not. */
export function placeOfPassage(text: string, passage: string): PassagePlace | undefined {
  const words = (passage.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, WORDS)
  if (words.length === 0) return undefined
  const found = new RegExp(words.join('[^\\p{L}\\p{N}]+'), 'u').exec(text)
  return found ? { start: found.index, end: found.index + found[0].length } : undefined
}
