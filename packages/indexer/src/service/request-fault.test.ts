import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { schemaProblem } from './problem.js'
import { requestFault } from './request-fault.js'
import { shareQuery } from './schemas/analytics-schemas.js'
import { documentPut, documentsQuery } from './schemas/document-schemas.js'
import { clusterRequest, searchRequest } from './schemas/search-schemas.js'

function said(schema: z.ZodType, value: unknown, part: 'query' | 'body' = 'body'): string {
  return schemaProblem(part, schema.safeParse(value, { error: requestFault(value) }).error!).detail
}

describe('A request that is not as expected', () => {
  it('is answered with the text of a parameter that is no number', () => {
    expect(said(documentsQuery, { limit: 'abc' }, 'query')).toBe(
      'query, limit: expected a number, got "abc"; /api/ shows what is expected'
    )
    expect(said(documentsQuery, { limit: '2.5' }, 'query')).toContain('limit: expected a whole number, got "2.5"')
    expect(said(documentsQuery, { limit: '0' }, 'query')).toContain('limit: expected at least 1, got "0"')
    expect(said(shareQuery, { level: 'all' }, 'query')).toContain(
      'level: expected one of "themes", "top", "tree", got "all"'
    )
  })

  it('is answered with what a filter is', () => {
    expect(said(searchRequest, { texts: ['tea'], filter: ['date>=2023'] })).toBe(
      'body, filter: expected an object such as {"date": {"from": "2023"}, "author": "Mei"}; /api/ shows what is expected'
    )
    expect(said(searchRequest, { filter: { year: [2020] } })).toContain('filter.year: expected a text or number, {"in"')
  })

  it('is answered with the members that are known if it has others', () => {
    expect(said(searchRequest, { texts: ['tea'], hits: 3, size: 2 })).toContain(
      'body: "hits", "size": not known here; expected only texts, more, less, document, mode, k, filter, perDocument, around;'
    )
    expect(said(clusterRequest, { search: { q: 'tea' } })).toMatch(/search: "q": not known here; expected only texts, /)
    const many = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`${i}`.repeat(50), i]))
    expect(said(searchRequest, many).length).toBeLessThan(500)
  })

  it('is answered in plain words, whatever is wrong', () => {
    expect(said(searchRequest, ['tea'])).toContain('body: expected an object, got a list')
    expect(said(searchRequest, { texts: 'tea' })).toContain('texts: expected a list, got "tea"')
    expect(said(searchRequest, { texts: [3] })).toContain('texts.0: expected a text, got 3')
    expect(said(searchRequest, { texts: [''] })).toContain('texts.0: expected at least 1 character, got 0')
    expect(said(searchRequest, { texts: Array(21).fill('tea') })).toContain('texts: expected at most 20 items, got 21')
    expect(said(searchRequest, { k: 1e6 })).toMatch(/k: expected at most \d+, got 1000000/)
    expect(said(searchRequest, { perDocument: 'yes' })).toContain('perDocument: expected true or false, got "yes"')
    expect(said(documentPut, {})).toContain('text: expected a text, got nothing')
    expect(said(documentPut, { text: 'Tea.', fields: { year: null } })).toContain(
      'fields.year: expected a text or a number, got null'
    )
  })
})
