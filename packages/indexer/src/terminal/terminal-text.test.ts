import { counted } from '@leitmotif/command'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fixed, having, percent, percentRange, oddsRatio, timesText } from './numbers.js'
import { wrap } from './terminal-text.js'

describe('Text for a terminal', () => {
  it('gives a ratio of two parts with its interval, and none if one of them has nothing', () => {
    const [some, none] = [{ count: 5 }, { count: 0 }]
    const ratio = { ratio: 2.62, low: 1.4, high: 1200 }
    expect(timesText({ a: some, b: some, ...ratio })).toBe('2.6 times (1.4 to > 1,000)')
    expect(timesText({ a: some, b: none, ...ratio })).toBeUndefined()
  })

  it('keeps within its width, and loses no word', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 40 }), (text, width) => {
        const lines = wrap(text, width)
        expect(lines.join(' ')).toBe(text.trim().split(/\s+/).join(' '))
        for (const line of lines) expect(line.length <= width || !line.includes(' ')).toBe(true)
      })
    )
  })

  it('counts and measures as people write', () => {
    expect([counted(1, 'document'), counted(12_345, 'sentence'), counted(0, 'theme')]).toEqual([
      '1 document',
      '12,345 sentences',
      '0 themes'
    ])
    expect([having(1, 'sentence'), having(2, 'sentence')]).toEqual(['1 sentence has', '2 sentences have'])
    expect([0.314, 0.0994, 0.0996].map(percent)).toEqual(['31 %', '9.9 %', '10 %'])
    expect([0.0004, 0].map(percent)).toEqual(['< 0.1 %', '0 %'])
    expect(percentRange({ low: 0.0004, high: 0.17 })).toBe('< 0.1 – 17 %')
    expect([0.714, -0.051, -0.004, 0].map((score) => fixed(score))).toEqual(['0.71', '-0.05', '0.00', '0.00'])
    expect([1.3, 0.05, 203, 1234, 1e9].map((odds) => oddsRatio(Math.log(odds)))).toEqual([
      ...['× 1.30', '× 0.050', '× 200', '× 1,200', '> × 1,000,000']
    ])
  })
})
