import { expectLinear } from '@leitmotif/testing'
import { expect, test } from 'vitest'
import { cleanHeadline, MAX_HEADLINE_LENGTH, trimNewsBody } from './headline.js'

test.each([
  ['REFILE-UPDATE-U.S. lender asks for more time', 'U.S. lender asks for more time'],
  ['TEXT-Harbour firm says chairman to stand down', 'Harbour firm says chairman to stand down'],
  ['FACTBOX: Island leaders offer a leaner fleet', 'Island leaders offer a leaner fleet'],
  ['UPDATE 2-ANALYSIS: Wheat falls on rain', 'Wheat falls on rain'],
  ['Mill gives merger nod: source', 'Mill gives merger nod: source'],
  ['Mill gives merger nod: SOURCE', 'Mill gives merger nod'],
  ['Wheat falls on rain - REPORT - EXCLUSIVE', 'Wheat falls on rain'],
  ['Ex-mayor dodged the question', 'Ex-mayor dodged the question'],
  ['Well-known baker retires', 'Well-known baker retires'],
  // The paper's rule takes these too.
  ['COVID-19 cases rise', '19 cases rise'],
  ['Firm announces filing of form 10-K', 'Firm announces filing of form 10'],
  ['Rovers win 2-1', 'Rovers win 2-1'],
  ['AB-CD', 'CD'],
  [' Two   spaces ', 'Two spaces'],
  ['-', '-'],
  ['', '']
])('the headline %j is cleaned to %j', (headline, expected) => {
  expect(cleanHeadline(headline)).toBe(expected)
})

test('a cleaned headline stays as it is', () => {
  for (const text of ['A-B-C:D', 'A: B-c: D', 'AA-b-CC', 'ONE-TWO: three - FOUR']) {
    expect(cleanHeadline(cleanHeadline(text))).toBe(cleanHeadline(text))
  }
})

test('a text too long for a headline is left alone', () => {
  const text = `UPDATE-${'word '.repeat(MAX_HEADLINE_LENGTH)}`
  expect(cleanHeadline(text)).toBe(text)
})

test('headlines of nothing but marks are cleaned in no time', () => {
  const started = performance.now()
  cleanHeadline('A-'.repeat(MAX_HEADLINE_LENGTH / 2))
  expect(performance.now() - started).toBeLessThan(1000)
})

test('a news body loses its dateline and its credits', () => {
  const body =
    'OSLO, Jan 4 (Reuters) - Ferries stood still on Monday.\nTalks go on. (Reporting by Ada Berg; Editing by Jo Lund)'
  expect(trimNewsBody(body)).toBe('Ferries stood still on Monday.\nTalks go on.')
  expect(trimNewsBody('LIMA (AP) — The market fell.')).toBe('The market fell.')
  expect(trimNewsBody('OSLO (Reuters) - Reporting by telephone is common, she said.')).toBe(
    'Reporting by telephone is common, she said.'
  )
})

test('an article without a dateline is no standard news article', () => {
  expect(trimNewsBody('Ferries stood still on Monday (Tuesday at sea).')).toBeUndefined()
  expect(trimNewsBody('')).toBeUndefined()
})

test('bodies are trimmed in linear time', async () => {
  await expectLinear(
    'trimNewsBody',
    400_000,
    (length) => `OSLO (Reuters) - ${'( Reporting by '.repeat(length / 15)}`,
    trimNewsBody
  )
})
