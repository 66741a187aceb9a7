import { describe, expect, it } from 'vitest'
import { splitOf } from './split.js'

describe('The part that an article belongs to', () => {
  it('is the same on every machine', () => {
    // printf %s ID | sha256sum | cut -c1-8, taken modulo 10
    const parts = ['a', 'glacier', 'monastery', '灯台', 'lighthouse', 'quarry', 'beech', 'Åland'].map(splitOf)
    expect(parts).toEqual(['train', 'train', 'train', 'train', 'validation', 'validation', 'test', 'test'])
  })

  it('shares many articles out as 80, 10 and 10 %', () => {
    const counts = { train: 0, validation: 0, test: 0 }
    for (let i = 0; i < 10_000; i++) counts[splitOf(`article ${i}`)]++
    expect(Math.abs(counts.train - 8000)).toBeLessThan(150)
    expect(Math.abs(counts.validation - 1000)).toBeLessThan(120)
    expect(Math.abs(counts.test - 1000)).toBeLessThan(120)
  })
})
