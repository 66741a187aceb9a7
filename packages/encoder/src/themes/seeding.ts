import type { Random } from '../random.js'
import { row, selectRows, zeroVectors, type Vectors } from '../vectors.js'
import { nearestCentres, ROUNDING, visitProducts } from './nearest.js'

/** Rows drawn for each first centre, of which the best is taken. */
const DRAWS = 4

/**
 * Up to `k` first centres: those `given`, and rows distinct from them and from one another. Each next row is the best of a
 * few drawn with chance in proportion to their distance (greedy k-means++: Arthur and Vassilvitskii 2007, section 5).
 */
export function seedCentres(
  vectors: Vectors,
  rows: Int32Array,
  k: number,
  random: Random,
  given: Vectors = zeroVectors(0, vectors.dims)
): Vectors {
  const centres = zeroVectors(Math.min(k, given.count + rows.length), vectors.dims)
  centres.data.set(given.data)
  let distance = new Float64Array(rows.length).fill(2)
  if (given.count > 0) {
    const { similarity } = nearestCentres(vectors, given)
    distance = Float64Array.from(rows, (row) => (1 - similarity[row] > ROUNDING ? 1 - similarity[row] : 0))
  }
  let sum = distance.reduce((total, value) => total + value, 0)
  let count = given.count
  while (count < k && sum > 0) {
    const drawn = selectRows(
      vectors,
      Array.from({ length: DRAWS }, () => rows[drawIndex(distance, random.next() * sum)])
    )
    const after = Array.from({ length: DRAWS }, () => new Float64Array(rows.length))
    visitProducts(vectors, rows, drawn, (products, first, some) => {
      for (let n = 0; n < some; n++) {
        for (let t = 0; t < DRAWS; t++) {
          // What rounding leaves between equal rows is no distance.
          const away = 1 - products[n * DRAWS + t]
          after[t][first + n] = Math.min(distance[first + n], away > ROUNDING ? away : 0)
        }
      }
    })
    const left = after.map((distances) => distances.reduce((total, value) => total + value, 0))
    const best = left.indexOf(Math.min(...left))
    row(centres, count).set(row(drawn, best))
    distance = after[best]
    sum = left[best]
    count++
  }
  return { ...centres, count, data: centres.data.subarray(0, count * centres.dims) }
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
