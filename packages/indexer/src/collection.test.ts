import { describe, expect, it } from 'vitest'
import { parseFilter } from './collection.js'

describe('--filter', () => {
  const fields = { author: 'keyword', year: 'number' } as const

  it('reads values as the types of their fields', () => {
    expect(parseFilter(['author=Mei Farrow', 'year=2019', 'theme=theme-03'], fields)).toEqual({
      author: 'Mei Farrow',
      year: 2019,
      theme: 'theme-03'
    })
    expect(parseFilter(['author=a=b'], fields)).toEqual({ author: 'a=b' })
  })

  it('says what it expected', () => {
    expect(() => parseFilter(['author'], fields)).toThrow('expected field=value')
    expect(() => parseFilter(['=x'], fields)).toThrow('expected field=value')
    expect(() => parseFilter(['year=last'], fields)).toThrow('year is a number; got “last”')
  })
})
