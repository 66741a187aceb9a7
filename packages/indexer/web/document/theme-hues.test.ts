import { describe, expect, it } from 'vitest'
import { SLOTS } from '../data/catalogue.js'
import { themeHues } from './theme-hues.js'

describe('The themes of a document', () => {
  it('have a colour each, of which the most frequent ones come first, and further ones none', () => {
    const hue = themeHues(Array.from({ length: SLOTS + 1 }, (_, i) => `theme-${i}`))
    expect(new Set(Array.from({ length: SLOTS }, (_, i) => hue(`theme-${i}`))).size).toBe(SLOTS)
    expect([hue('theme-0'), hue(`theme-${SLOTS}`), hue(undefined)]).toEqual(['slot-0', 'slot-none', 'slot-none'])
  })
})
