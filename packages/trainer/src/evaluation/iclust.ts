import type { Vectors } from '@leitmotif/encoder'
import { createRandom, type Random } from '@leitmotif/encoder/vectors'

/** Similarities of items: `data` is [count, count], symmetric. */
export interface Similarities {
  readonly count: number
  readonly data: Float64Array
}

export interface IclustOptions {
  /** Number of clusters, 1 or more; limited to the number of items. */
  readonly k: number
  /** Number of independent starts, 1 or more; the best counts. */
  readonly restarts: number
  /** Maximum number of passes over all items in a start, 1 or more. */
  readonly sweeps: number
  readonly seed: number | string
}

const ICLUST_DEFAULTS = { restarts: 10, sweeps: 100, seed: 1 } as const

/** A clustering. */
export interface Iclust {
  /** Cluster of each item, from 0; none is empty. */
  readonly assignment: Int32Array
  /** The objective: the mean of the clusters' mean similarities, weighted by size. */
  readonly similarity: number
}

/** Minimum gain of a move; smaller ones may be rounding errors, and cycle. */
const LEAST_GAIN = 1e-9

/**
 * Clusters by information-based clustering (Slonim, Atwal, Tkacik and Bialek 2005) in its hard limit: maximizes the mean over
 * items of s(C), the mean similarity of two items drawn independently from the cluster (perhaps the same one). Starts from an
 * even random division and moves one item at a time, in random order, to the cluster with the greatest gain, until no move
 * helps. Returns the best of several starts, the first of equals. A sweep takes items x (k + moves).
 */
export function iclust(similarities: Similarities, options: Partial<IclustOptions> & Pick<IclustOptions, 'k'>): Iclust {
  const { k, restarts, sweeps, seed } = { ...ICLUST_DEFAULTS, ...options }
  const random = createRandom(seed).fork('iclust')
  const clusters = Math.min(k, similarities.count)
  let best: Iclust | undefined
  for (let start = 0; start < restarts; start++) {
    const assignment = improve(similarities, clusters, sweeps, random)
    const similarity = similarityWithin(similarities, assignment)
    if (best === undefined || similarity > best.similarity) best = { assignment, similarity }
  }
  return best!
}

/** Runs one start: a random division, then moves until none helps. */
function improve({ count, data }: Similarities, k: number, sweeps: number, random: Random): Int32Array {
  const order = random.shuffle(Array.from({ length: count }, (_, i) => i))
  const assignment = new Int32Array(count)
  order.forEach((item, place) => (assignment[item] = place % k))
  // Summed similarity of each item to the items of each cluster, [count, k].
  const links = new Float64Array(count * k)
  const sizes = new Int32Array(k)
  const within = new Float64Array(k)
  for (let i = 0; i < count; i++) {
    sizes[assignment[i]]++
    for (let j = 0; j < count; j++) links[i * k + assignment[j]] += data[i * count + j]
  }
  for (let i = 0; i < count; i++) within[assignment[i]] += links[i * k + assignment[i]]

  for (let sweep = 0; sweep < sweeps; sweep++) {
    let moved = false
    for (const item of random.shuffle(order)) {
      const from = assignment[item]
      if (sizes[from] === 1) continue
      const own = data[item * count + item]
      const left = within[from] - 2 * links[item * k + from] + own
      const loss = left / (sizes[from] - 1) - within[from] / sizes[from]
      let to = from
      let most = LEAST_GAIN
      for (let c = 0; c < k; c++) {
        if (c === from) continue
        const joined = within[c] + 2 * links[item * k + c] + own
        const gain = loss + joined / (sizes[c] + 1) - within[c] / sizes[c]
        if (gain > most) {
          most = gain
          to = c
        }
      }
      if (to === from) continue
      moved = true
      assignment[item] = to
      within[from] = left
      within[to] += 2 * links[item * k + to] + own
      sizes[from]--
      sizes[to]++
      for (let j = 0; j < count; j++) {
        const shared = data[item * count + j]
        links[j * k + from] -= shared
        links[j * k + to] += shared
      }
    }
    if (!moved) break
  }
  return assignment
}

/** Returns Iclust's objective: the mean over items of the mean similarity within their clusters; 0 without items. */
export function similarityWithin({ count, data }: Similarities, assignment: Int32Array): number {
  const sums = new Map<number, { size: number; sum: number }>()
  for (let i = 0; i < count; i++) {
    const cluster = sums.get(assignment[i]) ?? { size: 0, sum: 0 }
    sums.set(assignment[i], cluster)
    cluster.size++
    for (let j = 0; j < count; j++) {
      if (assignment[j] === assignment[i]) cluster.sum += data[i * count + j]
    }
  }
  let total = 0
  for (const { size, sum } of sums.values()) total += sum / size
  return count === 0 ? 0 : total / count
}

/** Returns the cosines of unit or zero rows. */
export function cosines({ count, dims, data }: Vectors): Similarities {
  const similarities = new Float64Array(count * count)
  for (let i = 0; i < count; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = 0
      for (let d = 0; d < dims; d++) sum += data[i * dims + d] * data[j * dims + d]
      similarities[i * count + j] = sum
      similarities[j * count + i] = sum
    }
  }
  return { count, data: similarities }
}
