import { expect, it } from 'vitest'
import { cosineSpread } from './cosine-spread.js'
import { createRandom } from './random.js'
import { normalize, row, zeroVectors, type Vectors } from './vectors.js'

function randomRows(count: number, dims: number): Vectors {
  const random = createRandom(count)
  const rows = zeroVectors(count, dims)
  rows.data.forEach((_, i) => (rows.data[i] = random.normal()))
  for (let p = 0; p < count; p++) normalize(row(rows, p))
  return rows
}

it('the spread of cosines of random rows falls with the root of their dimensions, whatever their number', () => {
  for (const dims of [25, 100, 400]) {
    expect(cosineSpread(randomRows(80, dims))).toBeCloseTo(1 / Math.sqrt(dims), 2)
    expect(cosineSpread(randomRows(900, dims))).toBeCloseTo(1 / Math.sqrt(dims), 2)
  }
})

it('a single row has the spread 1, and rows at right angles one above 0', () => {
  expect(cosineSpread(randomRows(1, 9))).toBe(1)
  const right = { count: 2, dims: 2, data: Float32Array.of(1, 0, 0, 1) }
  expect(cosineSpread(right)).toBeGreaterThan(0)
  expect(cosineSpread(right, right)).toBeGreaterThan(0)
})
