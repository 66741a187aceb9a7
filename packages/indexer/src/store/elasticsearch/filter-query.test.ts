import { describe, expect, it } from 'vitest'
import { filterQueries } from './filter-query.js'

describe('Filters as queries', () => {
  it('ask for no position that Elasticsearch would refuse', () => {
    expect(filterQueries({ position: { in: [3, 2 ** 31, -1e20, 1.5] } }, {}, [])).toEqual([
      { terms: { position: [3] } }
    ])
    const should = [{ range: { position: { gte: 2, lt: 2 ** 31 - 1 } } }]
    expect(filterQueries({ position: { from: 1.5, until: 1e20 } }, {}, [])).toEqual([
      { bool: { should, minimum_should_match: 1 } }
    ])
    expect(filterQueries({ year: 1e20 }, { year: 'number' }, [])).toEqual([{ terms: { 'fields.year': [1e20] } }])
  })
})
