import type { Tensor2D } from '@tensorflow/tfjs'
import type { TensorFlow } from '../backend.js'
import type { NetworkKernel } from './kernel.js'

/** Most rows of a product that is copied into the kernel's memory: larger ones are slow to make, and leave the cache. */
const PRODUCT_ROWS = 256
/** Most rows that are summed over at a time; longer columns leave the cache. */
const SUMMED_ROWS = 768

/**
 * The product of a matrix in the kernel's memory, [rows, ?] at a place, with `weights`, or with their transpose where they
 * are `turned`, into the memory at `to`. TensorFlow takes the left side as it lies.
 */
export function multiplyInto(
  tf: TensorFlow,
  kernel: NetworkKernel,
  [left, rows]: readonly [number, number],
  weights: Tensor2D,
  turned: boolean,
  to: number
): void {
  const [inputs, columns] = turned ? weights.shape.toReversed() : weights.shape
  for (let first = 0; first < rows; first += PRODUCT_ROWS) {
    const count = Math.min(PRODUCT_ROWS, rows - first)
    const values = tf.tensor2d(kernel.floats(left + 4 * first * inputs, count * inputs), [count, inputs])
    const product = tf.matMul(values, weights, false, turned)
    kernel.floats(to + 4 * first * columns, count * columns).set(product.dataSync<'float32'>())
    values.dispose()
    product.dispose() // tidy would look for tensors among all the values
  }
}

/** The transpose of one matrix in the kernel's memory, given as its place and width, times another of as many rows. */
export function addUpProducts(
  tf: TensorFlow,
  kernel: NetworkKernel,
  [left, leftWidth]: readonly [number, number],
  [right, rightWidth]: readonly [number, number],
  rows: number
): Tensor2D {
  const matrix = (at: number, width: number, first: number, count: number): Tensor2D =>
    tf.tensor2d(kernel.floats(at + 4 * first * width, count * width), [count, width])
  let total: Tensor2D | undefined
  for (let first = 0; first < rows; first += SUMMED_ROWS) {
    const count = Math.min(SUMMED_ROWS, rows - first)
    const [a, b] = [matrix(left, leftWidth, first, count), matrix(right, rightWidth, first, count)]
    const product: Tensor2D = tf.matMul(a, b, true)
    const sum: Tensor2D = total === undefined ? product : total.add(product)
    tf.dispose([a, b])
    if (total !== undefined) tf.dispose([total, product])
    total = sum
  }
  return total!
}
