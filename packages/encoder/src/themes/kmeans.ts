import { createRandom, type Random } from '../random.js'
import { zeroVectors, type Vectors } from '../vectors.js'
import { compareRows, emptyComparison, nonzeroRows, type Centres, type Comparison } from './nearest.js'
import { drawRows } from './sample.js'

export interface KmeansOptions {
  /** Clusters wanted, at least 1. Fewer come back where there are fewer distinct rows. */
  readonly k: number
  /** Seed of the centres' first places. */
  readonly seed?: number | string
  /** Independent starts, the best of which is kept, at least 1. More cost time in proportion. */
  readonly restarts?: number
  /** Rounds of each start at most, at least 1. */
  readonly iterations?: number
  /** A start ends when a round raises the mean cosine by less than this share of it. */
  readonly tolerance?: number
}

export const KMEANS_DEFAULTS = { seed: 1, restarts: 4, iterations: 60, tolerance: 1e-5 } as const

export interface Clustering {
  /** Cluster of each row; -1 for a zero row. Clusters are numbered by size, the largest first, then by first row. */
  readonly assignment: Int32Array
  /** Unit centres, a row for each cluster. */
  readonly centroids: Vectors
  /** Mean cosine of the rows to the centres of their own clusters; 0 without rows. */
  readonly cohesion: number
}

/** Bounds are trusted only by more than this: centres are float32, so of length 1 to about 1e-7. */
const SLACK = 1e-6

/**
 * Spherical k-means (Dhillon and Modha 2001) of unit or zero rows: centres start by k-means++ on cosine distance (Arthur
 * and Vassilvitskii 2007), rounds skip rows that bounds prove to stay (Hamerly's, on cosines: Schubert, Lang and Feher
 * 2021, section 4), a cluster left empty restarts at the row that fits worst. The same input gives the same bytes.
 * Another order of rows starts elsewhere: where clusters lie apart it changes their numbers alone.
 * @throws Error if k is not a whole number of at least 1.
 */
export function sphericalKMeans(vectors: Vectors, options: KmeansOptions): Clustering {
  const { k, seed, restarts, iterations, tolerance } = { ...KMEANS_DEFAULTS, ...options }
  if (!Number.isInteger(k) || k < 1) throw new Error(`k is ${k}; expected a whole number of clusters, at least 1`)
  const rows = nonzeroRows(vectors)
  let best: Start | undefined
  for (let start = 0; start < restarts && rows.length > 0; start++) {
    const random = createRandom(`${seed}/${start}`)
    const found = descend(vectors, rows, seedCentres(vectors, rows, k, random), iterations, tolerance)
    if (best === undefined || found.total > best.total) best = found
  }
  if (best === undefined) {
    return {
      assignment: new Int32Array(vectors.count).fill(-1),
      centroids: zeroVectors(0, vectors.dims),
      cohesion: 0
    }
  }
  return bySize(best, rows)
}

interface Start {
  readonly assignment: Int32Array
  readonly centres: Centres
  /** Sum of the rows' cosines to their own centres. */
  readonly total: number
}

/** Rows that first centres are drawn from, at most, for each centre; and in all, at least. */
const SEEDING_ROWS = { each: 40, least: 3_000 }

/**
 * Up to `k` distinct rows as first centres, from a sample of a large collection. Each next one is the best of a few drawn
 * with chance in proportion to their distance (greedy k-means++: Arthur and Vassilvitskii 2007, section 5).
 */
function seedCentres(vectors: Vectors, all: Int32Array, k: number, random: Random): Centres {
  const { dims, data } = vectors
  const rows = drawRows(all, Math.max(SEEDING_ROWS.least, SEEDING_ROWS.each * k), random)
  const trials = 2 + Math.floor(Math.log(k))
  const centres = new Float64Array(Math.min(k, rows.length) * dims)
  let distance = new Float64Array(rows.length).fill(2)
  let sum = 2 * rows.length
  let count = 0
  while (count < k && sum > 0) {
    let best: { row: number; distance: Float64Array<ArrayBuffer>; sum: number } | undefined
    for (let trial = 0; trial < (count === 0 ? 1 : trials); trial++) {
      const row = rows[drawIndex(distance, random.next() * sum)] * dims
      const centre = Float64Array.from(data.subarray(row, row + dims))
      const after = new Float64Array(rows.length)
      let left = 0
      for (let n = 0; n < rows.length; n++) {
        if (distance[n] === 0) continue
        const away = 1 - dotRow(data, rows[n] * dims, centre, dims)
        // What rounding leaves between equal rows is no distance.
        after[n] = Math.min(distance[n], away > SLACK ? away : 0)
        left += after[n]
      }
      if (best === undefined || left < best.sum) best = { row, distance: after, sum: left }
    }
    centres.set(data.subarray(best!.row, best!.row + dims), count * dims)
    distance = best!.distance
    sum = best!.sum
    count++
  }
  return { count, dims, data: centres.subarray(0, count * dims) }
}

/** The first index at which the weights add up to more than `target`; the last of any weight where rounding has it so. */
function drawIndex(weights: Float64Array, target: number): number {
  let last = 0
  for (let n = 0; n < weights.length; n++) {
    if (weights[n] === 0) continue
    last = n
    target -= weights[n]
    if (target < 0) break
  }
  return last
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

function descend(vectors: Vectors, rows: Int32Array, first: Centres, iterations: number, tolerance: number): Start {
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
  let least = 1 - SLACK
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
    if (bounds.similarity[row] > upper + SLACK) continue
    bounds.similarity[row] = dotRow(data, row * dims, centres.data.subarray(own * dims, (own + 1) * dims), dims)
    if (bounds.similarity[row] > upper + SLACK) continue
    before[count] = own
    open[count++] = row
  }
  compareRows(vectors, open, count, centres, bounds)
  for (let n = 0; n < count; n++) {
    if (bounds.index[open[n]] !== before[n]) return true
  }
  return false
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

/** Numbers clusters by size, then by first row; drops those without rows. */
function bySize(start: Start, rows: Int32Array): Clustering {
  const { centres, assignment, total } = start
  const sizes = new Int32Array(centres.count)
  const first = new Int32Array(centres.count).fill(-1)
  for (const row of rows) {
    const c = assignment[row]
    if (sizes[c]++ === 0) first[c] = row
  }
  const order = Array.from(sizes.keys())
    .filter((c) => sizes[c] > 0)
    .sort((a, b) => sizes[b] - sizes[a] || first[a] - first[b])
  const centroids = zeroVectors(order.length, centres.dims)
  const number = new Int32Array(centres.count)
  order.forEach((c, n) => {
    number[c] = n
    centroids.data.set(centres.data.subarray(c * centres.dims, (c + 1) * centres.dims), n * centres.dims)
  })
  return {
    assignment: assignment.map((c) => (c < 0 ? -1 : number[c])),
    centroids,
    cohesion: total / rows.length
  }
}
