import type { Vectors } from '../vectors.js'
import { compareRows, emptyComparison, ROUNDING, type Centres, type Comparison } from './nearest.js'

/** Where rounds of k-means have settled. */
export interface Settled {
  readonly assignment: Int32Array
  readonly centres: Centres
  /** Sum of the rows' cosines to their own centres. */
  readonly total: number
}

/**
 * Rounds of k-means from the centres `first` until a round moves no row, or raises the total by less than `tolerance` of
 * it, `iterations` at most. `rows` are rows that are not zero.
 */
export function descend(
  vectors: Vectors,
  rows: Int32Array,
  first: Centres,
  iterations: number,
  tolerance: number
): Settled {
  const bounds = emptyComparison(vectors.count)
  compareRows(vectors, rows, rows.length, first, bounds)
  let centres = first
  let total = 0
  for (let round = 0; round < iterations; round++) {
    const moved = moveCentres(vectors, rows, centres, bounds)
    const gain = moved.total - total
    const done = round > 0 && !moved.repaired && gain < tolerance * total
    total = moved.total
    centres = moved.centres
    if (done) break
    if (moved.repaired) compareRows(vectors, rows, rows.length, centres, bounds)
    else if (!reassign(vectors, rows, centres, moved.shift, bounds)) break
  }
  return { assignment: bounds.index, centres, total }
}

interface Moved {
  readonly centres: Centres
  /** Cosine of each centre's old place to its new one. */
  readonly shift: Float64Array
  readonly total: number
  /** True if an empty cluster was started anew, so that no bound holds. */
  readonly repaired: boolean
}

/** Each centre goes to the direction of its rows' sum, whose length is the sum of their cosines to it. */
function moveCentres(vectors: Vectors, rows: Int32Array, centres: Centres, bounds: Comparison): Moved {
  const { dims, data } = vectors
  const sums = new Float64Array(centres.count * dims)
  const sizes = new Int32Array(centres.count)
  for (const row of rows) {
    const c = bounds.index[row]
    sizes[c]++
    const to = c * dims
    const from = row * dims
    for (let d = 0; d < dims; d++) sums[to + d] += data[from + d]
  }
  const shift = new Float64Array(centres.count)
  let total = 0
  let repaired = false
  for (let c = 0; c < centres.count; c++) {
    const sum = sums.subarray(c * dims, (c + 1) * dims)
    const old = centres.data.subarray(c * dims, (c + 1) * dims)
    let square = 0
    for (let d = 0; d < dims; d++) square += sum[d] * sum[d]
    const length = Math.sqrt(square)
    total += length
    if (length > 0) {
      // Float32 here already: the centres that are given out decide exactly as these do.
      for (let d = 0; d < dims; d++) sum[d] = Math.fround(sum[d] / length)
      for (let d = 0; d < dims; d++) shift[c] += sum[d] * old[d]
    } else if (sizes[c] > 0) {
      // Rows that cancel one another have no direction: the centre stays.
      sum.set(old)
      shift[c] = 1
    } else {
      const worst = worstRow(vectors, rows, centres, bounds, sizes)
      if (worst < 0) {
        sum.set(old)
        shift[c] = 1
        continue
      }
      sizes[bounds.index[worst]]--
      sizes[c] = 1
      bounds.index[worst] = c
      for (let d = 0; d < dims; d++) sum[d] = data[worst * dims + d]
      repaired = true
    }
  }
  return { centres: { count: centres.count, dims, data: sums }, shift, total, repaired }
}

/** The row farthest from its own centre in a cluster of at least two; -1 if every row lies on its centre. */
function worstRow(vectors: Vectors, rows: Int32Array, centres: Centres, bounds: Comparison, sizes: Int32Array): number {
  const { dims, data } = vectors
  let worst = -1
  let least = 1 - ROUNDING
  for (const row of rows) {
    const c = bounds.index[row]
    if (sizes[c] < 2) continue
    const sim = dotRow(data, row * dims, centres.data.subarray(c * dims, (c + 1) * dims), dims)
    if (sim < least) {
      least = sim
      worst = row
    }
  }
  return worst
}

/**
 * Moves each row to its nearest centre, and says whether any moved. `bounds` holds a lower bound of each row's cosine to
 * its own centre and an upper bound of its cosine to every other: centres that moved by an angle loosen them by that
 * angle, and only rows whose bounds cross are compared again.
 */
function reassign(
  vectors: Vectors,
  rows: Int32Array,
  centres: Centres,
  shift: Float64Array,
  bounds: Comparison
): boolean {
  const { dims, data } = vectors
  let least = 0
  let next = -1
  for (let c = 1; c < shift.length; c++) {
    if (shift[c] < shift[least]) {
      next = least
      least = c
    } else if (next < 0 || shift[c] < shift[next]) next = c
  }
  const open = new Int32Array(rows.length)
  const before = new Int32Array(rows.length)
  let count = 0
  for (const row of rows) {
    const own = bounds.index[row]
    const other = own === least ? next : least
    const upper = other < 0 ? -1 : nearerBy(bounds.second[row], shift[other])
    bounds.second[row] = upper
    bounds.similarity[row] = fartherBy(bounds.similarity[row], shift[own])
    if (bounds.similarity[row] > upper + ROUNDING) continue
    bounds.similarity[row] = dotRow(data, row * dims, centres.data.subarray(own * dims, (own + 1) * dims), dims)
    if (bounds.similarity[row] > upper + ROUNDING) continue
    before[count] = own
    open[count++] = row
  }
  compareRows(vectors, open, count, centres, bounds)
  for (let n = 0; n < count; n++) {
    if (bounds.index[open[n]] !== before[n]) return true
  }
  return false
}

/** The inner product of a float32 row with a centre, in four sums. */
function dotRow(data: Float32Array, from: number, centre: Float64Array, dims: number): number {
  let a = 0
  let b = 0
  let c = 0
  let e = 0
  let d = 0
  for (; d + 4 <= dims; d += 4) {
    a += data[from + d] * centre[d]
    b += data[from + d + 1] * centre[d + 1]
    c += data[from + d + 2] * centre[d + 2]
    e += data[from + d + 3] * centre[d + 3]
  }
  for (; d < dims; d++) a += data[from + d] * centre[d]
  return a + b + (c + e)
}

/** The cosine of an angle, widened by the angle of which `shift` is the cosine. */
function fartherBy(cosine: number, shift: number): number {
  const s = Math.min(shift, 1)
  const c = Math.min(cosine, 1)
  return c <= -s ? -1 : c * s - Math.sqrt(Math.max(0, (1 - c * c) * (1 - s * s)))
}

/** The cosine of an angle, narrowed by the angle of which `shift` is the cosine. */
function nearerBy(cosine: number, shift: number): number {
  const s = Math.min(shift, 1)
  const c = Math.max(cosine, -1)
  return c >= s ? 1 : c * s + Math.sqrt(Math.max(0, (1 - c * c) * (1 - s * s)))
}
