import { describe, expect, it } from 'vitest'
import { DATE_INTERVALS, intervalStart } from '../dates.js'
import { fillTimes, timeIndex, timeName } from './timeline.js'

describe('Times', () => {
  it('of any interval are numbered one after the other, over leap years and turns of the year', () => {
    for (const interval of DATE_INTERVALS) {
      const from = intervalStart(Date.UTC(1967, 1, 20), interval)
      const times = fillTimes([from, intervalStart(Date.UTC(1973, 2, 3), interval)], interval)
      expect(times.map((day) => timeIndex(day, interval) - timeIndex(from, interval))).toEqual([...times.keys()])
      expect(new Set(times).size).toBe(times.length)
    }
    expect(fillTimes(['2020-01-01', '2022-01-01'], 'year')).toEqual(['2020-01-01', '2021-01-01', '2022-01-01'])
    expect(fillTimes(['3', '7'], undefined)).toEqual(['3', '7'])
    expect(fillTimes([], 'day')).toEqual([])
  })

  it('have names as people write them', () => {
    const names = DATE_INTERVALS.map((interval) => timeName('2024-04-01', interval))
    expect(names).toEqual(['2024', '2024 Q2', 'Apr 2024', '2024-04-01', '2024-04-01'])
  })
})
