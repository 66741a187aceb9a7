import { describe, expect, it } from 'vitest'
import { intervalStart, isDate, periodOf } from './dates.js'

const period = (text: string): string[] | undefined => {
  const found = periodOf(text)
  return found && [new Date(found.from).toISOString(), new Date(found.until).toISOString()]
}

describe('Dates', () => {
  it('are told from what only looks like one', () => {
    for (const date of ['2024', '2024-05', '2024-02-29', '2024-05-17T10:00', '2024-05-17T10:00:00.5+02:00', '0001']) {
      expect(isDate(date), date).toBe(true)
    }
    for (const other of ['', '24', '2024-13', '2024-00', '2024-5-1', '17 May 2024', '2024-05-17 10:00']) {
      expect(isDate(other), other).toBe(false)
    }
    for (const other of [
      '2024-02-30',
      '2023-02-29',
      '2024-05-17T24:00',
      '2024-05-17T10:60',
      '2024-05-17T10:00+19:00'
    ]) {
      expect(isDate(other), other).toBe(false)
    }
  })

  it('are of the years 1 to 9999 in UTC, which every store can write', () => {
    for (const date of ['0001-01-01', '9999', '9999-12-31T23:59Z']) expect(isDate(date), date).toBe(true)
    for (const other of ['0000', '0000-12-31', '0001-01-01T00:00+01:00', '9999-12-31T23:59-05:00']) {
      expect(isDate(other), other).toBe(false)
    }
  })

  it('name the whole of a year, month, day, minute or second, in UTC unless they have a zone', () => {
    expect(period('2024')).toEqual(['2024-01-01T00:00:00.000Z', '2025-01-01T00:00:00.000Z'])
    expect(period('0099')).toEqual(['0099-01-01T00:00:00.000Z', '0100-01-01T00:00:00.000Z'])
    expect(period('2024-12')).toEqual(['2024-12-01T00:00:00.000Z', '2025-01-01T00:00:00.000Z'])
    expect(period('2024-02-29')).toEqual(['2024-02-29T00:00:00.000Z', '2024-03-01T00:00:00.000Z'])
    expect(period('2024-05-17T10:30')).toEqual(['2024-05-17T10:30:00.000Z', '2024-05-17T10:31:00.000Z'])
    expect(period('2024-05-17T10:30:05+02:00')).toEqual(['2024-05-17T08:30:05.000Z', '2024-05-17T08:30:06.000Z'])
    expect(period('2024-05-17T23:30:05.5-0030')).toEqual(['2024-05-18T00:00:05.500Z', '2024-05-18T00:00:05.501Z'])
    expect(period('2024-05-17T10:30:05.999999999Z')?.[0]).toBe('2024-05-17T10:30:05.999Z')
  })

  it('fall into years, quarters, months, weeks from Monday on, and days, before 1970 too', () => {
    const sunday = Date.UTC(2024, 4, 19, 23, 59)
    expect(
      (['year', 'quarter', 'month', 'week', 'day'] as const).map((interval) => intervalStart(sunday, interval))
    ).toEqual(['2024-01-01', '2024-04-01', '2024-05-01', '2024-05-13', '2024-05-19'])
    expect(intervalStart(Date.UTC(1969, 11, 29), 'week')).toBe('1969-12-29')
    expect(intervalStart(Date.UTC(1969, 11, 28, 1), 'week')).toBe('1969-12-22')
    expect(intervalStart(Date.UTC(1969, 11, 28, 1), 'day')).toBe('1969-12-28')
  })
})
