import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../vectors/random.js'
import { dot, normalize, row, selectRows, zeroVectors, type Vectors } from '../vectors/vectors.js'
import { sphericalKMeans } from './kmeans.js'
import { nearestCentres } from './nearest.js'

/** `size` rows around each of `k` random directions; `noise` is the length of what is added to a direction. */
function plant(k: number, size: number, dims: number, noise: number, seed: number): Vectors {
  const random = createRandom(seed)
  const centres = zeroVectors(k, dims)
  for (let i = 0; i < centres.data.length; i++) centres.data[i] = random.normal()
  const rows = zeroVectors(k * size, dims)
  for (let c = 0; c < k; c++) normalize(row(centres, c))
  for (let i = 0; i < rows.count; i++) {
    const centre = row(centres, Math.floor(i / size))
    const to = row(rows, i)
    for (let d = 0; d < dims; d++) to[d] = centre[d] + (noise * random.normal()) / Math.sqrt(dims)
    normalize(to)
  }
  return rows
}

/** Whether two clusterings divide rows alike, whatever the numbers. */
function sameParts(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  const forth = new Map<number, number>()
  const back = new Map<number, number>()
  for (let i = 0; i < a.length; i++) {
    if ((forth.get(a[i]) ?? b[i]) !== b[i] || (back.get(b[i]) ?? a[i]) !== a[i]) return false
    forth.set(a[i], b[i])
    back.set(b[i], a[i])
  }
  return true
}

const planted = (k: number, size: number): number[] => Array.from({ length: k * size }, (_, i) => Math.floor(i / size))

/** Length of the rows' sum in each part: what spherical k-means makes as large as it can. */
function coherence(vectors: Vectors, parts: readonly number[], k: number): number {
  let total = 0
  for (let c = 0; c < k; c++) {
    const sum = new Float32Array(vectors.dims)
    parts.forEach((part, i) => {
      if (part === c) row(vectors, i).forEach((value, d) => (sum[d] += value))
    })
    total += Math.sqrt(dot(sum, sum))
  }
  return total
}

describe('Spherical k-means', () => {
  it('finds planted clusters, near and far, whatever their number', () => {
    for (const [k, size, noise] of [
      [2, 30, 1.5],
      [7, 40, 1],
      [25, 12, 0.8]
    ]) {
      const { assignment, cohesion } = sphericalKMeans(plant(k, size, 64, noise, k), { k, restarts: 8 })
      expect(sameParts(assignment, planted(k, size))).toBe(true)
      expect(cohesion).toBeCloseTo(1 / Math.sqrt(1 + noise * noise), 1)
    }
  })

  it('is as good as the best of all divisions, on data small enough to try them all', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 7 }), fc.integer({ min: 1, max: 3 }), fc.nat(), (n, k, seed) => {
        const vectors = plant(n, 1, 3, 1, seed)
        let best = 0
        for (let code = 0; code < k ** n; code++) {
          const parts = Array.from({ length: n }, (_, i) => Math.floor(code / k ** i) % k)
          best = Math.max(best, coherence(vectors, parts, k))
        }
        const { cohesion } = sphericalKMeans(vectors, { k, restarts: 30, tolerance: 0 })
        expect(cohesion * n).toBeCloseTo(best, 4)
      }),
      { numRuns: 40, seed: 1 }
    )
  })

  it('puts every row with its nearest centre once it has settled', () => {
    const vectors = plant(12, 40, 50, 3, 5)
    const { assignment, centroids } = sphericalKMeans(vectors, { k: 12, iterations: 500, tolerance: 0 })
    const { index, similarity } = nearestCentres(vectors, centroids)
    for (let i = 0; i < vectors.count; i++) {
      // A tie within rounding may go either way.
      if (index[i] !== assignment[i]) {
        expect(dot(row(vectors, i), row(centroids, assignment[i]))).toBeCloseTo(similarity[i], 5)
      }
    }
  })

  it('tells the cohesion of the clusters that it gives, even where its rounds ran out', () => {
    const vectors = plant(12, 40, 50, 3, 5)
    for (const iterations of [1, 2, 3]) {
      const found = sphericalKMeans(vectors, { k: 12, iterations, swaps: 0, tolerance: 0 })
      const cosines = Array.from(found.assignment, (c, i) => dot(row(vectors, i), row(found.centroids, c)))
      expect(found.cohesion).toBeCloseTo(cosines.reduce((sum, cosine) => sum + cosine) / vectors.count, 6)
    }
  })

  it('gives the same bytes for the same seed, and numbers clusters by size', () => {
    const vectors = plant(9, 30, 40, 2, 3)
    const once = sphericalKMeans(vectors, { k: 9, seed: 'a' })
    const twice = sphericalKMeans(vectors, { k: 9, seed: 'a' })
    expect(Buffer.from(once.centroids.data.buffer).equals(Buffer.from(twice.centroids.data.buffer))).toBe(true)
    expect(once.assignment).toEqual(twice.assignment)
    const sizes = Array.from({ length: 9 }, (_, c) => once.assignment.filter((own) => own === c).length)
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a))
  })

  it('divides rows alike in any order where clusters lie apart', () => {
    const vectors = plant(6, 20, 48, 0.8, 11)
    const order = createRandom(4).shuffle(Array.from({ length: vectors.count }, (_, i) => i))
    const { assignment } = sphericalKMeans(selectRows(vectors, order), { k: 6, restarts: 8 })
    expect(
      sameParts(
        assignment,
        order.map((i) => Math.floor(i / 20))
      )
    ).toBe(true)
  })

  it('gives zero rows no cluster, and never counts them', () => {
    const vectors = plant(2, 10, 16, 0.5, 1)
    const holed: Vectors = { ...vectors, data: vectors.data.slice() }
    row(holed, 3).fill(0)
    row(holed, 17).fill(0)
    const { assignment, cohesion } = sphericalKMeans(holed, { k: 2 })
    expect(assignment[3]).toBe(-1)
    expect(assignment[17]).toBe(-1)
    expect(cohesion).toBeGreaterThan(0.8)
  })

  it('gives fewer clusters where there are fewer distinct rows, and none of no rows', () => {
    const equal = zeroVectors(6, 4)
    for (let i = 0; i < 6; i++) row(equal, i)[i % 2] = 1
    const { assignment, centroids, cohesion } = sphericalKMeans(equal, { k: 5 })
    expect(centroids.count).toBe(2)
    expect(Array.from(assignment)).toEqual([0, 1, 0, 1, 0, 1])
    expect(cohesion).toBe(1)
    expect(sphericalKMeans(plant(3, 1, 8, 1, 1), { k: 10 }).centroids.count).toBe(3)
    expect(sphericalKMeans(zeroVectors(4, 8), { k: 2 })).toEqual({
      assignment: new Int32Array(4).fill(-1),
      centroids: zeroVectors(0, 8),
      cohesion: 0
    })
    expect(sphericalKMeans(zeroVectors(0, 8), { k: 2 }).assignment).toHaveLength(0)
  })

  it('says what is wrong with an option', () => {
    expect(() => sphericalKMeans(zeroVectors(1, 2), { k: 0 })).toThrow('k is 0; expected a whole number')
    expect(() => sphericalKMeans(zeroVectors(1, 2), { k: 1, tolerance: -1 })).toThrow('tolerance is -1; expected')
    expect(() => sphericalKMeans(zeroVectors(1, 2), { k: 1, restarts: 0 })).toThrow('restarts is 0; expected')
    expect(() => sphericalKMeans(zeroVectors(1, 2), { k: 1, iterations: NaN })).toThrow('iterations is NaN; expected')
  })
})
