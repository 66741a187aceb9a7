import type { Variable } from '@tensorflow/tfjs'
import type { TensorFlow } from '../backend/backend.js'
import { zerosLike, type Optimizer, type RateOptions } from './optimizer.js'

export const ADAM_DEFAULTS: RateOptions = { learningRate: 1e-3 }

/** Decays of the running means of gradient and squared gradient, and the least divisor, as in the paper. */
export const [BETA1, BETA2, EPSILON] = [0.9, 0.999, 1e-8]

/**
 * Returns Adam (Kingma and Ba 2015). TensorFlow.js's own optimizer can't resume to the same bits: it rounds the powers that it
 * restores.
 */
export function createAdam(tf: TensorFlow, variables: ReadonlyMap<string, Variable>, options: RateOptions): Optimizer {
  const { learningRate } = options
  const state = zerosLike(tf, variables, ['first', 'second'])
  return {
    state,
    apply(step, gradients, rate) {
      const stepSize = (rate * learningRate * Math.sqrt(1 - BETA2 ** step)) / (1 - BETA1 ** step)
      const epsilon = EPSILON * Math.sqrt(1 - BETA2 ** step)
      for (const [name, gradient] of Object.entries(gradients)) {
        const variable = variables.get(name)!
        const first = state.get(`first/${name}`)!
        const second = state.get(`second/${name}`)!
        tf.tidy(() => {
          first.assign(first.mul(BETA1).add(gradient.mul(1 - BETA1)))
          second.assign(second.mul(BETA2).add(gradient.square().mul(1 - BETA2)))
          variable.assign(variable.sub(first.div(second.sqrt().add(epsilon)).mul(stepSize)))
        })
      }
    },
    dispose() {
      tf.dispose([...state.values()])
    }
  }
}
