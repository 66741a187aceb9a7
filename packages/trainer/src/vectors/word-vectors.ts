import type { Vectors } from '@leitmotif/encoder'

/** A vector for each word of a vocabulary. */
export interface WordVectors {
  /** The words, most frequent first where the file that they came from says so; no two alike. */
  readonly terms: readonly string[]
  /** How often each was in the text that the vectors were trained on, where that is known. */
  readonly counts?: readonly number[]
  /** One row for each of `terms`, not normalised. */
  readonly vectors: Vectors
}
