import { normalize, row, zeroVectors, type Vectors } from '../vectors/vectors.js'
import { nearestCentres } from './nearest.js'

/** Rows compared with the same centres. More rows change the result little and take more memory. */
export const MINI_BATCH = 4_096

/** Centres that learn from a stream of rows. */
export interface MiniBatch {
  /** Learns from unit or zero rows. The size of the slices does not change the result. */
  learn(rows: Vectors): void
  /**
   * Learns from the rows of the last incomplete batch. Returns the unit centres and the number of rows that each
   * learned from.
   */
  finish(): { readonly centres: Vectors; readonly sizes: Int32Array }
}

/**
 * Creates mini-batch k-means (Sculley 2010, algorithm 1) of unit rows. The rows of a batch are compared with fixed
 * centres; then each centre moves towards its rows by one over the number it has learned from. On the sphere that is
 * the direction of their sum. Memory holds one batch; the same rows in the same order give the same bytes.
 * @param centres unit rows. A centre far from all rows stays where it is.
 * @param weights for each centre, the sum of cosines it already represents; 0 lets the first rows move it freely.
 * @param fixed number of first centres that stay where they are
 */
export function createMiniBatch(centres: Vectors, weights: ArrayLike<number>, fixed = 0): MiniBatch {
  const { count, dims } = centres
  const now: Vectors = { count, dims, data: centres.data.slice() }
  const sums = Float64Array.from(now.data, (value, i) => value * weights[Math.floor(i / dims)])
  const sizes = new Int32Array(count)
  const batch = zeroVectors(MINI_BATCH, dims)
  let waiting = 0

  const learnBatch = (): void => {
    const rows: Vectors = { count: waiting, dims, data: batch.data.subarray(0, waiting * dims) }
    waiting = 0
    if (count === 0) return
    const { index } = nearestCentres(rows, now)
    for (const [i, c] of index.entries()) {
      if (c < 0) continue
      sizes[c]++
      for (let d = 0; d < dims; d++) sums[c * dims + d] += rows.data[i * dims + d]
    }
    for (let c = fixed; c < count; c++) {
      const to = row(now, c)
      const before = to.slice()
      to.set(sums.subarray(c * dims, (c + 1) * dims))
      // Rows that cancel one another have no direction.
      if (normalize(to) === 0) to.set(before)
    }
  }
  return {
    learn(rows) {
      for (let from = 0; from < rows.count;) {
        const some = Math.min(MINI_BATCH - waiting, rows.count - from)
        batch.data.set(rows.data.subarray(from * dims, (from + some) * dims), waiting * dims)
        waiting += some
        from += some
        if (waiting === MINI_BATCH) learnBatch()
      }
    },
    finish() {
      learnBatch()
      return { centres: now, sizes }
    }
  }
}
