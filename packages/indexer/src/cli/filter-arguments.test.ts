import { Failure } from '@leitmotif/command'
import { describe, expect, it } from 'vitest'
import { otherValues, parseFilter } from './filter-arguments.js'

describe('--filter', () => {
  const fields = { author: 'keyword', year: 'number', on: 'date' } as const

  it('reads values as the types of their fields', () => {
    expect(parseFilter(['author=Mei Farrow', 'year=2019', 'theme=theme-03'], fields)).toEqual({
      author: 'Mei Farrow',
      year: 2019,
      theme: 'theme-03'
    })
    expect(parseFilter(['author=a=b', 'position<3'], fields)).toEqual({ author: 'a=b', position: { until: 3 } })
  })

  it('takes several values of one field as a choice, and bounds as a range', () => {
    expect(parseFilter(['year=2019', 'author=Ada', 'year=2021'], fields)).toEqual({
      year: { in: [2019, 2021] },
      author: 'Ada'
    })
    expect(parseFilter(['year>=-1.5', 'year<2021', 'on>=2024-05'], fields)).toEqual({
      year: { from: -1.5, until: 2021 },
      on: { from: '2024-05' }
    })
  })

  it('says which values there are instead of one that no sentence has', () => {
    const values = ['Jörg Müller', 'Mei Farrow', 'Ada Stone']
    expect(otherValues('author', 'müller', values)).toBe('no sentence has author “müller”; did you mean “Jörg Müller”?')
    expect(otherValues('author', 'jorg muller', values)).toContain('did you mean “Jörg Müller”?')
    expect(otherValues('author', 'Mei Farow', values)).toContain('did you mean “Mei Farrow”?')
    expect(otherValues('author', 'Zoe', values)).toContain('it has “Jörg Müller”, “Mei Farrow”, “Ada Stone”')
    expect(
      otherValues(
        'tag',
        'x',
        Array.from({ length: 12 }, (_, n) => `t${n}`)
      )
    ).toMatch(/“t9”, and 2 more$/)
    expect(otherValues('tag', 'x', [])).toContain('it has no value')
  })

  it('says what it expected', () => {
    expect(() => parseFilter(['year!=2020'], fields)).toThrow(
      'year!=2020: “is not” cannot be filtered; expected field='
    )
    for (const bad of ['author', '=x', 'year<=2020', 'year>2020'])
      expect(() => parseFilter([bad], fields)).toThrow(`${bad}: expected field=value, field>=value or field<value`)
    expect(() => parseFilter(['year>=2010', 'year>=2000'], fields)).toThrow(
      'year>=2000: year>=2010 is given too; expected only one of them'
    )
    expect(() => parseFilter(['year=last'], fields)).toThrow('expected a number for year; got “last”')
    expect(() => parseFilter(['year=2019', 'year<2021'], fields)).toThrow(Failure)
    expect(() => parseFilter(['year=2019', 'year<2021'], fields)).toThrow(
      'year has both the value 2019 and a range; expected only one of them'
    )
  })
})
