import type { Tensor2D } from '@tensorflow/tfjs'
import type { TensorFlow } from '../backend/backend.js'

/**
 * Scales rows to length 1; zero rows stay zero. A custom operation with its own gradient: the six broadcasting operations
 * that it replaces take a third of a training step in plain JavaScript.
 */
export function unitRows(tf: TensorFlow, rows: Tensor2D): Tensor2D {
  const [count, dims] = rows.shape
  const compute = tf.customGrad((input) => {
    const values = (input as Tensor2D).dataSync<'float32'>()
    const unit = new Float32Array(values.length)
    const scales = new Float64Array(count) // 1 / length
    for (let r = 0; r < count; r++) {
      const squares = innerProduct(values, values, r, dims)
      scales[r] = squares > 0 ? 1 / Math.sqrt(squares) : 0
      addTimes(unit, values, scales[r], r, dims)
    }
    // The component of the gradient along the row changes only its length, which is normalized away.
    const gradFunc = (upstream: Tensor2D): Tensor2D => {
      const upstreamValues = upstream.dataSync<'float32'>()
      const gradient = new Float32Array(values.length)
      for (let r = 0; r < count; r++) {
        addTimes(gradient, upstreamValues, scales[r], r, dims)
        addTimes(gradient, unit, -innerProduct(upstreamValues, unit, r, dims) * scales[r], r, dims)
      }
      return tf.tensor2d(gradient, [count, dims])
    }
    return { value: tf.tensor2d(unit, [count, dims]), gradFunc }
  })
  return compute(rows)
}

function innerProduct(a: Float32Array, b: Float32Array, row: number, dims: number): number {
  let sum = 0
  for (let i = row * dims; i < (row + 1) * dims; i++) sum += a[i] * b[i]
  return sum
}

/** Adds `factor` times a row of `from` to the same row of `to`. */
function addTimes(to: Float32Array, from: Float32Array, factor: number, row: number, dims: number): void {
  for (let i = row * dims; i < (row + 1) * dims; i++) to[i] += factor * from[i]
}
