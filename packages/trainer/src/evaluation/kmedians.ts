import type { Vectors } from '@leitmotif/encoder'
import { createRandom, type Random } from '@leitmotif/encoder/vectors'

export interface KmediansOptions {
  /** Number of clusters, 1 or more. Fewer come back when there are fewer distinct rows. */
  readonly k: number
  /** Number of independent starts, 1 or more; the best counts. */
  readonly restarts: number
  readonly seed: number | string
}

/** Maximum number of rounds of a start. */
const ROUNDS = 100

/**
 * Returns the cluster of each row by k-means under the L1 distance: a row goes to the nearest centre, a centre to the
 * medians of its rows, until no row moves. Starts by k-means++ (Arthur and Vassilvitskii 2007) with that distance, and
 * keeps the start with the least distance in all. An empty cluster stays empty. O(restarts · rounds · rows · k · dims).
 */
export function kMedians(vectors: Vectors, { k, restarts, seed }: KmediansOptions): Int32Array {
  const random = createRandom(seed).fork('k-medians')
  let best: Placed | undefined
  for (let start = 0; start < restarts; start++) {
    const found = settle(vectors, seedRows(vectors, k, random))
    if (best === undefined || found.total < best.total) best = found
  }
  return best!.assignment
}

interface Placed {
  readonly assignment: Int32Array
  /** Distances of all rows to their centres. */
  readonly total: number
}

function settle(vectors: Vectors, first: readonly number[]): Placed {
  const { dims, data } = vectors
  let centres: Float32Array[] = first.map((at) => Float32Array.from(data.subarray(at * dims, (at + 1) * dims)))
  let placed = place(vectors, centres)
  for (let round = 0; round < ROUNDS; round++) {
    centres = centres.map((centre, c) => medians(vectors, placed.assignment, c) ?? centre)
    const before = placed
    placed = place(vectors, centres)
    if (placed.total >= before.total) break
  }
  return placed
}

/** Puts each row to its nearest centre, the lowest of equals. */
function place(vectors: Vectors, centres: readonly Float32Array[]): Placed {
  let total = 0
  const assignment = new Int32Array(vectors.count)
  for (let i = 0; i < vectors.count; i++) {
    let least = Infinity
    for (const [c, centre] of centres.entries()) {
      const distance = distanceTo(vectors, i, centre, least)
      if (distance < least) [least, assignment[i]] = [distance, c]
    }
    total += least
  }
  return { assignment, total }
}

/** Returns the L1 distance of a row, or some number of at least `most` if it is no smaller. */
function distanceTo({ dims, data }: Vectors, at: number, centre: Float32Array, most: number): number {
  let sum = 0
  for (let d = 0, from = at * dims; d < dims && sum < most; d++) sum += Math.abs(data[from + d] - centre[d])
  return sum
}

/** Returns the median of each component over the rows of a cluster; undefined for an empty one. */
function medians({ count, dims, data }: Vectors, assignment: Int32Array, cluster: number): Float32Array | undefined {
  const rows = Array.from({ length: count }, (_, i) => i).filter((i) => assignment[i] === cluster)
  if (rows.length === 0) return undefined
  const values = new Float32Array(rows.length)
  const [low, high] = [(rows.length - 1) >> 1, rows.length >> 1]
  return Float32Array.from({ length: dims }, (_, d) => {
    for (const [r, i] of rows.entries()) values[r] = data[i * dims + d]
    values.sort()
    return (values[low] + values[high]) / 2
  })
}

/** Draws distinct rows, each with a probability proportional to its distance from those drawn before. */
function seedRows(vectors: Vectors, k: number, random: Random): number[] {
  const { count, dims, data } = vectors
  const drawn = [random.integer(count)]
  const distance = new Float64Array(count).fill(Infinity)
  while (drawn.length < k) {
    const last = data.subarray(drawn.at(-1)! * dims, (drawn.at(-1)! + 1) * dims)
    let sum = 0
    for (let i = 0; i < count; i++) {
      distance[i] = Math.min(distance[i], distanceTo(vectors, i, last, Infinity))
      sum += distance[i]
    }
    if (sum === 0) break
    let left = random.next() * sum
    let next = 0
    for (let i = 0; i < count && left >= 0; i++) {
      if (distance[i] > 0) next = i
      left -= distance[i]
    }
    drawn.push(next)
  }
  return drawn
}
