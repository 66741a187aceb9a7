import { describe, expect, it } from 'vitest'
import { mostOfDocument } from './theme-sample.js'

describe('The sample that themes are found in', () => {
  it('has a twentieth of it from one document at most, or 160 sentences', () => {
    const pages = Array.from({ length: 206 }, () => 25)
    const most = mostOfDocument([...pages, 7_305])
    expect(most / (206 * 25 + most)).toBeCloseTo(0.05)
    const longer = mostOfDocument([...pages, 7_305, 9_000, 1_000])
    expect(longer / (206 * 25 + 3 * longer)).toBeCloseTo(0.05)
    expect(mostOfDocument([...pages.slice(0, 30), 7_305])).toBe(160)
  })

  it('has all of documents of like lengths, and of a few documents', () => {
    expect(mostOfDocument(Array.from({ length: 20 }, () => 5_000))).toBe(Infinity)
    expect(mostOfDocument([10, 10, 7_305])).toBe(Infinity)
    expect(mostOfDocument([])).toBe(Infinity)
  })
})
