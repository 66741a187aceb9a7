/** The words that an encoder knows: a word's row is its place in the list. */
export interface Vocabulary {
  readonly words: readonly string[]
  readonly rows: ReadonlyMap<string, number>
}

/** @throws Error when a word is empty, holds a line break, or stands twice. */
export function createVocabulary(words: readonly string[]): Vocabulary {
  const rows = new Map<string, number>()
  for (const [index, word] of words.entries()) {
    if (word === '' || /[\r\n]/.test(word)) {
      throw new Error(`vocabulary: word ${index + 1} is ${JSON.stringify(word)}; expected one word on a line`)
    }
    if (rows.has(word)) throw new Error(`vocabulary: ${JSON.stringify(word)} stands twice; expected every word once`)
    rows.set(word, index)
  }
  return { words, rows }
}

/** The rows of the words that the vocabulary knows, in reading order, at most `most` of them. */
export function knownRows(vocabulary: Vocabulary, words: Iterable<string>, most: number): number[] {
  const known: number[] = []
  for (const word of words) {
    if (known.length === most) break
    const row = vocabulary.rows.get(word)
    if (row !== undefined) known.push(row)
  }
  return known
}
