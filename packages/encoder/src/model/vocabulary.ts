/** The words that an encoder knows: a word's row is its place in the list. */
export interface Vocabulary {
  readonly words: readonly string[]
  readonly rows: ReadonlyMap<string, number>
}

/** @throws Error when a word is empty, contains a line break, or occurs twice. */
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

/** The prefix of a piece, as in the models of BERT's family. */
export const WITHIN = '##'

const MARKS = /\p{M}/gu
const LETTERS = /^[a-z]+$/

/**
 * A word that the vocabulary lacks as rows: of the longest word of the vocabulary that it begins with, then of the longest
 * piece that goes on from there, and so on (Wu et al. 2016, section 4.1, longest match first as in Devlin et al. 2019). Pieces have the rows
 * behind the vocabulary's. Marks on letters are left out; of anything but the letters a to z, and where no piece fits, it is none.
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
 * The rows of the words that the vocabulary knows, in reading order, at most `most` of them; with `pieces`, those of the
 * pieces of words that it lacks among them (`rowsOfPieces`).
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
