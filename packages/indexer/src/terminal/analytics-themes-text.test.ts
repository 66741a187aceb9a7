import { expect, it } from 'vitest'
import type { TimeSpan } from '../analytics/time-words.js'
import { trendsText } from './analytics-themes-text.js'

it('Trends of a single date say that they need two', () => {
  const at = (time: string): TimeSpan => ({ from: time, to: time })
  const of = (first: string, last: string): string =>
    trendsText({ field: 'date', interval: 'year', first: at(first), last: at(last), trends: [] })
  expect(of('2021-01-01', '2021-01-01')).toBe(
    'all sentences with a date are of 2021; a trend needs at least two times: choose a shorter --interval, or index documents of others\n'
  )
  expect(of('2021-01-01', '2022-01-01')).toContain('sentences of 2021, and of those of 2022, by date')
  expect(trendsText({ field: 'year', first: at('2021'), last: at('2021'), trends: [] })).toContain(
    'all sentences with a year are of 2021; a trend needs at least two times: index documents of others'
  )
})
