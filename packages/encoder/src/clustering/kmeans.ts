import { createRandom, type Random } from '../vectors/random.js'
import { checkRows, row, selectRows, zeroVectors, type Vectors } from '../vectors/vectors.js'
import { nearestCentres, nonzeroRows, type Nearest } from './nearest.js'
import { checkWhole } from '../vectors/argument-checks.js'
import { descend, type Settled } from './rounds.js'
import { drawIndices } from './row-sample.js'
import { drawIndex, seedCentres } from './seeding.js'

export interface KmeansOptions {
  /** Clusters wanted, from 1. Fewer come back when there are fewer distinct rows. */
  readonly k: number
  /** Seed of the initial centres. Default: 1. */
  readonly seed?: number | string
  /**
   * Unit centres to start from, for instance those of an earlier clustering. They replace the independent starts, so
   * clusters stay as they were where the rows allow. Of more than `k` centres the least useful are dropped; of fewer,
   * more are drawn.
   */
  readonly from?: Vectors
  /** Independent starts, from 1; the best continues. Large collections start on a sample. Default: 4. */
  readonly restarts?: number
  /** Maximum number of iterations of each start, from 1. Default: 60. */
  readonly iterations?: number
  /**
   * How many swaps of one centre may fail before the search stops, from 0. Swaps escape local optima that iterations
   * cannot; each takes about as long as another start. Default: 3.
   */
  readonly swaps?: number
  /** A start ends when an iteration raises the mean cosine by less than this fraction, from 0. Default: 0.0001. */
  readonly tolerance?: number
}

export const KMEANS_DEFAULTS = { seed: 1, restarts: 4, iterations: 60, swaps: 3, tolerance: 1e-4 } as const

export interface Clustering {
  /** Cluster of each row; -1 for a zero row. Clusters are numbered by size, largest first, then by first row. */
  readonly assignment: Int32Array
  /** Unit centres, one row per cluster. */
  readonly centroids: Vectors
  /** Mean cosine of the rows to the centres of their clusters; 0 without rows. */
  readonly cohesion: number
}

/**
 * Clusters unit or zero rows by spherical k-means (Dhillon and Modha 2001). Centres start by k-means++ on cosine
 * distance (Arthur and Vassilvitskii 2007); an empty cluster restarts at the row that fits worst. The same input gives
 * the same bytes. The order of the rows changes the start; if clusters are well separated, it changes only their
 * numbers.
 * @throws Error for an option out of its range, or a row whose length is neither 1 nor 0.
 * @example
 * const rows = { count: 3, dims: 2, data: Float32Array.of(1, 0, 1, 0, 0, 1) }
 * sphericalKMeans(rows, { k: 2 }).assignment // => Int32Array.of(0, 0, 1)
 */
export function sphericalKMeans(vectors: Vectors, options: KmeansOptions): Clustering {
  const { k, seed, from, restarts, iterations, swaps, tolerance } = { ...KMEANS_DEFAULTS, ...options }
  checkWhole('k', k, 1)
  checkWhole('restarts', restarts, 1)
  checkWhole('iterations', iterations, 1)
  checkWhole('swaps', swaps, 0)
  // A negative tolerance would accept swaps that lower the total, without end.
  if (!(tolerance >= 0)) throw new Error(`tolerance is ${tolerance}; expected a number of at least 0`)
  checkRows('vectors', vectors)
  if (from !== undefined) checkRows('from', from, vectors.dims)
  const known = nonzeroRows(vectors)
  const assignment = new Int32Array(vectors.count).fill(-1)
  if (known.length === 0) return { assignment, centroids: zeroVectors(0, vectors.dims), cohesion: 0 }
  const rows = known.length < vectors.count ? selectRows(vectors, known) : vectors
  const random = createRandom(seed)
  const drawn = drawIndices(rows.count, Math.max(TRIAL_ROWS.least, TRIAL_ROWS.each * k), random.fork('trial'))
  const few = drawn.length < rows.count ? selectRows(rows, drawn) : rows
  let best: Settled | undefined
  const given = from === undefined || from.count === 0 ? undefined : keepMissed(few, from, k)
  for (let start = 0; start < (given === undefined ? restarts : 1); start++) {
    const centres = seedCentres(few, k, random.fork(`start ${start}`), given)
    const found = descend(few, centres, iterations, tolerance)
    if (best === undefined || found.total > best.total) best = found
  }
  const swapped = swapCentres(few, best!, { swaps, iterations, tolerance }, random.fork('swaps'))
  const settled = bySize(few === rows ? swapped : descend(rows, swapped.centres, iterations, tolerance))
  for (const [i, at] of known.entries()) assignment[at] = settled.assignment[i]
  return { ...settled, assignment }
}

/** Size of the sample for trial starts: this many rows per cluster, and at least this many in all. */
const TRIAL_ROWS = { each: 40, least: 3_000 }

/**
 * Moves the least useful centre into the cluster with the largest spread, as long as that helps. Iterations alone never
 * move one of two centres out of a true cluster to a place where two true clusters share a centre.
 */
function swapCentres(
  rows: Vectors,
  start: Settled,
  { swaps, iterations, tolerance }: { readonly swaps: number; readonly iterations: number; readonly tolerance: number },
  random: Random
): Settled {
  const k = start.centres.count
  const { dims } = rows
  let best = start
  for (let failed = 0; failed < swaps && k > 1;) {
    const found = nearestCentres(rows, best.centres)
    const distance = Float64Array.from(found.similarity, (similarity) => Math.max(0, 1 - similarity))
    const spread = new Float64Array(k)
    for (const [i, c] of found.index.entries()) spread[c] += distance[i]
    const away = leastMissed(found, k)
    spread[away] = 0
    const most = spread.indexOf(Math.max(...spread))
    const weights = distance.map((value, i) => (found.index[i] === most ? value : 0))
    const centres = best.centres.data.slice()
    centres.set(row(rows, drawIndex(weights, random.next() * spread[most])), away * dims)
    const swapped = descend(rows, { count: k, dims, data: centres }, iterations, tolerance)
    if (swapped.total > best.total * (1 + tolerance)) {
      best = swapped
      failed = 0
    } else failed++
  }
  return best
}

/** Returns the centre whose removal lowers the total cosine least. */
function leastMissed({ index, similarity, second }: Nearest, k: number): number {
  const missed = new Float64Array(k)
  for (const [i, c] of index.entries()) missed[c] += similarity[i] - second[i]
  return missed.indexOf(Math.min(...missed))
}

/** Drops the least useful centres until at most `k` remain. */
function keepMissed(rows: Vectors, centres: Vectors, k: number): Vectors {
  let kept = centres
  while (kept.count > k) {
    const away = leastMissed(nearestCentres(rows, kept), kept.count)
    kept = selectRows(
      kept,
      Array.from({ length: kept.count }, (_, c) => c).filter((c) => c !== away)
    )
  }
  return kept
}

/** Numbers clusters by size, then by first row, and drops those without rows. */
function bySize({ centres, assignment, total }: Settled): Clustering {
  const sizes = new Int32Array(centres.count)
  const first = new Int32Array(centres.count).fill(-1)
  for (const [i, c] of assignment.entries()) if (sizes[c]++ === 0) first[c] = i
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
    assignment: assignment.map((c) => number[c]),
    centroids,
    cohesion: total / assignment.length
  }
}
