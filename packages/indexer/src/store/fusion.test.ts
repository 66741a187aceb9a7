import { describe, expect, it } from 'vitest'
import { fuseRanks } from './fusion.js'

describe('Two rankings as one', () => {
  it('give each item the sum of what its places are worth', () => {
    const fused = fuseRanks(
      [
        ['a', 'b', 'c'],
        ['d', 'c']
      ],
      10
    )
    expect(fused.map(({ id }) => id)).toEqual(['c', 'a', 'd', 'b'])
    expect(fused.map(({ score }) => score)).toEqual([1 / 63 + 1 / 62, 1 / 61, 1 / 61, 1 / 62])
  })

  it('give at most k, and nothing of nothing', () => {
    expect(fuseRanks([['a', 'b'], ['b']], 1)).toEqual([{ id: 'b', score: 1 / 62 + 1 / 61 }])
    expect(fuseRanks([[], []], 5)).toEqual([])
  })
})
