import { createRandom } from '../vectors/random.js'
import { normalize, row, zeroVectors, type Vectors } from '../vectors/vectors.js'
import { subjectWords } from '../labels/subject-words.js'

/** Dimensions of hashed words. With fewer, chance collisions would hide the few words that two texts share. */
const DIMS = 512

/** Weight of the words in the inner product, chosen on validation articles. */
const WORDS_SHARE = 0.3

/**
 * Appends rows of shared words (`wordRows`) to rows of texts (unit or zero). The inner product of two results is .7
 * times that of the rows plus .3 times that of the words. O(texts · dims + words).
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
 * Returns a unit row for each text, so that texts that share words are similar. A word that occurs n times has the
 * weight (1 + ln n) · ln((1 + texts) / texts that have it), in a random dimension with a random sign (Weinberger et al.
 * 2009). A text that shares no word with another has a zero row.
 * @param letters words with the same first letters, this many, count as one. Default: all letters count.
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

/** Adds up the counts of words with the same first letters. */
function begun(words: ReadonlyMap<string, number>, letters: number): ReadonlyMap<string, number> {
  if (letters === Infinity) return words
  const counts = new Map<string, number>()
  for (const [word, n] of words) {
    const beginning = word.slice(0, letters)
    counts.set(beginning, (counts.get(beginning) ?? 0) + n)
  }
  return counts
}
