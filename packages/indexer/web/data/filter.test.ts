import { describe, expect, it } from 'vitest'
import { conditionInWords, filterOf, filterText, readConditions, whyNotApplied } from './filter.js'

const types = { site: 'keyword', date: 'date', words: 'number' } as const
const label = (id: string): string => ({ 'theme-01': 'Water' })[id] ?? id

function check(query: string, filter: unknown, words: string[]): void {
  const conditions = readConditions(new URLSearchParams(query))
  expect(filterOf(conditions, types)).toEqual(filter)
  expect(conditions.map((condition) => conditionInWords(condition, types, label))).toEqual(words)
}

describe('Conditions in an address', () => {
  it('are a value of a field', () => {
    check('q=x&f.site=blog', { site: 'blog' }, ['site: blog'])
  })

  it('are one of several values', () => {
    check('f.site=blog&f.site=book', { site: { in: ['blog', 'book'] } }, ['site: blog or book'])
  })

  it('are a range with one end or two, of dates as text and of numbers as numbers', () => {
    check('f.date=2020-01-01..', { date: { from: '2020-01-01' } }, ['date from 2020-01-01'])
    check('f.words=..500', { words: { until: 500 } }, ['words before 500'])
    check('f.words=100..500', { words: { from: 100, until: 500 } }, ['words from 100 to before 500'])
  })

  it('are no range where a keyword has two dots', () => {
    check('f.site=a..b', { site: 'a..b' }, ['site: a..b'])
  })

  it('are a theme or a group by its name, or a document, whatever fields there are', () => {
    check('f.theme=theme-01', { themePath: 'theme-01' }, ['theme: Water'])
    check('f.document=notes..old.md', { document: 'notes..old.md' }, ['document: notes..old.md'])
  })

  it('ask nothing of fields that the collection lacks', () => {
    check('f.colour=red', {}, ['colour: red'])
    check('f.toString=red', {}, ['toString: red'])
  })

  it('ask nothing of numbers that are none', () => {
    check('f.words=many', {}, ['words: many'])
    check('f.words=', {}, ['words: '])
    check('f.words=5&f.words=many', { words: 5 }, ['words: 5 or many'])
    check('f.words=few..500', { words: { until: 500 } }, ['words from few to before 500'])
    check('f.words=few..many', {}, ['words from few to before many'])
  })

  it('say why nothing is held to them', () => {
    const why = (query: string) => readConditions(new URLSearchParams(query)).map((one) => whyNotApplied(one, types))
    expect(why('f.site=blog&f.words=5..&f.theme=theme-01')).toEqual([undefined, undefined, undefined])
    expect(why('f.colour=red&f.toString=red')).toEqual(Array(2).fill('not applied: no such field'))
    expect(why('f.words=many&f.date=..')).toEqual(['not applied: not a number', 'not applied: not a date'])
  })

  it('are one parameter of a request, which is left out where nothing is asked', () => {
    const text = (query: string) => filterText(readConditions(new URLSearchParams(query)), types)
    expect(text('f.site=blog&f.words=..500')).toBe('{"site":"blog","words":{"until":500}}')
    expect(text('f.colour=red')).toBeUndefined()
  })

  it('of two sides are told apart', () => {
    const query = new URLSearchParams('a.site=blog&b.site=book')
    expect(readConditions(query, 'b.')).toEqual([{ field: 'site', values: ['book'] }])
  })
})
