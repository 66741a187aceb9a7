import { checkRows, dot, row, type Vectors } from '../vectors/vectors.js'

/** Maximum number of rows that `averageLink` accepts: their distances take 64 MB. */
export const MAX_LINKED_ROWS = 4_000

/** A merge of two clusters. Cluster i < n is row i; cluster n + m is the result of merge m. */
export interface Merge {
  /** The cluster with the lower first row. */
  readonly left: number
  readonly right: number
  /** Mean cosine distance between the rows of the two, from 0 to 2. */
  readonly distance: number
  /** Rows in the merged cluster. */
  readonly size: number
}

/** Where to cut a tree of merges: into `k` clusters, or before the first merge at more than `distance`. */
export type Cut = { readonly k: number } | { readonly distance: number }

/**
 * Returns the n - 1 merges of average-link clustering (UPGMA: Sokal and Michener 1958) on cosine distance, nearest
 * first. Uses nearest-neighbour chains (Müllner 2011, section 3.2) in O(n² · (dims + 1)) time. Of equal distances the
 * lower row merges first. A zero row has distance 1 to every other.
 * @throws Error for more than MAX_LINKED_ROWS rows, or a row whose length is neither 1 nor 0.
 */
export function averageLink(vectors: Vectors): Merge[] {
  const n = vectors.count
  if (n > MAX_LINKED_ROWS) {
    throw new Error(
      `${n} rows are too many for average-link clustering; expected at most ${MAX_LINKED_ROWS}: sample them, or use k-means`
    )
  }
  checkRows('vectors', vectors)
  const distances = condensedDistances(vectors)
  const sizes = new Int32Array(n).fill(1)
  const heights = new Float64Array(n)
  const found: { a: number; b: number; distance: number }[] = []
  const chain: number[] = []
  for (let left = n; left > 1;) {
    if (chain.length === 0) chain.push(sizes.findIndex((size) => size > 0))
    const tip = chain[chain.length - 1]
    const previous = chain.length > 1 ? chain[chain.length - 2] : -1
    // Among equal distances, prefers the previous cluster; otherwise a chain of equals would never end.
    let nearest = previous
    let least = previous < 0 ? Infinity : distances[cell(n, tip, previous)]
    for (let other = 0; other < n; other++) {
      if (other === tip || sizes[other] === 0) continue
      const distance = distances[cell(n, tip, other)]
      if (distance < least) {
        least = distance
        nearest = other
      }
    }
    if (nearest !== previous) {
      chain.push(nearest)
      continue
    }
    chain.length -= 2
    const keep = Math.min(tip, previous)
    const drop = Math.max(tip, previous)
    // Not less than the heights of its parts, which rounding of equal means could cause.
    heights[keep] = Math.max(least, heights[keep], heights[drop])
    found.push({ a: keep, b: drop, distance: heights[keep] })
    for (let other = 0; other < n; other++) {
      if (other === keep || other === drop || sizes[other] === 0) continue
      const at = cell(n, keep, other)
      distances[at] =
        (sizes[keep] * distances[at] + sizes[drop] * distances[cell(n, drop, other)]) / (sizes[keep] + sizes[drop])
    }
    sizes[keep] += sizes[drop]
    sizes[drop] = 0
    left--
  }
  return numberMerges(found, n)
}

/**
 * Returns the cluster of each of the `merges.length + 1` rows, numbered in the order of their first rows. `k` is
 * clamped to 1 … rows.
 */
export function cutTree(merges: readonly Merge[], cut: Cut): Int32Array {
  const n = merges.length + 1
  const done =
    'k' in cut ? n - Math.min(Math.max(cut.k, 1), n) : merges.filter((m) => m.distance <= cut.distance).length
  const cluster = new Int32Array(n + done).map((_, i) => i)
  // From the last merge down, so that the final cluster of a merged cluster is known before its parts inherit it.
  for (let m = done - 1; m >= 0; m--) {
    cluster[merges[m].left] = cluster[n + m]
    cluster[merges[m].right] = cluster[n + m]
  }
  const numbers = new Map<number, number>()
  return cluster.slice(0, n).map((c) => {
    if (!numbers.has(c)) numbers.set(c, numbers.size)
    return numbers.get(c)!
  })
}

/** Sorts merges by distance and numbers clusters as `Merge` describes, because chains find merges out of order. */
function numberMerges(found: { a: number; b: number; distance: number }[], n: number): Merge[] {
  // The order found breaks ties, and puts a cluster's parts before it.
  const order = found.map((merge, index) => ({ ...merge, index }))
  order.sort((x, y) => x.distance - y.distance || x.index - y.index)
  const cluster = new Int32Array(n).map((_, i) => i)
  const sizes = new Int32Array(n).fill(1)
  return order.map(({ a, b, distance }, m) => {
    // `a` is the lower of two first rows and represents the merged cluster from here on.
    sizes[a] += sizes[b]
    const merge = { left: cluster[a], right: cluster[b], distance, size: sizes[a] }
    cluster[a] = n + m
    return merge
  })
}

/** Returns the index of the distance of rows `i` and `j` among n(n - 1)/2. */
function cell(n: number, i: number, j: number): number {
  return i < j ? i * n - (i * (i + 1)) / 2 + j - i - 1 : j * n - (j * (j + 1)) / 2 + i - j - 1
}

function condensedDistances(vectors: Vectors): Float64Array {
  const n = vectors.count
  const distances = new Float64Array((n * (n - 1)) / 2)
  let at = 0
  for (let i = 0; i < n; i++) {
    const x = row(vectors, i)
    for (let j = i + 1; j < n; j++) distances[at++] = 1 - dot(x, row(vectors, j))
  }
  return distances
}
