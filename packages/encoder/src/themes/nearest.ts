import { createMultiply, type Multiply } from '../model/matrix-product.js'
import type { Vectors } from '../vectors.js'

/** For each row: its nearest centre, how near, and how near the second nearest is. */
export interface Nearest {
  /** Index of the nearest centre, the lowest of equals; -1 for a zero row, or where there is no centre. */
  readonly index: Int32Array
  /** Cosine to that centre; 0 where there is none. */
  readonly similarity: Float32Array
  /** Cosine to the second nearest centre; -1 where there is none. */
  readonly second: Float32Array
}

/**
 * Cosines that differ by less are equal: they are sums of float32 products in float32, right to about 1e-6 in a thousand
 * dimensions.
 */
export const ROUNDING = 1e-5

/** The nearest of `centres` (unit rows) for each row of `vectors` (unit or zero rows). O(rows · centres · dims). */
export function nearestCentres(vectors: Vectors, centres: Vectors): Nearest {
  const found = noneNearest(vectors.count)
  if (centres.count > 0) compareRows(vectors, nonzeroRows(vectors), centres, found)
  return found
}

/** `count` rows, none compared yet. */
export function noneNearest(count: number): Nearest {
  return {
    index: new Int32Array(count).fill(-1),
    similarity: new Float32Array(count),
    second: new Float32Array(count).fill(-1)
  }
}

/** The rows that are not zero, ascending. */
export function nonzeroRows(vectors: Vectors): Int32Array {
  const { count, dims, data } = vectors
  const rows = new Int32Array(count)
  let known = 0
  for (let i = 0; i < count; i++) {
    for (let d = i * dims; d < (i + 1) * dims; d++) {
      if (data[d] !== 0) {
        rows[known++] = i
        break
      }
    }
  }
  return rows.slice(0, known)
}

/** Compares `rows` with every centre and writes the result into `into`, at each row's own index. */
export function compareRows(vectors: Vectors, rows: Int32Array, centres: Vectors, into: Nearest): void {
  const k = centres.count
  visitProducts(vectors, rows, centres, (products, first, count) => {
    for (let n = 0; n < count; n++) {
      let best = 0
      let most = products[n * k]
      let second = -1
      for (let c = 1; c < k; c++) {
        const sim = products[n * k + c]
        if (sim > most) {
          second = most
          most = sim
          best = c
        } else if (sim > second) second = sim
      }
      const row = rows[first + n]
      into.index[row] = best
      into.similarity[row] = most
      into.second[row] = second
    }
  })
}

/** Rows multiplied at once: they stay in the processor's cache, and so do the centres. */
const BLOCK = 512

let multiply: Multiply | undefined

/**
 * The inner products of `rows` (ascending) with every centre, some rows at a time: `visit` is given those of the `count` rows from
 * `rows[first]` on, [count, centres]. Each is summed in one fixed order, so the result is the same to the byte everywhere.
 */
export function visitProducts(
  vectors: Vectors,
  rows: Int32Array,
  centres: Vectors,
  visit: (products: Float32Array, first: number, count: number) => void
): void {
  const { dims, data } = vectors
  multiply ??= createMultiply()
  const right = { values: centres.data, turned: true }
  let block: Float32Array | undefined
  for (let first = 0; first < rows.length; first += BLOCK) {
    const count = Math.min(BLOCK, rows.length - first)
    const from = rows[first] * dims
    const adjacent = rows[first + count - 1] - rows[first] === count - 1
    if (!adjacent) block ??= new Float32Array(Math.min(BLOCK, rows.length) * dims)
    for (let n = 0; n < count && !adjacent; n++) {
      const start = rows[first + n] * dims
      block!.set(data.subarray(start, start + dims), n * dims)
    }
    const values = adjacent ? data.subarray(from, from + count * dims) : block!.subarray(0, count * dims)
    visit(multiply({ values, turned: false }, right, count, dims, centres.count), first, count)
  }
}
