import { describe, expect, it } from 'vitest'
import { isDateFormat, isoDate } from './stated-dates.js'

describe('A date is read as it is written', () => {
  const read = (
    cases: readonly (readonly [string | number, string | undefined])[],
    isDate = false,
    formats?: string[]
  ) => {
    for (const [text, date] of cases) expect([text, isoDate(text, { isDate, formats })]).toEqual([text, date])
  }

  it('with a time and a zone as YAML, SQL, Git and people write them', () => {
    read([
      ['2024', '2024'],
      ['2015-3-7', '2015-03-07'],
      ['2015-03-17 14:00', '2015-03-17T14:00'],
      ['2015-03-17 14:00:00 UTC', '2015-03-17T14:00:00Z'],
      ['2015-03-17T14:00:00.5+05:30', '2015-03-17T14:00:00.5+05:30'],
      ['2015-03-17 14:00:00 +0530', '2015-03-17T14:00:00+05:30'],
      ['2024-05-02 10:00:00', '2024-05-02T10:00:00'],
      ['2024-05-02 10:00:00,250', '2024-05-02T10:00:00.250'],
      ['2013-05-06 02:12:52 +0200', '2013-05-06T02:12:52+02:00'],
      ['2024/05/02', '2024-05-02'],
      ['2024/5/2 7:05', '2024-05-02T07:05'],
      ['Thu, 02 May 2024 10:00:00 +0200', '2024-05-02T10:00:00+02:00'],
      ['2 May 2024 10:00 GMT', '2024-05-02T10:00:00Z'],
      ['Thu May  2 10:00:00 2024', '2024-05-02T10:00:00'],
      ['Thu May 2 10:00:00 2024 +0200', '2024-05-02T10:00:00+02:00'],
      ['May 2, 2024', '2024-05-02'],
      ['2 December 2024', '2024-12-02'],
      ['2015-13-17', undefined],
      ['2015/02-03', undefined],
      ['02/05/2024', undefined],
      ['17 March', undefined],
      ['May 2024 was warm', undefined],
      ['spring', undefined]
    ])
  })

  it('as digits or seconds since 1970 only where a date is meant', () => {
    const numbers = [
      ['20240502', '2024-05-02'],
      [20240502, '2024-05-02'],
      [1714644000, '2024-05-02T10:00:00Z'],
      ['1714644000', '2024-05-02T10:00:00Z'],
      [1714644000250, '2024-05-02T10:00:00.250Z'],
      [20241340, undefined],
      [2024, '2024'],
      [300, undefined],
      [2024.5, undefined],
      [-5, undefined],
      [Infinity, undefined]
    ] as const
    read(numbers, true)
    read(numbers.map(([text]) => [text, undefined]))
  })

  it('by formats that are named, as much of it as they state', () => {
    read(
      [
        ['02/05/2024', '2024-05-02'],
        ['2024-05-02', '2024-05-02']
      ],
      false,
      ['dd/MM/yyyy']
    )
    read(
      [
        ['02.05.2024 14:30', '2024-05-02T14:30:00'],
        ['05/2024', '2024-05']
      ],
      false,
      ['dd.MM.yyyy HH:mm', 'MM/yyyy']
    )
    expect(['dd/MM/yyyy', 'yyyyMMdd', 'MM/yyyy', 'HH:mm', '%d/%m/%Y'].map(isDateFormat)).toEqual([
      true,
      true,
      true,
      false,
      false
    ])
  })
})
