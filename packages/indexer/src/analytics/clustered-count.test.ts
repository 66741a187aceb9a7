import { describe, expect, it } from 'vitest'
import { addCounts, countDocuments, designEffect, isFew, shareOf, wilson } from './clustered-count.js'

describe('The share of a theme', () => {
  it('has Wilson’s interval where every document is one sentence', () => {
    // scipy.stats.binomtest(3, 40).proportion_ci(method='wilson'); 39/40 would be the variance's correction for 40 documents
    const { share, low, high } = wilson(3 / 40, 40)
    expect(share).toBe(0.075)
    expect(low).toBeCloseTo(0.0258360258, 9)
    expect(high).toBeCloseTo(0.1986423352, 9)
    const headlines = countDocuments(Array.from({ length: 4000 }, (_, i) => [i < 300 ? 1 : 0, 1]))
    expect(shareOf(headlines).low).toBeCloseTo(wilson(0.075, 4000).low, 4)
  })

  it('reaches 0 and 1 only where none or all are of the theme', () => {
    expect(wilson(0, 40)).toEqual({ share: 0, low: 0, high: expect.closeTo(0.0876216012, 9) as number })
    expect(wilson(1, 40).high).toBe(1)
    expect(wilson(1 / 40, 40).low).toBeGreaterThan(0)
    expect(shareOf(countDocuments([]))).toEqual({ share: 0, low: 0, high: 1 })
  })

  it('is less certain the more the theme keeps to some documents', () => {
    // By hand: p = 10/80; 8/7 Σ (x - p n)² / 80² over p (1 - p) / 80 = 3.4490
    const kept = countDocuments([
      [5, 10],
      [0, 12],
      [0, 8],
      [3, 9],
      [0, 11],
      [0, 10],
      [0, 10],
      [2, 10]
    ])
    expect(kept).toMatchObject({ count: 10, of: 80, documents: 8, having: 3 })
    expect(designEffect([kept])).toBeCloseTo(3.4489795918, 9)
    expect(shareOf(kept)).toEqual(wilson(10 / 80, 80 / designEffect([kept])))
    const spread = countDocuments(Array.from({ length: 8 }, (_, i) => [i < 2 ? 2 : 1, 10]))
    expect(shareOf(spread).high).toBeLessThan(shareOf(kept).high)
  })

  it('takes from the whole how uncertain a group of one document is', () => {
    const groups = [
      countDocuments([[5, 10]]),
      countDocuments([
        [0, 10],
        [9, 10],
        [0, 10]
      ])
    ]
    const whole = designEffect(groups)
    expect(designEffect([groups[0]])).toBe(1)
    expect(whole).toBeGreaterThan(5)
    expect(shareOf(groups[0], whole).high).toBeGreaterThan(shareOf(groups[0]).high)
    expect(addCounts(groups)).toEqual(
      countDocuments([
        [5, 10],
        [0, 10],
        [9, 10],
        [0, 10]
      ])
    )
  })

  it('is of few where there are fewer than 30 sentences or 5 documents', () => {
    expect(isFew({ sentences: 30, documents: 5 })).toBe(false)
    expect(isFew({ sentences: 29, documents: 29 })).toBe(true)
    expect(isFew({ sentences: 3000, documents: 4 })).toBe(true)
  })
})
