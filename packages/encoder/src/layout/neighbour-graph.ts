import type { NearestRows } from './nearest-rows.js'

/** Weighted edges between neighbouring rows, each pair in both directions, in order of `from`. */
export interface NeighbourGraph {
  readonly from: Int32Array
  readonly to: Int32Array
  /** Above 0, up to 1. */
  readonly weight: Float32Array
}

/** Iterations of the bisection for a row's scale. */
const HALVINGS = 64

/**
 * Builds UMAP's graph of neighbours (McInnes, Healy and Melville 2018, arXiv 1802.03426, section 3.1). Each row's
 * nearest neighbour has weight 1, and all its weights sum to the logarithm of their number, so that dense and sparse
 * regions count alike. A pair's weight is the probability that either direction holds.
 * @param near each row's nearest rows, including itself.
 */
export function neighbourGraph({ k, index, cosine }: NearestRows): NeighbourGraph {
  const rows = index.length / k
  const directed = new Map<number, number>()
  for (let i = 0; i < rows; i++) {
    const distances = Array.from(cosine.subarray(i * k, (i + 1) * k), distanceOf)
    const weights = weightsOf(distances, Math.log2(k))
    weights.forEach((weight, n) => {
      const j = index[i * k + n]
      if (j !== i) directed.set(i * rows + j, weight)
    })
  }
  const edges = new Map<number, number>()
  for (const [edge, weight] of directed) {
    const back = (edge % rows) * rows + Math.floor(edge / rows)
    const other = directed.get(back) ?? 0
    const either = weight + other - weight * other
    edges.set(edge, either).set(back, either)
  }
  const order = Float64Array.from(edges.keys()).sort()
  return {
    from: Int32Array.from(order, (edge) => Math.floor(edge / rows)),
    to: Int32Array.from(order, (edge) => edge % rows),
    weight: Float32Array.from(order, (edge) => edges.get(edge)!)
  }
}

/** Returns weights that fall from 1 at the nearest distance above 0. Finds the scale at which they sum to `sum`. */
function weightsOf(distances: readonly number[], sum: number): number[] {
  const nearest = Math.min(...distances.filter((distance) => distance > 0))
  const at = (scale: number): number[] =>
    distances.map((distance) => (distance > nearest ? Math.exp((nearest - distance) / scale) : 1))
  let [low, high, scale] = [0, Infinity, 1]
  for (let halving = 0; halving < HALVINGS; halving++) {
    const total = at(scale).reduce((all, weight) => all + weight, 0)
    if (Math.abs(total - sum) < 1e-5) break
    if (total > sum) high = scale
    else low = scale
    scale = high === Infinity ? scale * 2 : (low + high) / 2
  }
  return at(Math.max(scale, 1e-6))
}

/** Returns the Euclidean distance of unit rows. Below 1e-3, float32 cannot distinguish it from 0. */
function distanceOf(cosine: number): number {
  const squared = 2 - 2 * cosine
  return squared > 1e-6 ? Math.sqrt(squared) : 0
}
