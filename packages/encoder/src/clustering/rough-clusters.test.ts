import { describe, expect, it } from 'vitest'
import { createRandom } from '../vectors/random.js'
import { normalize, row, zeroVectors, type Vectors } from '../vectors/vectors.js'
import { sphericalKMeans } from './kmeans.js'
import { roughCohesion } from './rough-clusters.js'

/** Rows around some directions, one zero row among them. */
function plant(clusters: number, rows: number): Vectors {
  const random = createRandom(`${clusters} ${rows}`)
  const vectors = zeroVectors(rows, 48)
  const centres = Array.from({ length: clusters }, () => Float32Array.from({ length: 48 }, () => random.normal()))
  for (let i = 1; i < rows; i++) {
    const to = row(vectors, i)
    for (let d = 0; d < 48; d++) to[d] = centres[i % clusters][d] + 2 * random.normal()
    normalize(to)
  }
  return vectors
}

describe('How well rows divide', () => {
  it('is what one start of k-means comes to, whatever the number of clusters', () => {
    for (const [clusters, rows] of [
      [3, 40],
      [8, 300]
    ]) {
      const vectors = plant(clusters, rows)
      const cohesion = roughCohesion(vectors, 16, createRandom('a').fork('start 0'))
      for (const k of [1, 2, 5, 8, 16]) {
        const options = { k, seed: 'a', restarts: 1, swaps: 0, iterations: 20, tolerance: 1e-3 }
        expect(cohesion(k)).toBeCloseTo(sphericalKMeans(vectors, options).cohesion, 6)
      }
    }
  })

  it('is all there is where there are as many clusters as rows, and nothing for no rows', () => {
    expect(roughCohesion(plant(2, 9), 20, createRandom(1))(20)).toBeCloseTo(1, 6)
    expect(roughCohesion(zeroVectors(0, 4), 5, createRandom(1))(3)).toBe(0)
    expect(roughCohesion(zeroVectors(6, 4), 5, createRandom(1))(3)).toBe(0)
  })
})
