import { describe, expect, it } from 'vitest'
import { createRandom } from '../vectors/random.js'
import { normalize, row, zeroVectors, type Vectors } from '../vectors/vectors.js'
import { layOut } from './umap.js'
import { createPlacing } from './placement.js'

/** Unit rows around so many centres, one after the other: row i is of centre i % centres. */
function clustered(count: number, centres: number, dims = 8, spread = 0.2): Vectors {
  const random = createRandom('rows')
  const middle = zeroVectors(centres, dims)
  middle.data.forEach((_, i) => (middle.data[i] = random.normal()))
  const rows = zeroVectors(count, dims)
  for (let i = 0; i < count; i++) {
    const own = row(rows, i)
    own.set(row(middle, i % centres))
    own.forEach((value, d) => (own[d] = value + spread * random.normal()))
    normalize(own)
  }
  return rows
}

describe('Placing further rows', () => {
  it('puts each among the landmarks of its own centre, and none between two islands', async () => {
    const landmarks = clustered(120, 4, 8, 0.1)
    const positions = await layOut(landmarks, 1)
    const further = clustered(400, 4, 8, 0.1)
    const placed = await createPlacing({ rows: landmarks, positions }, 1)(further)
    for (let i = 0; i < further.count; i++) {
      const point = placed.subarray(2 * i, 2 * i + 2)
      const gaps = Array.from({ length: landmarks.count }, (_, j) =>
        Math.hypot(point[0] - positions[2 * j], point[1] - positions[2 * j + 1])
      )
      expect(gaps.indexOf(Math.min(...gaps)) % 4).toBe(i % 4)
    }
  })
})
