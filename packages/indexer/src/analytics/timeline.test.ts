import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DATE_INTERVALS, intervalStart } from '../store/dates.js'
import type { FieldValue } from '../store/store.js'
import { fillTimes, stepStart, timeIndex, timeName, timePlace, timeScales, type TimeScale } from './timeline.js'

/** How long each time may be, of documents with these values of the field `at`. */
function scalesOf(values: readonly FieldValue[], asked: TimeScale = {}): TimeScale[] {
  const type = typeof values[0] === 'number' ? 'number' : 'date'
  return timeScales({ values, documents: values.length }, { field: 'at', type }, asked)
}

describe('Times', () => {
  it('of any interval are numbered one after the other, over leap years and turns of the year', () => {
    for (const interval of DATE_INTERVALS) {
      const from = intervalStart(Date.UTC(1867, 1, 20), interval)
      const times = fillTimes([from, intervalStart(Date.UTC(1973, 2, 3), interval)], { interval })
      expect(times.map((day) => timeIndex(day, interval) - timeIndex(from, interval))).toEqual([...times.keys()])
      expect(new Set(times).size).toBe(times.length)
    }
    expect(fillTimes(['2020-01-01', '2022-01-01'], { interval: 'year' })).toEqual([
      '2020-01-01',
      '2021-01-01',
      '2022-01-01'
    ])
    expect(fillTimes(['9998-01-01', '9999-01-01'], { interval: 'year' })).toEqual(['9998-01-01', '9999-01-01'])
    expect(fillTimes(['9999-12-27'], { interval: 'week' })).toEqual(['9999-12-27'])
    expect(fillTimes(['3', '7'], {})).toEqual(['3', '7'])
    expect(fillTimes([], { interval: 'day' })).toEqual([])
  })

  it('have names as people write them', () => {
    const names = DATE_INTERVALS.map((interval) =>
      timeName(intervalStart(Date.parse('2024-04-01'), interval), { interval })
    )
    expect(names).toEqual([
      ...['2000–2099', '2000–2024', '2020–2029', '2024', '2024 Q2', 'Apr 2024', '2024-04-01', '2024-04-01']
    ])
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

  it('are offered from the finest to the longest that leave a line of five documents each or more', () => {
    const days = Array.from({ length: 730 }, (_, i) => new Date(Date.UTC(2020, 0, 1 + i)).toISOString().slice(0, 10))
    expect(scalesOf(days)).toEqual([{ interval: 'month' }, { interval: 'quarter' }])
    expect(scalesOf(days.filter((_, i) => i % 18 === 0))).toEqual([{ interval: 'quarter' }])
    expect(scalesOf(days.filter((_, i) => i % 300 === 0))).toEqual([{ interval: 'year' }])
    const years = Array.from({ length: 600 }, (_, i) => 1960 + (i % 60))
    expect(scalesOf(years)).toEqual([{ step: 2 }, { step: 5 }, { step: 10 }])
  })

  it('of long times are decades, quarter-centuries or centuries, if single years were too many for a chart', () => {
    const yearly = (first: number, years: number): string[] =>
      Array.from({ length: years }, (_, y) => `${first + y}-01-08`)
    expect(scalesOf(yearly(1790, 232)).map(({ interval }) => interval)).toEqual(['decade'])
    expect(scalesOf(yearly(1200, 800))[0]).toEqual({ interval: 'quarter-century' })
    expect(scalesOf(yearly(1980, 40).flatMap((day) => Array<string>(5).fill(day)))).toEqual([{ interval: 'year' }])
    expect(scalesOf(['1790-01-08', '1900-01-01', '2021-04-28'])).toEqual([{ interval: 'decade' }])
    const [decade, century] = (['decade', 'century'] as const).map((interval) => ({ interval }))
    expect(fillTimes(['1790-01-01', '1810-01-01'], decade)).toEqual(['1790-01-01', '1800-01-01', '1810-01-01'])
    expect(timeName('1790-01-01', decade)).toBe('1790–1799')
    // There is no year 0.
    expect(intervalStart(Date.parse('0007-05-05'), 'decade')).toBe('0001-01-01')
    expect(fillTimes(['0001-01-01', '0200-01-01'], century)).toEqual(['0001-01-01', '0100-01-01', '0200-01-01'])
    expect(timeName('0001-01-01', century)).toBe('1–99')
  })

  it('of numbers at the ends of what numbers can be are found all the same', () => {
    expect(scalesOf([0, 5e-324])).toEqual([{}])
    expect(scalesOf([-1e308, 1e308])).toEqual([{}])
    expect(scalesOf([0, 1e308])).toEqual([{}])
    const many = (value: (i: number) => number): number[] => Array.from({ length: 60 }, (_, i) => value(i))
    expect(scalesOf(many((i) => i * 2.5e306))[0]).toEqual({ step: 2e307 })
    expect(scalesOf(many((i) => 1e15 + 2 * i))[0]).toEqual({ step: 20_000 })
  })

  it('of large numbers do not fold together: a width that numbers cannot tell apart is refused', () => {
    const great = Array.from({ length: 100 }, (_, i) => 1e15 + 10 * i)
    expect(() => scalesOf(great, { step: 10 })).toThrow('expected at least 10000.0000000')
    expect(scalesOf(great, { step: 20_000 })).toEqual([{ step: 20_000 }])
    const times = fillTimes(['1700000000000', '1700000000020'], { step: 5 })
    expect(times).toEqual([0, 5, 10, 15, 20].map((more) => String(1.7e12 + more)))
    fc.assert(
      fc.property(
        fc.integer({ min: -1e11, max: 1e11 }),
        fc.double({ min: 1e-6, max: 1e6, noNaN: true }),
        (index, step) => {
          const start = stepStart(index * step, step)
          expect(timePlace(String(start), { step })).toBe(index)
          expect(stepStart(start, step)).toBe(start)
        }
      )
    )
  })

  it('of dates are no more than a thousand, whether or not an interval is asked for', () => {
    const centuries = ['1600-01-01', '2020-06-30']
    expect(() => scalesOf(centuries, { interval: 'day' })).toThrow(
      'divides at, 1600-01-01 to 2020-06-30, into 153584 times; expected at most 1000'
    )
    expect(() => scalesOf(['0001-01-01', '2020-06-30', '9999-12-31'])).toThrow(
      'at runs from 0001-01-01 to 9999-12-31, 9999 years; expected at most 1000: correct the dates that are wrong'
    )
    expect(scalesOf(centuries)).toEqual([{ interval: 'quarter-century' }])
    expect(scalesOf(centuries, { interval: 'year' })).toEqual([{ interval: 'year' }])
    expect(scalesOf(['2020-01-01', '2022-09-26'], { interval: 'day' })).toEqual([{ interval: 'day' }])
  })
})
