import { checkVectors, dot, row, type Vectors } from '../vectors/vectors.js'
import { cutTree, type Merge } from './agglomerative.js'

/** Up to this many themes need no groups. If groups have more parts on average, a second level is added. */
const MOST_PARTS = 12
/**
 * Minimum and maximum number of top-level groups to try. With few themes, fewer groups, so that each has at least two
 * parts on average.
 */
const TOP = { least: 5, most: 12 } as const

/**
 * Merges clusters pairwise by least loss: the sum of the rows' cosines to their centres, which k-means maximises, falls
 * by |a| + |b| - |a + b|, where a and b are the sums of two clusters' rows (Ward 1963, for cosines). Groups come out
 * similar in size, where average link would leave one large group beside single themes. O(clusters² · (clusters +
 * dims)) time.
 * @param sums for each cluster the sum of its unit rows, of any length above 0.
 * @returns the merges in order; `distance` is the loss, and never falls from one merge to the next.
 */
export function mergeClusters(sums: Vectors): Merge[] {
  const n = sums.count
  /** Inner products of the sums. Those of a merged cluster are the sums of its parts'. */
  const products = Array.from({ length: n }, (_, a) =>
    Float64Array.from({ length: n }, (_, b) => dot(row(sums, a), row(sums, b)))
  )
  const cluster = Int32Array.from({ length: n }, (_, a) => a)
  const sizes = new Int32Array(n).fill(1)
  const alive = new Set(cluster)
  const merges: Merge[] = []
  let least = 0
  while (alive.size > 1) {
    let best = { a: -1, b: -1, loss: Infinity }
    for (const a of alive) {
      const square = products[a][a]
      for (const b of alive) {
        if (b <= a) continue
        const together = square + products[b][b] + 2 * products[a][b]
        const loss = Math.sqrt(square) + Math.sqrt(products[b][b]) - Math.sqrt(Math.max(0, together))
        if (loss < best.loss) best = { a, b, loss }
      }
    }
    const { a, b, loss } = best
    least = Math.max(least, loss)
    sizes[a] += sizes[b]
    merges.push({ left: cluster[a], right: cluster[b], distance: least, size: sizes[a] })
    cluster[a] = n + merges.length - 1
    alive.delete(b)
    for (const other of alive) products[a][other] += products[b][other]
    products[a][a] += products[b][b] + products[a][b]
    for (const other of alive) products[other][a] = products[a][other]
  }
  return merges
}

/**
 * Groups themes into levels, outermost first. Returns for each level the group of each theme, numbered from 0.
 *
 * Up to twelve themes are not grouped. Otherwise, there are 5 to 12 top-level groups; with few themes, from a fifth to
 * half of their number. Within this range, the number is chosen so that the next merge would increase the loss most,
 * relative to the merge before it. If top-level groups have more than twelve themes on average, a second level is added
 * inside them, with the geometric mean of the numbers of themes and groups. A group may have a single theme.
 * @param sums for each theme the sum of its rows, as in `mergeClusters`.
 * @throws Error for a sum that is not finite.
 */
export function groupThemes(sums: Vectors): Int32Array[] {
  checkVectors('sums', sums)
  const themes = sums.count
  if (themes <= MOST_PARTS) return []
  const merges = mergeClusters(sums)
  const top = topCount(merges)
  const counts = themes > MOST_PARTS * top ? [top, Math.round(Math.sqrt(themes * top))] : [top]
  return counts.map((k) => cutTree(merges, { k }))
}

/** Returns the number of groups before the merge whose loss is largest relative to that of the merge before it. */
function topCount(merges: readonly Merge[]): number {
  const themes = merges.length + 1
  const least = Math.min(TOP.least, Math.ceil(themes / 5))
  const most = Math.min(TOP.most, Math.floor(themes / 2))
  /** Returns the loss of the merge that leaves `k` clusters. */
  const loss = (k: number): number => merges[themes - 1 - k].distance
  const jump = (k: number): number => loss(k - 1) / Math.max(loss(k), Number.MIN_VALUE)
  let best = least
  for (let k = least + 1; k <= most; k++) if (jump(k) > jump(best)) best = k
  return best
}
