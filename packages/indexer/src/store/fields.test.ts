import { Failure } from '@leitmotif/command'
import { describe, expect, it } from 'vitest'
import { declareFields, fieldFault, inferFields, MAX_FIELDS, parseField } from './fields.js'

describe('The fields of documents', () => {
  it('have the types that their values suggest', () => {
    const documents = [
      { date: '1999', year: 1999, on: '2024-05-17', name: 'x', mixed: '2024-05-17', known: 1 },
      { year: 'c. 1999', on: '2024-05-17T10:00:00Z', name: '2024-05-17', mixed: 'May', count: '2024' }
    ]
    expect(inferFields(documents, { known: 'keyword' })).toEqual({
      date: 'date',
      year: 'number',
      on: 'date',
      name: 'keyword',
      mixed: 'keyword',
      count: 'keyword'
    })
  })

  it('are dates where most of their texts are, whichever comes first', () => {
    const on = (...dates: string[]): Record<string, string>[] => dates.map((date) => ({ date }))
    expect(inferFields(on('n.d.', '2021-03-04', '2021-03-05'), {})).toEqual({ date: 'date' })
    expect(inferFields(on('2021-03-04', 'in spring', 'n.d.'), {})).toEqual({ date: 'keyword' })
  })

  it('say which value is none of its type', () => {
    expect(fieldFault('year', 'x', 'number')).toBe('field "year" is "x"; expected a number')
    expect(fieldFault('year', Infinity, 'number')).toContain('expected a number')
    expect(fieldFault('name', 'x'.repeat(1025), 'keyword')).toContain('has 1025 characters; expected at most 1024')
    expect(fieldFault('name', 'x', undefined)).toContain('is not declared')
    expect(fieldFault('__proto__', 'x', 'keyword')).toBeUndefined()
  })

  it('are declared on the command line by name and type', () => {
    expect(parseField('year:number')).toEqual(['year', 'number'])
    expect(parseField('dc:title:keyword')).toEqual(['dc:title', 'keyword'])
    for (const bad of ['year', 'year:text', ':number', '']) expect(() => parseField(bad)).toThrow(Failure)
  })

  it('are not more than a collection takes', () => {
    const many = Object.fromEntries(Array.from({ length: MAX_FIELDS }, (_, index) => [`f${index}`, 'keyword' as const]))
    expect(Object.keys(declareFields(many, { f0: 'keyword' }))).toHaveLength(MAX_FIELDS)
    expect(() => declareFields(many, { more: 'keyword' })).toThrow('101 fields: a collection has at most 100')
  })
})
