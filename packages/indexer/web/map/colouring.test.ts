import { describe, expect, it } from 'vitest'
import { fieldColours, readColouring, writeColouring } from './colouring.js'

const fields = { author: 'keyword', published: 'date' } as const

describe('What the map is coloured by', () => {
  it('is in the address, and is the groups of themes where the address names nothing that there is', () => {
    for (const colouring of [{ level: 1 }, { level: 3 }, { field: 'author' }])
      expect(readColouring(writeColouring(colouring) ?? null, 3, fields)).toEqual(colouring)
    for (const value of [null, '', 'level-4', 'level-0', 'level-x', 'field-colour', 'field-toString', 'red'])
      expect(readColouring(value, 3, fields)).toEqual({ level: 1 })
  })

  it('gives each point the entry of its value, rarer values and none their own', () => {
    const answer = {
      run: 'a',
      keys: [
        { key: 'Ada', points: 2 },
        { key: 'Bo', points: 1 }
      ],
      others: 1,
      without: 1,
      kinds: btoa(String.fromCharCode(1, 0, 254, 0, 255))
    }
    const { entries, kinds } = fieldColours(answer, true)
    expect(Array.from(kinds, (kind) => entries[kind].text)).toEqual(['Bo', 'Ada', 'other values', 'Ada', 'no value'])
    expect(entries.map(({ points }) => points)).toEqual([2, 1, 1, 1])
    expect(new Set(entries.map(({ colour }) => colour)).size).toBe(3)
  })

  it('has colours from low to high for dates, with the span of each in words', () => {
    const keys = [
      { key: '2014-01-01', last: '2015-01-01', points: 3 },
      { key: '2016-01-01', points: 1 }
    ]
    const answer = { run: 'a', interval: 'year' as const, keys, others: 0, without: 0, kinds: '' }
    expect(fieldColours(answer, false).entries.slice(0, 2)).toMatchObject([
      { colour: 'ramp-0', text: '2014 to 2015' },
      { colour: 'ramp-7', text: '2016' }
    ])
  })
})
