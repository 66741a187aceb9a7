import { createRandom, type Random } from '../random.js'
import { zeroVectors, type Vectors } from '../vectors.js'
import { compareRows, emptyComparison, nonzeroRows, ROUNDING, type Centres, type Comparison } from './nearest.js'
import { drawRows } from './sample.js'
import { drawIndex, seedCentres } from './seeding.js'

export interface KmeansOptions {
  /** Clusters wanted, at least 1. Fewer come back where there are fewer distinct rows. */
  readonly k: number
  /** Seed of the centres' first places. */
  readonly seed?: number | string
  /** Independent starts, at least 1. The best goes on; of a large collection they are made on a sample. */
  readonly restarts?: number
  /** Rounds of each start at most, at least 1. */
  readonly iterations?: number
  /**
   * Swaps of one centre that may fail before no more are tried, from 0. They find what rounds cannot, and take about as
   * long as so many more starts.
   */
  readonly swaps?: number
  /** A start ends when a round raises the mean cosine by less than this share of it. */
  readonly tolerance?: number
}

export const KMEANS_DEFAULTS = { seed: 1, restarts: 4, iterations: 60, swaps: 3, tolerance: 1e-4 } as const

export interface Clustering {
  /** Cluster of each row; -1 for a zero row. Clusters are numbered by size, the largest first, then by first row. */
  readonly assignment: Int32Array
  /** Unit centres, a row for each cluster. */
  readonly centroids: Vectors
  /** Mean cosine of the rows to the centres of their own clusters; 0 without rows. */
  readonly cohesion: number
}

/**
 * Spherical k-means (Dhillon and Modha 2001) of unit or zero rows. Centres start by k-means++ on cosine distance (Arthur
 * and Vassilvitskii 2007), rounds skip rows that bounds prove to stay (Hamerly's, on cosines: Schubert, Lang and Feher
 * 2021, section 4), a cluster left empty restarts at the row that fits worst. The same input gives the same bytes.
 * Another order of rows starts elsewhere: where clusters lie apart it changes their numbers alone.
 * @throws Error if k is not a whole number of at least 1.
 */
export function sphericalKMeans(vectors: Vectors, options: KmeansOptions): Clustering {
  const { k, seed, restarts, iterations, swaps, tolerance } = { ...KMEANS_DEFAULTS, ...options }
  if (!Number.isInteger(k) || k < 1) throw new Error(`k is ${k}; expected a whole number of clusters, at least 1`)
  const rows = nonzeroRows(vectors)
  if (rows.length === 0) {
    return {
      assignment: new Int32Array(vectors.count).fill(-1),
      centroids: zeroVectors(0, vectors.dims),
      cohesion: 0
    }
  }
  const random = createRandom(seed)
  const few = drawRows(rows, Math.max(TRIAL_ROWS.least, TRIAL_ROWS.each * k), random.fork('trial'))
  let best: Start | undefined
  for (let start = 0; start < restarts; start++) {
    const centres = seedCentres(vectors, few, k, random.fork(`start ${start}`))
    const found = descend(vectors, few, centres, iterations, tolerance)
    if (best === undefined || found.total > best.total) best = found
  }
  const swapped = swapCentres(vectors, few, best!, { swaps, iterations, tolerance }, random.fork('swaps'))
  const settled = few.length < rows.length ? descend(vectors, rows, swapped.centres, iterations, tolerance) : swapped
  return bySize(settled, rows)
}

/** Rows that starts are tried on: so many for each cluster, and in all at least. */
const TRIAL_ROWS = { each: 40, least: 3_000 }

/**
 * Takes away the centre that is missed least and puts one more into the cluster that spreads most, as long as that
 * helps: rounds alone never take one of two centres out of one true cluster to where two clusters share one.
 */
function swapCentres(
  vectors: Vectors,
  rows: Int32Array,
  start: Start,
  { swaps, iterations, tolerance }: { readonly swaps: number; readonly iterations: number; readonly tolerance: number },
  random: Random
): Start {
  const k = start.centres.count
  const { dims, data } = vectors
  let best = start
  for (let failed = 0; failed < swaps && k > 1;) {
    const found = emptyComparison(vectors.count)
    compareRows(vectors, rows, rows.length, best.centres, found)
    const missed = new Float64Array(k)
    const spread = new Float64Array(k)
    for (const row of rows) {
      const c = found.index[row]
      missed[c] += found.similarity[row] - found.second[row]
      spread[c] += Math.max(0, 1 - found.similarity[row])
    }
    const away = missed.indexOf(Math.min(...missed))
    spread[away] = 0
    const most = spread.indexOf(Math.max(...spread))
    const distance = Float64Array.from(rows, (row) =>
      found.index[row] === most ? Math.max(0, 1 - found.similarity[row]) : 0
    )
    const from = rows[drawIndex(distance, random.next() * spread[most])] * dims
    const centres = best.centres.data.slice()
    centres.set(data.subarray(from, from + dims), away * dims)
    const swapped = descend(vectors, rows, { count: k, dims, data: centres }, iterations, tolerance)
    if (swapped.total > best.total * (1 + tolerance)) {
      best = swapped
      failed = 0
    } else failed++
  }
  return best
}

interface Start {
  readonly assignment: Int32Array
  readonly centres: Centres
  /** Sum of the rows' cosines to their own centres. */
  readonly total: number
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
