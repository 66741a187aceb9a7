import { createRandom } from '../vectors/random.js'
import { normalize, row, zeroVectors, type Vectors } from '../vectors/vectors.js'
import { subjectWords } from '../labels/subject-words.js'

/** Dimensions that words are spread over: so many that the few words that two texts share do not drown in chance. */
const DIMS = 512

/** Part of the inner product that is the words'. Chosen on validation articles. */
const WORDS_SHARE = 0.3

/**
 * Rows of texts (unit or zero) together with the words that the texts share, side by side: of their inner products .7 is
 * that of the rows, and .3 of the words. O(texts · dims + words).
 */
export function rowsWithWords(rows: Vectors, texts: readonly string[]): Vectors {
  const words = wordRows(texts)
  const both = zeroVectors(rows.count, rows.dims + words.dims)
  for (let i = 0; i < rows.count; i++) {
    const to = row(both, i)
    to.set(row(rows, i).map((value) => Math.sqrt(1 - WORDS_SHARE) * value))
    to.set(
      row(words, i).map((value) => Math.sqrt(WORDS_SHARE) * value),
      rows.dims
    )
  }
  return both
}

/**
 * A unit row for each text, by which texts are as near as the words are that they share: (1 + ln n) ln((1 + texts) /
 * texts that have the word) at a dimension and with a sign drawn by chance for each word (Weinberger et al. 2009). Zero
 * for a text that shares no word with another.
 * @param letters words that begin with as many equal letters are one. Default: no end.
 */
export function wordRows(texts: readonly string[], letters = Infinity): Vectors {
  const counts = texts.map((text) => begun(subjectWords(text), letters))
  const having = new Map<string, number>()
  for (const words of counts) for (const word of words.keys()) having.set(word, (having.get(word) ?? 0) + 1)
  const random = createRandom(1).fork('words')
  const places = new Map<string, { readonly at: number; readonly weight: number }>()
  for (const [word, n] of having) {
    if (n < 2) continue
    const sign = random.integer(2) === 0 ? 1 : -1
    places.set(word, { at: random.integer(DIMS), weight: sign * Math.log((1 + texts.length) / n) })
  }
  const rows = zeroVectors(texts.length, DIMS)
  counts.forEach((words, i) => {
    const to = row(rows, i)
    for (const [word, n] of words) {
      const place = places.get(word)
      if (place !== undefined) to[place.at] += (1 + Math.log(n)) * place.weight
    }
    normalize(to)
  })
  return rows
}

/** Counts of words by their first letters. */
function begun(words: ReadonlyMap<string, number>, letters: number): ReadonlyMap<string, number> {
  if (letters === Infinity) return words
  const counts = new Map<string, number>()
  for (const [word, n] of words) {
    const beginning = word.slice(0, letters)
    counts.set(beginning, (counts.get(beginning) ?? 0) + n)
  }
  return counts
}
