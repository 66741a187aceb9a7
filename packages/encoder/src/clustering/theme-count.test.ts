import { describe, expect, it } from 'vitest'
import { createRandom } from '../vectors/random.js'
import { centerRows, normalize, row, zeroVectors, type Vectors } from '../vectors/vectors.js'
import { chooseThemeCount } from './theme-count.js'

interface Shape {
  readonly clusters: number
  readonly rows: number
  /** Length of the noise added to a centre of length 1. */
  readonly noise: number
  /** How fast the dimensions lose weight, as those of sentence vectors do: 0 for not at all. */
  readonly decay: number
}

/** Clusters of uneven sizes, the largest four times the smallest. */
function plant({ clusters, rows, noise, decay }: Shape): Vectors {
  const dims = 80
  const random = createRandom(`${clusters} ${rows} ${noise} ${decay}`)
  const weight = Array.from({ length: dims }, (_, d) => (1 + d) ** (-decay / 2))
  const unit = Math.sqrt(weight.reduce((sum, value) => sum + value * value, 0))
  const centres = zeroVectors(clusters, dims)
  for (let c = 0; c < clusters; c++) {
    row(centres, c).set(weight.map((value) => random.normal() * value))
    normalize(row(centres, c))
  }
  const vectors = zeroVectors(rows, dims)
  for (let i = 0; i < rows; i++) {
    const c = Math.floor(clusters * (i / rows) ** (1.6 - 0.6 * Number(clusters === 1)))
    const to = row(vectors, i)
    for (let d = 0; d < dims; d++) to[d] = row(centres, c)[d] + (noise * random.normal() * weight[d]) / unit
    normalize(to)
  }
  return centerRows(vectors)
}

describe('The number of themes', () => {
  it('is about that of the planted clusters, few or many', () => {
    const shapes: Shape[] = [
      { clusters: 4, rows: 400, noise: 1, decay: 0 },
      { clusters: 4, rows: 400, noise: 1.5, decay: 0.5 },
      { clusters: 8, rows: 400, noise: 1, decay: 0 },
      { clusters: 8, rows: 400, noise: 1.5, decay: 0.5 },
      { clusters: 16, rows: 1000, noise: 1, decay: 0.5 },
      { clusters: 16, rows: 1000, noise: 1.5, decay: 0 }
    ]
    for (const shape of shapes) {
      const { count } = chooseThemeCount(plant(shape))
      expect(count, JSON.stringify(shape)).toBeGreaterThanOrEqual(Math.floor(shape.clusters / 1.5))
      expect(count, JSON.stringify(shape)).toBeLessThanOrEqual(Math.ceil(shape.clusters * 1.5))
    }
  })

  it('is that of the planted clusters of few rows, too, in many dimensions', () => {
    for (const [clusters, rows] of [
      [2, 16],
      [3, 18],
      [4, 24],
      [5, 30]
    ]) {
      const { count } = chooseThemeCount(plant({ clusters, rows, noise: 1, decay: 0 }))
      expect(Math.abs(count - clusters), `${clusters} clusters of ${rows} rows`).toBeLessThanOrEqual(1)
      expect(count).toBeGreaterThan(1)
    }
    for (const rows of [12, 16, 24, 36]) {
      expect(chooseThemeCount(plant({ clusters: 1, rows, noise: 2, decay: 0 })).count, `${rows} rows`).toBe(1)
    }
  })

  it('is one where there are no clusters, whatever the shape of the cloud', () => {
    expect(chooseThemeCount(plant({ clusters: 1, rows: 400, noise: 1, decay: 0 })).count).toBe(1)
    expect(chooseThemeCount(plant({ clusters: 1, rows: 400, noise: 1.5, decay: 0.5 })).count).toBe(1)
  })

  it('is much the same on a sample as on all rows', () => {
    const vectors = plant({ clusters: 9, rows: 1200, noise: 1, decay: 0.5 })
    const { count } = chooseThemeCount(vectors, { sample: 400 })
    expect(count).toBeGreaterThanOrEqual(7)
    expect(count).toBeLessThanOrEqual(12)
  })

  it('is the same for the same seed, and says what it tried', () => {
    const vectors = plant({ clusters: 5, rows: 200, noise: 1, decay: 0 })
    const once = chooseThemeCount(vectors)
    expect(chooseThemeCount(vectors)).toEqual(once)
    expect(once.candidates.map(({ count }) => count)).toEqual([2, 3, 4, 5, 6, 7, 9, 12])
    expect(chooseThemeCount(vectors, { most: 3 }).candidates.map(({ count }) => count)).toEqual([2, 3])
  })

  it('is one for nothing, next to nothing, equal rows and zero rows', () => {
    const equal = zeroVectors(50, 4)
    for (let i = 0; i < 50; i++) row(equal, i)[0] = 1
    for (const vectors of [
      zeroVectors(0, 4),
      zeroVectors(50, 4),
      equal,
      plant({ clusters: 3, rows: 3, noise: 1, decay: 0 })
    ]) {
      expect(chooseThemeCount(vectors).count).toBe(1)
    }
  })
})
