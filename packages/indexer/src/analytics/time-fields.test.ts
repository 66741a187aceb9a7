import { describe, expect, it } from 'vitest'
import { Failure } from '@leitmotif/command'
import { plainTimeField, timeFieldsOf } from './time-fields.js'
import { timeField } from './timeline.js'

describe('The field that time runs along', () => {
  it('is the one named date, else the only date, else the only number named as years', () => {
    expect(plainTimeField({ year: 'number', updated: 'date', words: 'number', date: 'date' })).toBe('date')
    expect(plainTimeField({ year: 'number', updated: 'date', words: 'number' })).toBe('updated')
    expect(plainTimeField({ words: 'number', release_year: 'number' })).toBe('release_year')
    expect(plainTimeField({ words: 'number', author: 'keyword' })).toBeUndefined()
    expect(plainTimeField({ date: 'keyword', updated: 'date' })).toBe('updated')
  })

  it('must be named where several hold times and none is named date', () => {
    const fields = { big: 'number', year: 'number', published: 'date', updated: 'date', tags: 'keyword' } as const
    expect(plainTimeField(fields)).toBeUndefined()
    expect(timeFieldsOf(fields)).toEqual(['published', 'updated', 'year'])
    expect(() => timeField({ fields })).toThrow(
      new Failure(
        'the collection has several fields that hold times, published, updated and year; name the one that time runs ' +
          'along: --field "published" on the command line, or the parameter field in a request to the service'
      )
    )
    expect(timeField({ fields }, 'big')).toEqual({ field: 'big', type: 'number' })
  })
})
