import { createRandom } from '@leitmotif/encoder/vectors'
import { describe, expect, it } from 'vitest'
import { countPairs } from './pair-counts.js'

describe('Pairs', () => {
  it('of rows that hold equally many are expected as often as independence says', () => {
    const rows = [
      [0, 1],
      [0, 1],
      [2, 3],
      [2, 3],
      [0, 3],
      [1, 2]
    ]
    const [first] = countPairs(rows, 4)
    // Every column is in 3 of 6 rows: 6 x 1/2 x 1/2, and a variance of 6 x 1/4 x 3/4.
    expect(first).toEqual({
      a: 0,
      b: 1,
      both: 2,
      expected: expect.closeTo(1.5, 6) as number,
      deviation: expect.closeTo(Math.sqrt(6 * 0.25 * 0.75), 6) as number
    })
    expect(countPairs(rows, 4)).toHaveLength(6)
  })

  it('are no more than chance where long rows hold more of everything', () => {
    const random = createRandom('pairs')
    const rows = Array.from({ length: 3000 }, (_, r) => {
      const chance = r % 3 === 0 ? 0.8 : 0.1
      return Array.from({ length: 12 }, (_, c) => c).filter(() => random.next() < chance)
    })
    const pairs = countPairs(rows, 12)
    const independent = pairs.map(({ a, b, both }) => {
      const holding = (c: number): number => rows.filter((row) => row.includes(c)).length
      return (both * rows.length) / (holding(a) * holding(b))
    })
    expect(Math.min(...independent)).toBeGreaterThan(1.5)
    for (const { both, expected, deviation } of pairs) expect(Math.abs(both - expected)).toBeLessThan(4 * deviation)
  })

  it('are found where columns go together', () => {
    const random = createRandom('together')
    const rows = Array.from({ length: 2000 }, () => {
      const held = Array.from({ length: 10 }, (_, c) => c).filter(() => random.next() < 0.2)
      return held.includes(3) && !held.includes(7) && random.next() < 0.5 ? [...held, 7].sort((a, b) => a - b) : held
    })
    const best = countPairs(rows, 10).sort(
      (p, q) => (q.both - q.expected) / q.deviation - (p.both - p.expected) / p.deviation
    )[0]
    expect(best).toMatchObject({ a: 3, b: 7 })
    expect(best.both / best.expected).toBeGreaterThan(1.5)
  })

  it('of empty rows and columns are none', () => {
    expect(countPairs([[], []], 2)).toEqual([{ a: 0, b: 1, both: 0, expected: 0, deviation: 0 }])
    expect(countPairs([], 1)).toEqual([])
  })
})
