import { hash32 } from '../vectors/random.js'
import { wordTerms } from '../text/tokens.js'
import { joinRows, normalize, row, zeroVectors, type Vectors } from '../vectors/vectors.js'
import { nonzeroRows } from '../clustering/nearest.js'

/** How the words of a text count in its sentences' rows. Chosen as `SHARED_CONTEXT` is: bench/TRAINING.md, *With context: words*. */
export const SHARED_WORDS = {
  /** Dimensions that stand for words, more words than one for each. */
  dims: 512,
  /** Length of what they say beside a row, whose own is 1. */
  length: 0.6
} as const

/**
 * The rows, and beside each, in `SHARED_WORDS.dims` more, the words that its sentence has and others of the text have not: tf · ln(n / df)
 * among the n sentences given, hashed with signs, so that words cancel out in the mean (Weinberger et al. 2009, *Feature hashing*). It tells
 * apart, and finds again, what an encoder does not know: names, terms of a field, words that it never read. Rows of zeros stay so, every
 * other has length 1. Linear in the text.
 * @throws Error unless there is a sentence for each row.
 */
export function joinWords(vectors: Vectors, sentences: readonly string[]): Vectors {
  if (sentences.length !== vectors.count)
    throw new Error(`${sentences.length} sentences; expected one for each of ${vectors.count} rows`)
  const counted = sentences.map(countWords)
  const having = new Map<string, number>()
  for (const counts of counted) for (const word of counts.keys()) having.set(word, (having.get(word) ?? 0) + 1)
  const beside = zeroVectors(vectors.count, SHARED_WORDS.dims)
  for (const i of nonzeroRows(vectors)) {
    const to = row(beside, i)
    for (const [word, count] of counted[i]) {
      const hash = hash32(word)
      const weight = count * Math.log(sentences.length / having.get(word)!)
      to[hash % SHARED_WORDS.dims] += hash >>> 31 === 1 ? weight : -weight
    }
    normalize(to)
    for (let d = 0; d < to.length; d++) to[d] *= SHARED_WORDS.length
  }
  return joinRows(vectors, beside)
}

/** How often a sentence has each of its words. */
function countWords(sentence: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of wordTerms(sentence)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}
