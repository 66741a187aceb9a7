import type { Vectors } from '@leitmotif/encoder'
import { createRandom, type Random } from '@leitmotif/encoder/vectors'

/** What each of some items has in common with each: `data` is [count, count], symmetric. */
export interface Similarities {
  readonly count: number
  readonly data: Float64Array
}

export interface IclustOptions {
  /** Clusters; no more than items are made. At least 1. */
  readonly k: number
  /** Independent starts, of which the best remains. At least 1. */
  readonly restarts: number
  /** How often a start goes over all items at most. At least 1. */
  readonly sweeps: number
  readonly seed: number | string
}

const ICLUST_DEFAULTS = { restarts: 10, sweeps: 100, seed: 1 } as const

/** Items in clusters. */
export interface Iclust {
  /** Cluster of each item, from 0; none is empty. */
  readonly assignment: Int32Array
  /** The mean, weighted by size, of the clusters' mean similarities: what was made as large as was found. */
  readonly similarity: number
}

/** A move must raise the sum of similarities per cluster by more than this, or rounding could go round in circles. */
const LEAST_GAIN = 1e-9

/**
 * Information-based clustering (Slonim, Atwal, Tkacik and Bialek 2005, "Information-based clustering") in its hard limit: of
 * k clusters of equally likely items, finds those with the greatest mean over items of s(C), the mean similarity of two
 * items drawn from the cluster independently (so an item may meet itself). Starts from an
 * even random division and, in random order, moves one item at a time to where that mean grows most, until none does.
 * Of several starts the best, the first of equals. A sweep takes items x (k + moves).
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

/** One start: a random division, and moves until there is none that helps. */
function improve({ count, data }: Similarities, k: number, sweeps: number, random: Random): Int32Array {
  const order = random.shuffle(Array.from({ length: count }, (_, i) => i))
  const assignment = new Int32Array(count)
  order.forEach((item, place) => (assignment[item] = place % k))
  // What each item has in common with the items of each cluster, [count, k]; sums over clusters follow from it.
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

/** What Iclust makes large: the mean over items of the mean similarity within their clusters; 0 of no items. */
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

/** The cosines of unit or zero rows. */
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
