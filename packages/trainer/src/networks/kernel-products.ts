import type { Tensor2D } from '@tensorflow/tfjs'
import type { TensorFlow } from '../backend/backend.js'
import type { NetworkKernel } from './lstm-kernel.js'

/** A matrix in the kernel's memory: its byte offset, and floats per row. */
export interface Matrix {
  readonly at: number
  readonly width: number
}

/** Returns the byte offset of a row. */
export function rowAt({ at, width }: Matrix, row: number): number {
  return at + 4 * row * width
}

/** Maximum number of floats processed at a time, about a megabyte: more would not fit into the processor's cache. */
const PART = 300_000

/**
 * Divides rows of matrices up to `width` wide into parts: first row and number of rows. Parts start at multiples of four.
 */
export function* parts(rows: number, width: number): Generator<readonly [first: number, count: number]> {
  const most = Math.max(4, Math.floor(PART / width / 4) * 4)
  for (let first = 0; first < rows; first += most) yield [first, Math.min(most, rows - first)]
}

/** Returns rows of a matrix as a tensor. TensorFlow reads them in place: the tensor must not outlive them. */
function rowsOf(tf: TensorFlow, kernel: NetworkKernel, matrix: Matrix, first: number, count: number): Tensor2D {
  return tf.tensor2d(kernel.floats(rowAt(matrix, first), count * matrix.width), [count, matrix.width])
}

/**
 * Writes the product of rows and `weights` (or their transpose, if `turned`) to the memory at `to`. Call it for few rows at a
 * time: TensorFlow is slow at returning the values of a large product.
 */
export function multiplyInto(
  tf: TensorFlow,
  kernel: NetworkKernel,
  matrix: Matrix,
  [first, count]: readonly [first: number, count: number],
  weights: Tensor2D,
  turned: boolean,
  to: number
): void {
  const rows = rowsOf(tf, kernel, matrix, first, count)
  const product = tf.matMul(rows, weights, false, turned)
  kernel.floats(to, product.size).set(product.dataSync<'float32'>())
  rows.dispose()
  product.dispose() // tf.tidy would search all the values for tensors
}

/** Rows whose products are summed at a time: more would not fit into the cache, fewer give more sums to add. */
const SUMMED_ROWS = 768

/** Returns the sum over `rows` of the outer products of two matrices' rows, [left.width, right.width]. */
export function addUpProducts(
  tf: TensorFlow,
  kernel: NetworkKernel,
  left: Matrix,
  right: Matrix,
  rows: number
): Tensor2D {
  let total: Tensor2D | undefined
  for (let first = 0; first < rows; first += SUMMED_ROWS) {
    const count = Math.min(SUMMED_ROWS, rows - first)
    const [a, b] = [left, right].map((matrix) => rowsOf(tf, kernel, matrix, first, count))
    const product: Tensor2D = tf.matMul(a, b, true)
    a.dispose()
    b.dispose()
    if (total === undefined) total = product
    else {
      const sum: Tensor2D = total.add(product)
      total.dispose()
      product.dispose()
      total = sum
    }
  }
  return total!
}
