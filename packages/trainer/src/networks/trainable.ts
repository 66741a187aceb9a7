import type { Tensor2D, Variable } from '@tensorflow/tfjs'

/** Any network in training, as losses and the loop see it. */
export interface Trainable {
  readonly variables: ReadonlyMap<string, Variable>
  /**
   * Sentences, as rows of the word table, to rows [sentences, dims]; zero for a sentence without words. `step` names a
   * step of training, by which a network that drops values chooses them; without it none are dropped.
   */
  encode(sentences: readonly ArrayLike<number>[], step?: number): Tensor2D
  dispose(): void
}
