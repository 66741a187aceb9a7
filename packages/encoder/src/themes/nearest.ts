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

/** Cosines that differ by less are equal: centres are float32, so of length 1 to about 1e-7. */
export const ROUNDING = 1e-6

/** Centres as doubles: the same values, read without a conversion in the inner loop. */
export interface Centres {
  readonly count: number
  readonly dims: number
  readonly data: Float64Array
}

/** What `compareRows` fills: one cell a row. Doubles, so that bounds kept in them do not erode. */
export interface Comparison {
  readonly index: Int32Array
  readonly similarity: Float64Array
  readonly second: Float64Array
}

/** The nearest of `centres` (unit rows) for each row of `vectors` (unit or zero rows). O(rows · centres · dims). */
export function nearestCentres(vectors: Vectors, centres: Vectors): Nearest {
  const rows = nonzeroRows(vectors)
  const found = emptyComparison(vectors.count)
  const doubles = { count: centres.count, dims: centres.dims, data: Float64Array.from(centres.data) }
  if (centres.count > 0) compareRows(vectors, rows, rows.length, doubles, found)
  return {
    index: found.index,
    similarity: Float32Array.from(found.similarity),
    second: Float32Array.from(found.second)
  }
}

/** A comparison of `count` rows, none compared yet. */
export function emptyComparison(count: number): Comparison {
  return {
    index: new Int32Array(count).fill(-1),
    similarity: new Float64Array(count),
    second: new Float64Array(count).fill(-1)
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

/** Compares the first `count` of `rows` with every centre and writes the result into `into`, at each row's own index. */
export function compareRows(
  vectors: Vectors,
  rows: Int32Array,
  count: number,
  centres: Centres,
  into: Comparison
): void {
  const k = centres.count
  const cosines = new Float64Array(2 * k)
  for (let n = 0; n < count; n += 2) {
    const first = rows[n]
    const second = n + 1 < count ? rows[n + 1] : first
    compareTwo(vectors, first, second, centres, cosines)
    recordBest(cosines, 0, k, first, into)
    recordBest(cosines, k, k, second, into)
  }
}

/**
 * The inner products of two rows with every centre: the first row's, then the second's, [2, centres]. Two rows meet four
 * centres at a time: eight sums in flight, each row and centre read half and a quarter as often. Sums run in one fixed
 * order, so the result is the same to the byte everywhere.
 */
export function compareTwo(
  { dims, data }: Vectors,
  first: number,
  second: number,
  { count: k, data: centre }: Centres,
  cosines: Float64Array
): void {
  const x = first * dims
  const y = second * dims
  let c = 0
  for (; c + 4 <= k; c += 4) {
    const p = c * dims
    const q = p + dims
    const r = q + dims
    const s = r + dims
    let xp = 0
    let xq = 0
    let xr = 0
    let xs = 0
    let yp = 0
    let yq = 0
    let yr = 0
    let ys = 0
    for (let d = 0; d < dims; d++) {
      const u = data[x + d]
      const v = data[y + d]
      const cp = centre[p + d]
      const cq = centre[q + d]
      const cr = centre[r + d]
      const cs = centre[s + d]
      xp += u * cp
      xq += u * cq
      xr += u * cr
      xs += u * cs
      yp += v * cp
      yq += v * cq
      yr += v * cr
      ys += v * cs
    }
    cosines[c] = xp
    cosines[c + 1] = xq
    cosines[c + 2] = xr
    cosines[c + 3] = xs
    cosines[k + c] = yp
    cosines[k + c + 1] = yq
    cosines[k + c + 2] = yr
    cosines[k + c + 3] = ys
  }
  for (; c < k; c++) {
    const p = c * dims
    let xp = 0
    let yp = 0
    for (let d = 0; d < dims; d++) {
      xp += data[x + d] * centre[p + d]
      yp += data[y + d] * centre[p + d]
    }
    cosines[c] = xp
    cosines[k + c] = yp
  }
}

function recordBest(cosines: Float64Array, from: number, k: number, row: number, into: Comparison): void {
  let best = 0
  let most = cosines[from]
  let second = -1
  for (let c = 1; c < k; c++) {
    const sim = cosines[from + c]
    if (sim > most) {
      second = most
      most = sim
      best = c
    } else if (sim > second) second = sim
  }
  into.index[row] = best
  into.similarity[row] = most
  into.second[row] = second
}
