import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aliasTable, keepThresholds, UINT32_MAX } from './sampling.js'

describe('A table of aliases', () => {
  it('gives each index its share of the weight', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 60 }), (weights) => {
        const { thresholds, aliases } = aliasTable(Float64Array.from(weights))
        const shares = new Array<number>(weights.length).fill(0)
        for (const [slot, threshold] of thresholds.entries()) {
          const own = threshold / UINT32_MAX
          shares[slot] += own / weights.length
          shares[aliases[slot]] += (1 - own) / weights.length
        }
        const total = weights.reduce((sum, weight) => sum + weight, 0)
        for (const [i, weight] of weights.entries()) expect(shares[i]).toBeCloseTo(weight / total, 6)
      })
    )
  })
})

describe('Subsampling', () => {
  const counts = [700, 250, 49, 1]

  it('keeps every rare word and thins out frequent ones, the most frequent the most', () => {
    const [first, second, third, last] = Array.from(keepThresholds(counts, 0.01), (value) => value / UINT32_MAX)
    // word2vec.c: (sqrt(.7 / .01) + 1) · .01 / .7
    expect(first).toBeCloseTo(0.1338, 3)
    expect(second).toBeCloseTo(0.24, 3)
    expect(third).toBeCloseTo(0.6559, 3)
    expect(last).toBe(1)
  })

  it('keeps all words when it is off', () => {
    expect([...keepThresholds(counts, 0)]).toEqual(counts.map(() => UINT32_MAX))
  })
})
