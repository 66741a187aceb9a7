import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareSegmentations } from './segmentation-agreement.js'

describe('The agreement of two divisions', () => {
  it('is full where they are the same', () => {
    expect(compareSegmentations([4, 9], [4, 9], 12)).toEqual({ pk: 0, windowDiff: 0, boundaryF1: 1 })
  })

  it('is what the definitions say, counted by hand', () => {
    // Twelve units in three segments: k = 2, ten windows. The true boundaries lie in the windows that begin at 2, 3 and 6, 7.
    expect(compareSegmentations([4, 8], [], 12)).toEqual({ pk: 0.4, windowDiff: 0.4, boundaryF1: 0 })
    // One late by a unit: windows 2 and 4 err; the other is missed: 6 and 7.
    expect(compareSegmentations([4, 8], [5], 12)).toEqual({ pk: 0.4, windowDiff: 0.4, boundaryF1: 0 })
    // Two boundaries in one window where there is one: WindowDiff sees them, Pk does not.
    expect(compareSegmentations([4, 8], [4, 5, 8], 12)).toEqual({ pk: 0.1, windowDiff: 0.2, boundaryF1: 0.8 })
  })

  it('has a window of half the mean true length, rounded, of two units at least, and less than the text', () => {
    // Segments of 10: k = 5. The one boundary parts five of fifteen windows.
    expect(compareSegmentations([10], [], 20).pk).toBeCloseTo(5 / 15, 12)
    // Segments of 1: k = 2, not 1.
    expect(compareSegmentations([1, 2, 3], [], 4).pk).toBe(1)
    expect(compareSegmentations([1], [], 2)).toEqual({ pk: 1, windowDiff: 1, boundaryF1: 0 })
  })

  it('is from 0 to 1, and WindowDiff is never below Pk', () => {
    const boundaries = fc.uniqueArray(fc.integer({ min: 1, max: 29 }), { minLength: 1 })
    fc.assert(
      fc.property(boundaries, boundaries, (a, b) => {
        const sorted = [a, b].map((list) => [...list].sort((x, y) => x - y))
        const { pk, windowDiff, boundaryF1 } = compareSegmentations(sorted[0], sorted[1], 30)
        for (const figure of [pk, windowDiff, boundaryF1]) {
          expect(figure).toBeGreaterThanOrEqual(0)
          expect(figure).toBeLessThanOrEqual(1)
        }
        expect(windowDiff).toBeGreaterThanOrEqual(pk)
      })
    )
  })
})
