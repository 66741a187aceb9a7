import type { Tensor, Variable } from '@tensorflow/tfjs'
import type { TensorFlow } from '../backend/backend.js'

/** Updates variables by their gradients. Everything it remembers is in `state`. */
export interface Optimizer {
  /** State of each variable, by name. Resuming needs it, the variables and the step. */
  readonly state: ReadonlyMap<string, Variable>
  /** Moves each variable against its gradient. `step` counts from 1; `rate` scales the learning rate. */
  apply(step: number, gradients: Readonly<Record<string, Tensor>>, rate: number): void
  dispose(): void
}

export interface RateOptions {
  /**
   * Adam: about the largest change of a weight in a step. Adadelta: a factor, 1 in its paper. Gradient descent: the factor of
   * the gradients. Range: over 0. Default: 0.001.
   */
  readonly learningRate: number
}

/** Returns zeros of each variable's shape for each of the names, as `name/…`. */
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

/**
 * Scales gradients down if their joint norm is above `maxNorm` (Pascanu et al. 2013, section 3.2). Disposes of the given
 * tensors when it returns others.
 */
export function clipGradients(
  tf: TensorFlow,
  gradients: Readonly<Record<string, Tensor>>,
  maxNorm: number
): Readonly<Record<string, Tensor>> {
  const squares = tf.tidy(() => tf.addN(Object.values(gradients).map((gradient) => gradient.square().sum())).dataSync())
  const length = Math.sqrt(squares[0])
  if (!(length > maxNorm)) return gradients
  return Object.fromEntries(
    Object.entries(gradients).map(([name, gradient]) => {
      const clipped = gradient.mul(maxNorm / length)
      gradient.dispose()
      return [name, clipped]
    })
  )
}
