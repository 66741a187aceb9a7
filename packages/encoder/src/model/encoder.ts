import type { Vectors } from '../vectors.js'

/** Which of a bundle's networks gives the vectors; `both` is the paper's concatenation. */
export type Representation = 'sentences' | 'titles' | 'both'

/** A loaded bundle: sentences in, thematic vectors out. */
export interface Encoder {
  readonly name: string
  /** sha256 over everything that changes a vector. Vectors of two fingerprints must never be compared. */
  readonly fingerprint: string
  /** The bundle's representations and the dimensions of each. */
  readonly dims: Readonly<Partial<Record<Representation, number>>>
  /** A row for each sentence, of length 1; zero for a sentence without one known word. Default: `sentences`. */
  encode(sentences: readonly string[], options?: { readonly representation?: Representation }): Promise<Vectors>
  dispose(): void
}
