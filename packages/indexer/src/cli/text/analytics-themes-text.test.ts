import { expect, it } from 'vitest'
import { trendsText } from './analytics-themes-text.js'

it('Trends of a single date say that they need two', () => {
  const of = (first: string, last: string): string =>
    trendsText({ field: 'date', interval: 'year', first, last, trends: [] })
  expect(of('2021-01-01', '2021-01-01')).toBe(
    'all sentences with a date are of 2021; a trend needs at least two times: choose a shorter --interval, or index documents of others\n'
  )
  expect(of('2021-01-01', '2022-01-01')).toContain('themes by date, from 2021 to 2022')
  expect(trendsText({ field: 'year', first: '2021', last: '2021', trends: [] })).toContain(
    'all sentences with a year are of 2021; a trend needs at least two times: index documents of others'
  )
})
