import { expect, test } from 'vitest'
import { cleanHeadline, MAX_HEADLINE_LENGTH } from './headline.js'

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
  ['RPT-UPDATE 3-Mill to close', 'Mill to close'],
  ['UPDATE 1-"Not for sale", says mill', '"Not for sale", says mill'],
  ['GLOBAL MARKETS-Shares fall on rain', 'Shares fall on rain'],
  ['UPDATE 1-SOCCER-United beat Rovers', 'United beat Rovers'],
  ['Mill to close within weeks-SOURCES', 'Mill to close within weeks'],
  // What the paper's rule takes too, and should not.
  ['STOCK MARKET-LINKED FUNDS FALL', 'STOCK MARKET-LINKED FUNDS FALL'],
  ['UPDATE 1-MILL TO CLOSE', 'MILL TO CLOSE'],
  ['TOWN FEARS ITS SECRET-POLICE', 'TOWN FEARS ITS SECRET-POLICE'],
  ['NATO-Russia talks resume', 'NATO-Russia talks resume'],
  ['Island joins the eastern bloc of the UN-EU', 'Island joins the eastern bloc of the UN-EU'],
  ['COVID-19 cases rise', 'COVID-19 cases rise'],
  ['U.S.-led coalition bombs town', 'U.S.-led coalition bombs town'],
  ['Firm announces filing of form 10-K', 'Firm announces filing of form 10-K'],
  ['T-Mobile raises prices', 'T-Mobile raises prices'],
  ['EU-China talks collapse', 'EU-China talks collapse'],
  ['TEXT-based games return', 'TEXT-based games return'],
  ['A 5:30 start suits nobody', 'A 5:30 start suits nobody'],
  ['Rovers win 2-1', 'Rovers win 2-1'],
  ['AB-CD', 'AB-CD'],
  ['REG-Filing', 'REG-Filing'],
  [' Two   spaces ', 'Two spaces'],
  ['-', '-'],
  ['', '']
])('the headline %j is cleaned to %j', (headline, expected) => {
  expect(cleanHeadline(headline)).toBe(expected)
})

test.each([
  ['REFILE-UPDATE-U.S. seeks enhanced financial authority for Fed', 'U.S. seeks enhanced financial authority for Fed'],
  ['Mariah Carey\'s "E=MC2" offers genre-crossing equation', undefined],
  ['Cell Therapeutics, Inc. Announces Filing of Form 10-K', undefined],
  ['Northwest gives Delta merger nod: source', undefined],
  ['Ex-NY Gov. Spitzer dodged DA probe by resigning', undefined],
  ['Metro-Goldwyn agrees entertainment projects in UAE', undefined],
  ['Nokia talks to major labels about music service: report', undefined],
  [
    'FACTBOX: Balkan candidates offer NATO leaner military muscle',
    'Balkan candidates offer NATO leaner military muscle'
  ],
  ['REG-Invesco Eng.&Intnl;: Net Asset Value(s)', 'Invesco Eng.&Intnl;: Net Asset Value(s)'],
  ['TEXT-Wesfarmers says chairman to stand down', 'Wesfarmers says chairman to stand down']
])('the headline %j of table 2 of the paper loses what says nothing', (headline, expected) => {
  expect(cleanHeadline(headline)).toBe(expected ?? headline)
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
