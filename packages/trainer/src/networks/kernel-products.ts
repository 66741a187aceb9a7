import type { Tensor2D } from '@tensorflow/tfjs'
import type { TensorFlow } from '../backend/backend.js'
import type { NetworkKernel } from './lstm-kernel.js'

/** A matrix in the kernel's memory: where it begins, and how many floats a row has. */
export interface Matrix {
  readonly at: number
  readonly width: number
}

/** Where row number `row` of a matrix begins. */
export function rowAt({ at, width }: Matrix, row: number): number {
  return at + 4 * row * width
}

/** Most floats of a matrix that are worked on at a time, a good megabyte: more leave the processor's cache. */
const PART = 300_000

/**
 * `rows` of matrices up to `width` wide in parts, each with its first row and how many it has; parts begin at multiples
 * of four.
 */
export function* parts(rows: number, width: number): Generator<readonly [first: number, count: number]> {
  const most = Math.max(4, Math.floor(PART / width / 4) * 4)
  for (let first = 0; first < rows; first += most) yield [first, Math.min(most, rows - first)]
}

/** Rows of a matrix as a tensor; TensorFlow takes the values as they lie, so it must not outlive them. */
function rowsOf(tf: TensorFlow, kernel: NetworkKernel, matrix: Matrix, first: number, count: number): Tensor2D {
  return tf.tensor2d(kernel.floats(rowAt(matrix, first), count * matrix.width), [count, matrix.width])
}

/**
 * Rows of a matrix times `weights`, or times their transpose where they are `turned`, into the memory at `to`; few rows at
 * a time, for TensorFlow gives the values of a large product slowly.
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
  product.dispose() // tidy would look for tensors among all the values
}

/** Rows whose products are summed at a time: more leave the cache, fewer give more sums to add. */
const SUMMED_ROWS = 768

/** The sum over `rows` of the outer products of two matrices' rows, [left.width, right.width]. */
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
