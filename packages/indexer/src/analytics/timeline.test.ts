import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DATE_INTERVALS, intervalStart } from '../dates.js'
import { fillTimes, stepStart, timeIndex, timeName, timePlace } from './timeline.js'

describe('Times', () => {
  it('of any interval are numbered one after the other, over leap years and turns of the year', () => {
    for (const interval of DATE_INTERVALS) {
      const from = intervalStart(Date.UTC(1967, 1, 20), interval)
      const times = fillTimes([from, intervalStart(Date.UTC(1973, 2, 3), interval)], { interval })
      expect(times.map((day) => timeIndex(day, interval) - timeIndex(from, interval))).toEqual([...times.keys()])
      expect(new Set(times).size).toBe(times.length)
    }
    expect(fillTimes(['2020-01-01', '2022-01-01'], { interval: 'year' })).toEqual([
      '2020-01-01',
      '2021-01-01',
      '2022-01-01'
    ])
    expect(fillTimes(['3', '7'], {})).toEqual(['3', '7'])
    expect(fillTimes([], { interval: 'day' })).toEqual([])
  })

  it('have names as people write them', () => {
    const names = DATE_INTERVALS.map((interval) => timeName('2024-04-01', { interval }))
    expect(names).toEqual(['2024', '2024 Q2', 'Apr 2024', '2024-04-01', '2024-04-01'])
  })

  it('of numbers begin at multiples of their width, and are named by what they hold', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -3000, max: 3000 }),
        fc.constantFrom(0.1, 0.5, 1, 2, 5, 10, 25, 1000),
        (value, step) => {
          const start = stepStart(value, step)
          expect(start <= value && value < start + step + 1e-6).toBe(true)
          expect(stepStart(start, step)).toBe(start)
          expect(timePlace(String(stepStart(start + step, step)), { step }) - timePlace(String(start), { step })).toBe(
            1
          )
        }
      )
    )
    expect(fillTimes(['1960', '1990'], { step: 10 })).toEqual(['1960', '1970', '1980', '1990'])
    expect(fillTimes(['0.1', '0.4'], { step: 0.1 })).toEqual(['0.1', '0.2', '0.3', '0.4'])
    const named = [{ step: 10 }, { step: 1 }, {}].map((scale) => timeName('1990', scale))
    expect(named).toEqual(['1990–1999', '1990', '1990'])
    expect(timeName('0.5', { step: 0.5 })).toBe('0.5 to 1')
  })
})
