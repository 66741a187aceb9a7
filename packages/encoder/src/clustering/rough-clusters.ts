import type { Random } from '../vectors/random.js'
import { selectRows, type Vectors } from '../vectors/vectors.js'
import { nonzeroRows, ROUNDING, visitProducts } from './nearest.js'
import { drawSeeds } from './seeding.js'

/**
 * Maximum number of rounds, and the relative gain in cohesion below which rounds end. Rough values are enough, because
 * clusterings are only compared.
 */
const ROUGH = { rounds: 20, tolerance: 1e-3 } as const

/** A sum of rows that is no longer than this is a rounding error of rows that cancel out. */
const NO_LENGTH = 1e-6

/**
 * Returns a function that gives the mean cosine of rows (unit or zero) to their centres for a number of clusters up to
 * `most`, after one start of `sphericalKMeans`. The cosines of all pairs of rows are computed once; after that an
 * iteration's time depends only on the rows that it moves, not on dimensions. Memory is quadratic in the rows.
 */
export function roughCohesion(vectors: Vectors, most: number, random: Random): (k: number) => number {
  const rows = selectRows(vectors, nonzeroRows(vectors))
  const cosines = cosinesOf(rows)
  const first = new Float64Array(rows.count).fill(2)
  const seeds = drawSeeds(first, most, random, (some) => some.map((i) => cosines[i]))
  return (k) => (seeds.length === 0 || k < 1 ? 0 : divide(cosines, seeds.slice(0, k)) / rows.count)
}

/** Returns the cosines of each row to all rows. */
function cosinesOf(rows: Vectors): Float32Array[] {
  const n = rows.count
  const cosines: Float32Array[] = []
  visitProducts(rows, rows, (products, _, count) => {
    for (let i = 0; i < count; i++) cosines.push(products.subarray(i * n, (i + 1) * n))
  })
  return cosines
}

/** Returns the sum of the rows' cosines to their centres after k-means from the rows `seeds`. */
function divide(cosines: readonly Float32Array[], seeds: readonly number[]): number {
  const n = cosines.length
  // For each centre: the cosines of all rows to it, and the inner products of all rows with the sum of its rows.
  const near = seeds.map((seed) => Float64Array.from(cosines[seed]))
  const sums = seeds.map(() => new Float64Array(n))
  const summed = new Int32Array(n).fill(-1)
  let { index, similarity } = nearestOf(near, n)
  let total = 0
  for (let round = 0; round < ROUGH.rounds; round++) {
    const sizes = new Int32Array(seeds.length)
    const squares = new Float64Array(seeds.length)
    for (let i = 0; i < n; i++) {
      sizes[index[i]]++
      if (index[i] === summed[i]) continue
      if (summed[i] >= 0) addTo(sums[summed[i]], cosines[i], -1)
      addTo(sums[index[i]], cosines[i], 1)
      summed[i] = index[i]
    }
    for (let i = 0; i < n; i++) squares[index[i]] += sums[index[i]][i]
    const before = total
    let repaired = false
    total = 0
    for (let c = 0; c < seeds.length; c++) {
      if (sizes[c] === 0) {
        const worst = worstOf(index, similarity, sizes)
        if (worst < 0) continue
        near[c].set(cosines[worst])
        sizes[index[worst]]--
        ;[sizes[c], index[worst], repaired] = [1, c, true]
      } else if (squares[c] > NO_LENGTH ** 2) {
        const length = Math.sqrt(squares[c])
        total += length
        for (let i = 0; i < n; i++) near[c][i] = sums[c][i] / length
      }
    }
    if (round > 0 && !repaired && total - before < ROUGH.tolerance * before) break
    const next = nearestOf(near, n)
    if (!repaired && next.index.every((c, i) => c === index[i])) break
    ;({ index, similarity } = next)
  }
  return total
}

function addTo(sum: Float64Array, cosines: Float32Array, sign: 1 | -1): void {
  for (let i = 0; i < sum.length; i++) sum[i] += sign * cosines[i]
}

/** Returns the nearest centre of each of `n` rows, the first of equals, and the cosine to it. */
function nearestOf(
  near: readonly Float64Array[],
  n: number
): { readonly index: Int32Array; readonly similarity: Float64Array } {
  const index = new Int32Array(n)
  const similarity = near[0].slice()
  for (let c = 1; c < near.length; c++) {
    const own = near[c]
    for (let i = 0; i < n; i++) {
      if (own[i] <= similarity[i]) continue
      similarity[i] = own[i]
      index[i] = c
    }
  }
  return { index, similarity }
}

/** Returns the row that fits worst in a cluster of at least two; -1 if every row equals its centre. */
function worstOf(index: Int32Array, similarity: Float64Array, sizes: Int32Array): number {
  let worst = -1
  let least = 1 - ROUNDING
  for (const [i, value] of similarity.entries()) {
    if (value >= least || sizes[index[i]] < 2) continue
    least = value
    worst = i
  }
  return worst
}
