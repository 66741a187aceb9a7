/** The words that an encoder knows. A word's row is its index in the list. */
export interface Vocabulary {
  readonly words: readonly string[]
  readonly rows: ReadonlyMap<string, number>
}

/** Creates a vocabulary. @throws Error if a word is empty, contains a line break, or occurs twice. */
export function createVocabulary(words: readonly string[]): Vocabulary {
  const rows = new Map<string, number>()
  // A plain loop, because every search waits for it: it runs over 60,000 words.
  for (let index = 0; index < words.length; index++) {
    const word = words[index]
    if (word === '' || word.includes('\n') || word.includes('\r')) {
      throw new Error(`vocabulary: word ${index + 1} is ${JSON.stringify(word)}; expected one word on a line`)
    }
    rows.set(word, index)
    if (rows.size === index)
      throw new Error(`vocabulary: ${JSON.stringify(word)} occurs twice; expected each word once`)
  }
  return { words, rows }
}

/** Returns the rows of the known words, in reading order, at most `most`. */
export function knownRows(vocabulary: Vocabulary, words: Iterable<string>, most: number): number[] {
  const known: number[] = []
  for (const word of words) {
    if (known.length >= most) break
    const row = vocabulary.rows.get(word)
    if (row !== undefined) known.push(row)
  }
  return known
}
