import { describe, expect, it } from 'vitest'
import { dot, row, zeroVectors } from '../vectors/vectors.js'
import { blendNeighbours } from './blended-neighbours.js'

describe('Sentences read with their neighbours', () => {
  const vectors = zeroVectors(5, 5)
  for (let i = 0; i < 5; i++) row(vectors, i)[i] = 1

  it('lean towards them, the nearer the more, and stay of length 1', () => {
    const blended = blendNeighbours(vectors, [7, 7, 7, 7, 7])
    const [a, b, own, d, e] = row(blended, 2)
    expect(own).toBeGreaterThan(b)
    expect(b).toBeGreaterThan(a)
    expect([d, e]).toEqual([b, a])
    for (let i = 0; i < 5; i++) expect(dot(row(blended, i), row(blended, i))).toBeCloseTo(1, 6)
  })

  it('take nothing from another passage', () => {
    const blended = blendNeighbours(vectors, [0, 0, 1, 2, 2])
    expect(row(blended, 2)).toEqual(row(vectors, 2))
    expect(Array.from(row(blended, 1)).slice(2)).toEqual([0, 0, 0])
  })

  it('lend their theme to a sentence without a known word', () => {
    const holed = { ...vectors, data: vectors.data.slice() }
    row(holed, 2).fill(0)
    expect(dot(row(blendNeighbours(holed, [0, 0, 0, 0, 0]), 2), row(vectors, 1))).toBeGreaterThan(0.5)
    expect(row(blendNeighbours(holed, [0, 0, 1, 2, 2]), 2)).toEqual(new Float32Array(5))
  })

  it('need a passage for each row', () => {
    expect(() => blendNeighbours(vectors, [0])).toThrow('1 passages for 5 vectors')
  })
})
