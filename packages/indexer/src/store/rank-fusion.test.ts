import { describe, expect, it } from 'vitest'
import { fuseRanks } from './rank-fusion.js'

describe('Two rankings as one', () => {
  it('give each item the sum of what its places are worth, of words .7', () => {
    const fused = fuseRanks(['a', 'b', 'c'], ['d', 'c'], 10)
    expect(fused.map(({ id }) => id)).toEqual(['c', 'a', 'b', 'd'])
    const scores = [1 / 13 + 0.7 / 12, 1 / 11, 1 / 12, 0.7 / 11]
    for (const [i, { score }] of fused.entries()) expect(score).toBeCloseTo(scores[i], 12)
  })

  it('show the sentence that matches best by words alone on the first page', () => {
    const byVectors = Array.from({ length: 100 }, (_, i) => `v${i}`)
    expect(fuseRanks(byVectors, ['named'], 10).map(({ id }) => id)).toContain('named')
  })

  it('give at most k, and nothing of nothing', () => {
    expect(fuseRanks(['a', 'b'], ['b'], 1).map(({ id }) => id)).toEqual(['b'])
    expect(fuseRanks([], [], 5)).toEqual([])
  })
})
