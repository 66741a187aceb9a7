/** The words that an encoder knows. A word's row is its index in the list. */
export interface Vocabulary {
  readonly words: readonly string[]
  readonly rows: ReadonlyMap<string, number>
}

/** Creates a vocabulary. @throws Error if a word is empty, contains a line break, or occurs twice. */
export function createVocabulary(words: readonly string[]): Vocabulary {
  const rows = new Map<string, number>()
  // Every search waits for this loop over 60,000 words.
  for (let index = 0; index < words.length; index++) {
    const word = words[index]
    if (word === '' || word.includes('\n') || word.includes('\r')) {
      throw new Error(`vocabulary: word ${index + 1} is ${JSON.stringify(word)}; expected one word on a line`)
    }
    rows.set(word, index)
    if (rows.size === index)
      throw new Error(`vocabulary: ${JSON.stringify(word)} stands twice; expected every word once`)
  }
  return { words, rows }
}

/** The prefix of a word piece, as in BERT. */
export const WITHIN = '##'

const MARKS = /\p{M}/gu
const LETTERS = /^[a-z]+$/

/**
 * Returns the rows for a word that the vocabulary lacks: the longest word of the vocabulary that it begins with, then
 * the longest piece that continues it, and so on (Wu et al. 2016, section 4.1; longest match first as in Devlin et al.
 * 2019). Rows of pieces follow those of the vocabulary. Diacritics are ignored. Empty if no piece fits, or if the word
 * has characters other than the letters a to z.
 */
export function rowsOfPieces(word: string, vocabulary: Vocabulary, pieces: Vocabulary): number[] {
  const letters = word.normalize('NFD').replace(MARKS, '')
  if (!LETTERS.test(letters)) return []
  const rows: number[] = []
  for (let at = 0; at < letters.length;) {
    let end = letters.length
    let row: number | undefined
    while (end > at) {
      const piece = letters.slice(at, end)
      row = at === 0 ? vocabulary.rows.get(piece) : pieces.rows.get(WITHIN + piece)
      if (row !== undefined) break
      end--
    }
    if (row === undefined) return []
    rows.push(at === 0 ? row : vocabulary.words.length + row)
    at = end
  }
  return rows
}

/**
 * Returns the rows of the known words, in reading order, at most `most`. With `pieces`, each unknown word gives the
 * rows of its pieces (`rowsOfPieces`).
 */
export function knownRows(
  vocabulary: Vocabulary,
  words: Iterable<string>,
  most: number,
  pieces?: Vocabulary
): number[] {
  const known: number[] = []
  for (const word of words) {
    if (known.length >= most) break
    const row = vocabulary.rows.get(word)
    if (row !== undefined) known.push(row)
    else if (pieces !== undefined) known.push(...rowsOfPieces(word, vocabulary, pieces))
  }
  return known.length > most ? known.slice(0, most) : known
}
