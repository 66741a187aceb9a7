import { describe, expect, it } from 'vitest'
import { bootstrapInterval, shareInterval } from './bootstrap.js'

describe('A bootstrap interval', () => {
  it('holds the middle 95 % of what resamples give', () => {
    const values = Array.from({ length: 100 }, (_, i) => i)
    const mean = (drawn: Int32Array): number => drawn.reduce((sum, i) => sum + values[i], 0) / drawn.length
    const [low, high] = bootstrapInterval(100, 1, mean)
    // The mean's standard error is 2.9.
    expect(low).toBeCloseTo(49.5 - 1.96 * 2.89, -0.5)
    expect(high).toBeCloseTo(49.5 + 1.96 * 2.89, -0.5)
  })

  it('leaves out resamples that are of nothing, and is none where all are', () => {
    const [low, high] = shareInterval(
      [
        { sum: 1, count: 4 },
        { sum: 0, count: 0 },
        { sum: 3, count: 4 }
      ],
      1
    )
    expect([low, high]).toEqual([0.25, 0.75])
    expect(shareInterval([{ sum: 0, count: 0 }], 1)).toEqual([NaN, NaN])
  })
})
