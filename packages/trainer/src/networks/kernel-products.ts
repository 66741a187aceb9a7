import type { Tensor2D } from '@tensorflow/tfjs'
import type { TensorFlow } from '../backend.js'
import type { NetworkKernel } from './kernel.js'

/** A matrix in the kernel's memory: where it begins, and how many floats a row has. */
export interface Matrix {
  readonly at: number
  readonly width: number
}

/** Where row number `row` of a matrix begins. */
export function rowAt({ at, width }: Matrix, row: number): number {
  return at + 4 * row * width
}

/** Most rows that are worked on at a time: more leave the processor's cache. */
const PART = 256

/** `rows` in parts, each with its first row and how many it has; parts begin at multiples of four. */
export function* parts(rows: number): Generator<readonly [first: number, count: number]> {
  for (let first = 0; first < rows; first += PART) yield [first, Math.min(PART, rows - first)]
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
  tf.dispose([rows, product]) // tidy would look for tensors among all the values
}

/** The sum over `rows` of the outer products of two matrices' rows, [left.width, right.width]. */
export function addUpProducts(
  tf: TensorFlow,
  kernel: NetworkKernel,
  left: Matrix,
  right: Matrix,
  rows: number
): Tensor2D {
  let total: Tensor2D | undefined
  for (const [first, count] of parts(rows)) {
    const [a, b] = [left, right].map((matrix) => rowsOf(tf, kernel, matrix, first, count))
    const product: Tensor2D = tf.matMul(b, a, true) // this way round it is the faster
    tf.dispose([a, b])
    if (total === undefined) total = product
    else {
      const sum: Tensor2D = total.add(product)
      tf.dispose([total, product])
      total = sum
    }
  }
  return total!.transpose()
}
