import { normalize, row, zeroVectors, type Vectors } from '../vectors/vectors.js'
import { nearestCentres } from './nearest.js'

/** Rows that are compared with the same centres; more change the result little and take more memory. */
export const MINI_BATCH = 4_096

/** Centres that learn from rows as they stream by. */
export interface MiniBatch {
  /** Learns from unit or zero rows, however they are sliced. */
  learn(rows: Vectors): void
  /** Learns from what still waits for a full batch, and gives the unit centres, and the rows that each learned from. */
  finish(): { readonly centres: Vectors; readonly sizes: Int32Array }
}

/**
 * Mini-batch k-means (Sculley 2010, algorithm 1) of unit rows: the rows of a batch are compared with the centres as they
 * are, then each centre moves towards its rows by one over all it has learned from. On the sphere that is the direction
 * of the sum of them all. Memory holds one batch; the same rows in the same order give the same bytes.
 * @param centres unit rows, good ones: a centre far from all rows stays where it is.
 * @param weights of each centre, the sum of cosines that it stands for already: 0 for one that the first rows move freely.
 */
export function createMiniBatch(centres: Vectors, weights: ArrayLike<number>): MiniBatch {
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
    for (let c = 0; c < count; c++) {
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
