import type { Random } from '../random.js'
import type { Vectors } from '../vectors.js'
import { compareTwo, ROUNDING, type Centres } from './nearest.js'

/** Rows drawn for each first centre, of which the best is taken: as many as meet the other rows at a time. */
const DRAWS = 4

/**
 * Up to `k` distinct rows as first centres. Each next one is the best of a few drawn with chance in proportion to their
 * distance (greedy k-means++: Arthur and Vassilvitskii 2007, section 5).
 */
export function seedCentres(vectors: Vectors, rows: Int32Array, k: number, random: Random): Centres {
  const { dims, data } = vectors
  const centres = new Float64Array(Math.min(k, rows.length) * dims)
  const drawn = { count: DRAWS, dims, data: new Float64Array(DRAWS * dims) }
  const cosines = new Float64Array(2 * DRAWS)
  let distance = new Float64Array(rows.length).fill(2)
  let sum = 2 * rows.length
  let count = 0
  while (count < k && sum > 0) {
    for (let t = 0; t < DRAWS; t++) {
      const from = rows[drawIndex(distance, random.next() * sum)] * dims
      drawn.data.set(data.subarray(from, from + dims), t * dims)
    }
    const after = Array.from({ length: DRAWS }, () => new Float64Array(rows.length))
    for (let n = 0; n < rows.length; n += 2) {
      const pair = Math.min(2, rows.length - n)
      compareTwo(vectors, rows[n], rows[n + pair - 1], drawn, cosines)
      for (let i = 0; i < pair; i++) {
        for (let t = 0; t < DRAWS; t++) {
          // What rounding leaves between equal rows is no distance.
          const away = 1 - cosines[i * DRAWS + t]
          after[t][n + i] = Math.min(distance[n + i], away > ROUNDING ? away : 0)
        }
      }
    }
    const left = after.map((distances) => distances.reduce((total, value) => total + value, 0))
    const best = left.indexOf(Math.min(...left))
    centres.set(drawn.data.subarray(best * dims, (best + 1) * dims), count * dims)
    distance = after[best]
    sum = left[best]
    count++
  }
  return { count, dims, data: centres.subarray(0, count * dims) }
}

/** The first index at which the weights add up to more than `target`; the last of any weight where rounding has it so. */
export function drawIndex(weights: Float64Array, target: number): number {
  let last = 0
  for (let n = 0; n < weights.length; n++) {
    if (weights[n] === 0) continue
    last = n
    target -= weights[n]
    if (target < 0) break
  }
  return last
}
