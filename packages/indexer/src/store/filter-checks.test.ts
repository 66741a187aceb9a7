import { describe, expect, it } from 'vitest'
import { checkCountBy, checkFilter } from './filter-checks.js'

describe('A field that the collection does not have', () => {
  it('is named with those that it has, whether to filter or to count by', () => {
    const message = 'the collection has no field "autor"; it has document, title, theme, position, author'
    expect(() => checkFilter({ autor: 'Mei' }, { author: 'keyword' })).toThrow(`filter: ${message}`)
    expect(() => {
      checkCountBy(['autor'], { author: 'keyword' })
    }).toThrow(new RegExp(`^${message}$`))
  })
})
