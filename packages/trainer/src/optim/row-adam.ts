import { BETA1, BETA2, EPSILON } from './adam.js'

/** Adam for a large matrix of which a step changes few rows. */
export interface RowAdam {
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
