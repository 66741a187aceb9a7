import type { Tensor, Variable } from '@tensorflow/tfjs'
import type { TensorFlow } from '../backend/backend.js'

/** How variables follow their gradients. Besides `state` and the step's number it remembers nothing. */
export interface Optimizer {
  /** What it keeps for each variable, by name: with the variables and the step, all that resuming needs. */
  readonly state: ReadonlyMap<string, Variable>
  /** Moves each variable against its gradient. `step` counts from 1; `rate` scales the learning rate. */
  apply(step: number, gradients: Readonly<Record<string, Tensor>>, rate: number): void
  dispose(): void
}

export interface RateOptions {
  /**
   * How far steps go. Of Adam, about the most that a weight changes in a step; of Adadelta a factor, 1 in its paper; of
   * plain descent what gradients are multiplied by. Range: over 0. Default: 0.001.
   */
  readonly learningRate: number
}

/** Zeros like each variable for each of the names, as `name/…`. */
export function zerosLike(
  tf: TensorFlow,
  variables: ReadonlyMap<string, Variable>,
  names: readonly string[]
): Map<string, Variable> {
  const zeros = new Map<string, Variable>()
  for (const [of, variable] of variables) {
    for (const name of names) {
      zeros.set(
        `${name}/${of}`,
        tf.tidy(() => tf.variable(tf.zeros(variable.shape), false))
      )
    }
  }
  return zeros
}
