import { createMultiply, type Multiply } from '../vectors/matrix-product.js'
import { dot, row, rowsBetween, zeroVectors, type Vectors } from '../vectors/vectors.js'

/** The nearest centre of each row, and the cosines to the nearest and the second nearest. */
export interface Nearest {
  /** Index of the nearest centre, the lowest of equals; -1 for a zero row or without centres. */
  readonly index: Int32Array
  /** Cosine to that centre; 0 without one. */
  readonly similarity: Float32Array
  /** Cosine to the second nearest centre; -1 without one. */
  readonly second: Float32Array
}

/**
 * Cosines that differ by less count as equal. They are sums of float32 products, exact to about 1e-6 in a thousand
 * dimensions.
 */
export const ROUNDING = 1e-5

/**
 * Returns the nearest of `centres` (unit rows) for each row of `vectors` (unit or zero rows). O(rows · centres · dims).
 * @param mean subtracted from each row first, as `centerRows` does; rows equal to the mean then count as zero rows.
 */
export function nearestCentres(vectors: Vectors, centres: Vectors, mean?: Float32Array): Nearest {
  const found: Nearest = {
    index: new Int32Array(vectors.count).fill(-1),
    similarity: new Float32Array(vectors.count),
    second: new Float32Array(vectors.count).fill(-1)
  }
  const k = centres.count
  if (k === 0) return found
  // (row - mean) · centre = row · centre - mean · centre, divided by the length: no row is copied.
  const right = mean === undefined ? centres : withRow(centres, mean)
  const less = Float64Array.from({ length: right.count }, (_, c) => (mean === undefined ? 0 : dot(row(right, c), mean)))
  visitProducts(vectors, right, (products, first, count) => {
    for (let n = 0; n < count; n++) {
      const i = first + n
      const from = n * right.count
      const square = mean === undefined ? 1 : 1 - 2 * products[from + k] + less[k]
      if (square < ROUNDING || isZero(vectors, i)) continue
      let best = 0
      let most = products[from] - less[0]
      let second = -Infinity
      for (let c = 1; c < k; c++) {
        const product = products[from + c] - less[c]
        if (product > most) {
          second = most
          most = product
          best = c
        } else if (product > second) second = product
      }
      const length = Math.sqrt(square)
      found.index[i] = best
      found.similarity[i] = most / length
      if (k > 1) found.second[i] = second / length
    }
  })
  return found
}

/** Returns the indices of the nonzero rows, ascending. */
export function nonzeroRows(vectors: Vectors): Int32Array {
  return Int32Array.from({ length: vectors.count }, (_, i) => i).filter((i) => !isZero(vectors, i))
}

function isZero({ dims, data }: Vectors, i: number): boolean {
  for (let d = i * dims; d < (i + 1) * dims; d++) if (data[d] !== 0) return false
  return true
}

function withRow(vectors: Vectors, last: Float32Array): Vectors {
  const all = zeroVectors(vectors.count + 1, vectors.dims)
  all.data.set(vectors.data)
  row(all, vectors.count).set(last)
  return all
}

/** Rows multiplied at once, so few that they and the centres fit in the processor's cache. */
const BLOCK = 512

let multiply: Multiply | undefined

/**
 * Passes the inner products of all rows with all centres to `visit`, block by block: [count, centres] for the `count`
 * rows from `first`. Each is summed in one fixed order, so results are the same bytes on every host.
 */
export function visitProducts(
  vectors: Vectors,
  centres: Vectors,
  visit: (products: Float32Array, first: number, count: number) => void
): void {
  multiply ??= createMultiply()
  const right = { values: centres.data, turned: true }
  for (let first = 0; first < vectors.count; first += BLOCK) {
    const { count, dims, data } = rowsBetween(vectors, first, first + BLOCK)
    visit(multiply({ values: data, turned: false }, right, count, dims, centres.count), first, count)
  }
}
