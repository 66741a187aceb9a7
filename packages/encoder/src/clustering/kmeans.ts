import { createRandom, type Random } from '../vectors/random.js'
import { checkRows, row, selectRows, zeroVectors, type Vectors } from '../vectors/vectors.js'
import { nearestCentres, nonzeroRows, type Nearest } from './nearest.js'
import { checkWhole } from '../vectors/argument-checks.js'
import { descend, type Settled } from './rounds.js'
import { drawIndices } from './row-sample.js'
import { drawIndex, seedCentres } from './seeding.js'

export interface KmeansOptions {
  /** Clusters wanted, at least 1. Fewer come back where there are fewer distinct rows. */
  readonly k: number
  /** Seed of the centres' first places. */
  readonly seed?: number | string
  /**
   * Unit centres to start from, as of an earlier clustering, in place of several starts: clusters stay where they were as
   * far as the rows allow. Of more than `k`, those missed least go; of fewer, further ones are drawn.
   */
  readonly from?: Vectors
  /** Independent starts, at least 1. The best goes on; of a large collection they are made on a sample. */
  readonly restarts?: number
  /** Rounds of each start at most, at least 1. */
  readonly iterations?: number
  /**
   * Swaps of one centre that may fail before no more are tried, from 0. They find what rounds cannot, and take about as
   * long as so many more starts.
   */
  readonly swaps?: number
  /** A start ends when a round raises the mean cosine by less than this share of it. At least 0. */
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
 * and Vassilvitskii 2007); a cluster left empty restarts at the row that fits worst. The same input gives the same bytes.
 * Another order of rows starts elsewhere: where clusters lie apart it changes their numbers alone.
 * @throws Error for an option out of its range, or a row that is neither unit nor zero.
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
  // With less, swaps that make it worse would go on for ever.
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

/** Rows that starts are tried on: so many for each cluster, and in all at least. */
const TRIAL_ROWS = { each: 40, least: 3_000 }

/**
 * Takes away the centre that is missed least and puts one more into the cluster that spreads most, as long as that
 * helps: rounds alone never take one of two centres out of one true cluster to where two clusters share one.
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

/** The centre without which the rows' cosines to their centres would add up to least less. */
function leastMissed({ index, similarity, second }: Nearest, k: number): number {
  const missed = new Float64Array(k)
  for (const [i, c] of index.entries()) missed[c] += similarity[i] - second[i]
  return missed.indexOf(Math.min(...missed))
}

/** At most `k` of the centres: those missed least are taken away one by one. */
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

/** Numbers clusters by size, then by first row; drops those without rows. */
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
