import type { Tensor, Variable } from '@tensorflow/tfjs'
import type { TensorFlow } from './backend.js'

export interface AdamOptions {
  /** How far a step goes at most, about; per weight. Range: over 0. Default: 0.001. */
  readonly learningRate: number
}

export const ADAM_DEFAULTS: AdamOptions = { learningRate: 1e-3 }

/** The shares of the gradient's and of the squared gradient's running means that a step keeps; all as in the paper. */
const BETA1 = 0.9
const BETA2 = 0.999
const EPSILON = 1e-8

/** Adam (Kingma and Ba 2015). Its state is three plain things: the step's number, and two moments of each variable. */
export interface Adam {
  /** The moments by name, `first/…` and `second/…`: with the variables and the step, all that resuming needs. */
  readonly moments: ReadonlyMap<string, Variable>
  /** Moves each variable against its gradient. `step` counts from 1; `rate` scales the learning rate. */
  apply(step: number, gradients: Readonly<Record<string, Tensor>>, rate: number): void
  dispose(): void
}

/** TensorFlow.js's own optimizer can't be resumed to the same bits: it restores its running powers by rounding anew. */
export function createAdam(tf: TensorFlow, variables: ReadonlyMap<string, Variable>, options: AdamOptions): Adam {
  const { learningRate } = options
  const moments = new Map<string, Variable>()
  for (const [name, variable] of variables) {
    for (const moment of ['first', 'second']) {
      moments.set(
        `${moment}/${name}`,
        tf.tidy(() => tf.variable(tf.zeros(variable.shape), false))
      )
    }
  }
  return {
    moments,
    apply(step, gradients, rate) {
      const stepSize = (rate * learningRate * Math.sqrt(1 - BETA2 ** step)) / (1 - BETA1 ** step)
      const epsilon = EPSILON * Math.sqrt(1 - BETA2 ** step)
      for (const [name, gradient] of Object.entries(gradients)) {
        const variable = variables.get(name)!
        const first = moments.get(`first/${name}`)!
        const second = moments.get(`second/${name}`)!
        tf.tidy(() => {
          first.assign(first.mul(BETA1).add(gradient.mul(1 - BETA1)))
          second.assign(second.mul(BETA2).add(gradient.square().mul(1 - BETA2)))
          variable.assign(variable.sub(first.div(second.sqrt().add(epsilon)).mul(stepSize)))
        })
      }
    },
    dispose() {
      for (const moment of moments.values()) moment.dispose()
    }
  }
}
