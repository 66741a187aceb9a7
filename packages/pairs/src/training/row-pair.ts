import { terms } from '@leitmotif/encoder/stages'
import { knownRows, type Vocabulary } from '@leitmotif/encoder/training'
import type { SentencePair } from '@leitmotif/trainer/training'

/** Two sentences as rows of the word table, and their similarity by people, from 0 to 1. */
export interface RowPair {
  readonly a: readonly number[]
  readonly b: readonly number[]
  readonly score: number
}

/** Returns the pairs as rows of the vocabulary, with up to `most` known words per sentence. */
export function rowPairs(pairs: readonly SentencePair[], vocabulary: Vocabulary, most: number): RowPair[] {
  const rows = (text: string): number[] => knownRows(vocabulary, terms(text), most)
  return pairs.map(({ a, b, score }) => ({ a: rows(a), b: rows(b), score }))
}
