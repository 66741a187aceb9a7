import { hash32 } from '../vectors/random.js'
import { wordTerms } from '../text/tokens.js'
import { joinRows, normalize, row, zeroVectors, type Vectors } from '../vectors/vectors.js'
import { nonzeroRows } from './nearest.js'

/**
 * Parameters of words in the sentences' rows, chosen like `SHARED_CONTEXT` (bench/TRAINING.md, *With context: words*).
 */
export const SHARED_WORDS = {
  /** Dimensions of hashed words, fewer than there are words. */
  dims: 512,
  /** Length of the part for words; the row itself has length 1. */
  length: 0.6
} as const

/**
 * Appends to each row the words that distinguish its sentence from the others of the text: tf · ln(n / df) among the n
 * sentences, hashed with signs so that collisions cancel in the mean (Weinberger et al. 2009, *Feature hashing*). This
 * recognises names and terms that the encoder has never seen. Zero rows stay zero, all others have length 1. Linear in
 * the text.
 * @throws Error unless each row has a sentence.
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

/** Counts how often each word occurs in a sentence. */
function countWords(sentence: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of wordTerms(sentence)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}
