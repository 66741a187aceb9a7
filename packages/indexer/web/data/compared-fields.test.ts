import { describe, expect, it } from 'vitest'
import { comparedFields, fieldInWords } from './compared-fields.js'

const fields = {
  slug: 'keyword',
  licence: 'keyword',
  published: 'date',
  author: 'keyword',
  site: 'keyword',
  level: 'number',
  tag: 'keyword'
} as const
const values = { slug: 900, licence: 1, published: 400, author: 60, site: 4, level: 5, tag: 9 }

describe('Fields to compare documents by', () => {
  it('begin with those whose values fit beside one another, as they were declared, and are none that tell nothing apart', () => {
    expect(comparedFields({ fields, values })).toEqual(['site', 'tag', 'level', 'author', 'slug', 'published'])
  })

  it('say how many values they have, where that is known', () => {
    expect(['site', 'licence', 'slug'].map((name) => fieldInWords(name, { fields, values }))).toEqual([
      'site (4 values)',
      'licence (1 value)',
      'slug (900 values)'
    ])
    expect(fieldInWords('toString', { fields, values })).toBe('toString')
  })
})
