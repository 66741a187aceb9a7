import type { Variable } from '@tensorflow/tfjs'
import type { TensorFlow } from '../backend/backend.js'
import { zerosLike, type Optimizer, type RateOptions } from './optimizer.js'

export const ADAM_DEFAULTS: RateOptions = { learningRate: 1e-3 }

/** Decays of the running means of gradient and squared gradient, and the least divisor, as in the paper. */
const [BETA1, BETA2, EPSILON] = [0.9, 0.999, 1e-8]

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

/** Adam for a large matrix of which a step changes few rows. */
interface RowAdam {
  /** The running means and the number of changes of each row, for checkpoints. */
  readonly state: readonly Float32Array[]
  /** Changes one row. `gradient`: [dims]. `rate`: the learning rate of the step. */
  readonly change: (row: number, gradient: Float32Array, rate: number) => void
}

/**
 * Returns Adam (Kingma and Ba 2015) for the rows of `values` [rows, dims]. A row that has no gradient stays the same, and
 * its running means too: so a step takes time only for the words that it reads, and rare words are not moved by old gradients.
 */
export function createRowAdam(values: Float32Array, dims: number): RowAdam {
  const [first, second] = [new Float32Array(values.length), new Float32Array(values.length)]
  const changes = new Float32Array(values.length / dims)
  return {
    state: [first, second, changes],
    change(row, gradient, rate) {
      const step = ++changes[row]
      const stepSize = (rate * Math.sqrt(1 - BETA2 ** step)) / (1 - BETA1 ** step)
      const least = EPSILON * Math.sqrt(1 - BETA2 ** step)
      for (let d = 0, i = row * dims; d < dims; d++, i++) {
        first[i] = BETA1 * first[i] + (1 - BETA1) * gradient[d]
        second[i] = BETA2 * second[i] + (1 - BETA2) * gradient[d] ** 2
        values[i] -= (stepSize * first[i]) / (Math.sqrt(second[i]) + least)
      }
    }
  }
}
