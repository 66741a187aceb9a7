import { describe, expect, it } from 'vitest'
import { themeHues } from './theme-hues.js'

describe('The themes of a document', () => {
  it('have a colour each, of which the most frequent ones come first, and further ones none', () => {
    const hue = themeHues(Array.from({ length: 9 }, (_, i) => `theme-${i}`))
    expect(new Set(Array.from({ length: 8 }, (_, i) => hue(`theme-${i}`))).size).toBe(8)
    expect([hue('theme-0'), hue('theme-8'), hue(undefined)]).toEqual(['slot-0', 'slot-none', 'slot-none'])
  })
})
