import { describe, expect, it } from 'vitest'
import { percentileOf } from './figures.js'

describe('How near a hit is', () => {
  it('is never told as more than all pairs, nor as less than a farther one', () => {
    const told = [99.996, 99.96, 99.94, 99.04, 98.6, 12.2].map(percentileOf)
    expect(told).toEqual(['over 99.9', 'over 99.9', '99.9', '99.0', '99', '12'])
  })
})
