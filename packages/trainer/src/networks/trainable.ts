import type { Tensor2D, Variable } from '@tensorflow/tfjs'
import type { TensorFlow } from '../backend/backend.js'

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

/** Gives a network's variables the values of these names; a variable that is longer has zeros behind them. */
export function beginFrom(
  tf: TensorFlow,
  { variables }: Pick<Trainable, 'variables'>,
  weights: Readonly<Record<string, Float32Array>>
): void {
  for (const [name, variable] of variables) {
    const values = new Float32Array(variable.size)
    values.set(weights[name])
    tf.tidy(() => {
      variable.assign(tf.tensor(values, variable.shape))
    })
  }
}
