import type { Tensor, Variable } from '@tensorflow/tfjs'
import type { TensorFlow } from '../backend/backend.js'

/** The running mean of variables over the last steps of training (Polyak and Juditsky 1992, here by exponential decay). */
export interface Averages {
  /** In the variables' order. */
  readonly means: readonly Variable[]
  /** Adds the variables after `step` steps (from 1) to the means. */
  take(step: number): void
  /** Runs `use` with the means as the variables' values, then restores the variables to the bit. */
  during<T>(use: () => T | Promise<T>): Promise<T>
  dispose(): void
}

/**
 * Returns running means of variables. `decay`: share of the mean that a step keeps, over 0 to below 1; .999 averages over about
 * a thousand steps. The first steps keep less, to forget the initial weights.
 */
export function createAverages(tf: TensorFlow, variables: readonly Variable[], decay: number): Averages {
  const assign = (to: readonly Variable[], values: (index: number) => Tensor): void => {
    to.forEach((variable, i) => {
      tf.tidy(() => {
        variable.assign(values(i))
      })
    })
  }
  const means = variables.map((variable) => tf.tidy(() => tf.variable(variable.clone(), false)))
  return {
    means,
    take(step) {
      const kept = Math.min(decay, step / (step + 9))
      assign(means, (i) => means[i].mul(kept).add(variables[i].mul(1 - kept)))
    },
    async during(use) {
      const own = variables.map((variable) => variable.clone())
      assign(variables, (i) => means[i])
      try {
        return await use()
      } finally {
        assign(variables, (i) => own[i])
        tf.dispose(own)
      }
    },
    dispose() {
      tf.dispose([...means])
    }
  }
}
