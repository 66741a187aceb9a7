import type { Random } from '../vectors/random.js'
import { row, selectRows, zeroVectors, type Vectors } from '../vectors/vectors.js'
import { nearestCentres, ROUNDING, visitProducts } from './nearest.js'

/** Rows drawn for each initial centre; the best one is kept. */
const DRAWS = 4

/**
 * Returns up to `k` initial centres: those `given`, then distinct rows. Each next row is the best of a few drawn with
 * probability proportional to their distance (greedy k-means++: Arthur and Vassilvitskii 2007, section 5).
 */
export function seedCentres(
  rows: Vectors,
  k: number,
  random: Random,
  given: Vectors = zeroVectors(0, rows.dims)
): Vectors {
  let distance = new Float64Array(rows.count).fill(2)
  if (given.count > 0) distance = Float64Array.from(nearestCentres(rows, given).similarity, awayBy)
  const drawn = drawSeeds(distance, k - given.count, random, (some) => {
    const cosines = some.map(() => new Float32Array(rows.count))
    visitProducts(rows, selectRows(rows, some), (products, first, count) => {
      for (let n = 0; n < count; n++) {
        for (let t = 0; t < DRAWS; t++) cosines[t][first + n] = products[n * DRAWS + t]
      }
    })
    return cosines
  })
  const centres = zeroVectors(given.count + drawn.length, rows.dims)
  centres.data.set(given.data)
  for (const [at, n] of drawn.entries()) row(centres, given.count + at).set(row(rows, n))
  return centres
}

/**
 * Returns up to `most` rows by greedy k-means++, given their `distance` to the centres so far; fewer when fewer are
 * distinct. The first rows are the same for every `most`. `cosinesTo` gives the cosines of all rows to each of some.
 */
export function drawSeeds(
  distance: Float64Array,
  most: number,
  random: Random,
  cosinesTo: (rows: readonly number[]) => readonly Float32Array[]
): number[] {
  const seeds: number[] = []
  let [nearest, sum] = [distance, total(distance)]
  while (seeds.length < Math.min(most, distance.length) && sum > 0) {
    const [from, all] = [nearest, sum]
    const drawn = Array.from({ length: DRAWS }, () => drawIndex(from, random.next() * all))
    const after = cosinesTo(drawn).map((cosines) => from.map((value, n) => Math.min(value, awayBy(cosines[n]))))
    const left = after.map(total)
    const best = left.indexOf(Math.min(...left))
    seeds.push(drawn[best])
    ;[nearest, sum] = [after[best], left[best]]
  }
  return seeds
}

/** Returns the cosine distance, with rounding errors between equal rows set to 0. */
function awayBy(cosine: number): number {
  const away = 1 - cosine
  return away > ROUNDING ? away : 0
}

function total(values: Float64Array): number {
  let sum = 0
  for (const value of values) sum += value
  return sum
}

/**
 * Returns the first index at which the weights sum to more than `target`; the last nonzero weight when rounding
 * prevents that.
 */
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
