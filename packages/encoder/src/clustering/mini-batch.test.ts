import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../vectors/random.js'
import { dot, normalize, row, zeroVectors, type Vectors } from '../vectors/vectors.js'
import { createMiniBatch, MINI_BATCH } from './mini-batch.js'
import { nearestCentres } from './nearest.js'

/** Rows around `k` directions, in turn, and the directions. */
function plant(k: number, count: number, dims: number, noise: number): { rows: Vectors; centres: Vectors } {
  const random = createRandom('planted')
  const centres = zeroVectors(k, dims)
  for (let i = 0; i < centres.data.length; i++) centres.data[i] = random.normal()
  for (let c = 0; c < k; c++) normalize(row(centres, c))
  const rows = zeroVectors(count, dims)
  for (let i = 0; i < count; i++) {
    const to = row(rows, i)
    for (let d = 0; d < dims; d++) to[d] = row(centres, i % k)[d] + (noise * random.normal()) / Math.sqrt(dims)
    normalize(to)
  }
  return { rows, centres }
}

const part = ({ dims, data }: Vectors, from: number, to: number): Vectors => ({
  count: to - from,
  dims,
  data: data.subarray(from * dims, to * dims)
})

const none = new Float64Array(8)

describe('Mini-batch k-means', () => {
  it('brings centres that one row each began near the truth', () => {
    const { rows, centres } = plant(8, 3 * MINI_BATCH, 32, 1.2)
    const batch = createMiniBatch(part(rows, 0, 8), none)
    batch.learn(rows)
    const learned = batch.finish()
    for (let c = 0; c < 8; c++) {
      expect(dot(row(rows, c), row(centres, c))).toBeLessThan(0.85)
      expect(dot(row(learned.centres, c), row(centres, c))).toBeGreaterThan(0.99)
    }
    expect(learned.sizes.reduce((sum, size) => sum + size, 0)).toBe(rows.count)
  })

  it('learns the same, to the byte, however the rows are sliced', () => {
    const { rows } = plant(4, MINI_BATCH + 500, 8, 1)
    const whole = createMiniBatch(part(rows, 0, 4), none)
    whole.learn(rows)
    const expected = whole.finish()
    const ends = fc.uniqueArray(fc.integer({ min: 0, max: rows.count }), { maxLength: 6 })
    fc.assert(
      fc.property(ends, (places) => {
        const batch = createMiniBatch(part(rows, 0, 4), none)
        const ends = [...places.sort((a, b) => a - b), rows.count]
        ends.forEach((end, n) => {
          batch.learn(part(rows, ends[n - 1] ?? 0, end))
        })
        expect(batch.finish()).toEqual(expected)
      }),
      { numRuns: 10, seed: 1 }
    )
  })

  it('moves a centre the less, the more it has learned before', () => {
    const { rows } = plant(2, 400, 16, 1)
    const moved = [0, 100, 10_000].map((weight) => {
      const batch = createMiniBatch(part(rows, 0, 2), [weight, weight])
      batch.learn(rows)
      return dot(row(batch.finish().centres, 0), row(rows, 0))
    })
    expect(moved).toEqual([...moved].sort((a, b) => a - b))
    expect(moved[2]).toBeGreaterThan(0.999)
  })

  it('leaves centres that meet no row, or rows that cancel one another, where they were', () => {
    const centres: Vectors = { count: 2, dims: 2, data: Float32Array.of(1, 0, 0, 1) }
    const batch = createMiniBatch(centres, [0, 0])
    batch.learn({ count: 3, dims: 2, data: Float32Array.of(0, 0, 1, 0, 0, 0) })
    const { centres: learned, sizes } = batch.finish()
    expect([...learned.data]).toEqual([1, 0, 0, 1])
    expect([...sizes]).toEqual([1, 0])
    const empty = createMiniBatch(zeroVectors(0, 2), [])
    empty.learn(centres)
    expect(empty.finish().sizes).toHaveLength(0)
  })

  it('comes as near to all rows as k-means of them would', () => {
    const { rows } = plant(6, 2 * MINI_BATCH, 24, 1.5)
    const batch = createMiniBatch(part(rows, 0, 6), none)
    batch.learn(rows)
    const mean = (centres: Vectors): number =>
      nearestCentres(rows, centres).similarity.reduce((sum, value) => sum + value, 0) / rows.count
    const { centres } = batch.finish()
    const again = createMiniBatch(centres, none)
    again.learn(rows)
    expect(mean(centres)).toBeGreaterThan(0.98 * mean(again.finish().centres))
  })
})
