import type { Tensor2D, Variable } from '@tensorflow/tfjs'
import type { TensorFlow } from '../backend/backend.js'

/** A network in training. */
export interface Trainable {
  readonly variables: ReadonlyMap<string, Variable>
  /**
   * Encodes sentences, given as rows of the word table, to rows [sentences, dims]; zero for a sentence without words. `step`
   * seeds dropout; without it there is none.
   */
  encode(sentences: readonly ArrayLike<number>[], step?: number): Tensor2D
  dispose(): void
}

/** Sets a network's variables by name. */
export function beginFrom(
  tf: TensorFlow,
  { variables }: Pick<Trainable, 'variables'>,
  weights: Readonly<Record<string, Float32Array>>
): void {
  for (const [name, variable] of variables) {
    tf.tidy(() => {
      variable.assign(tf.tensor(weights[name], variable.shape))
    })
  }
}
