import { expectLinear } from '@leitmotif/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { headlineWords } from './headline-words.js'

test.each([
  ["Mayor Won't Sign the Harbour's Well-Known Deal", "Mayor Wo n't Sign the Harbour 's Well-Known Deal"],
  ['U.S. firm buys Berg & Co. for $1,200.5 million', 'U.S. firm buys Berg & Co. for $ 1,200.5 million'],
  ['U.S.-led, U.S.-U.K. talks -', 'U.S.-led , U.S.-U.K. talks -'],
  ['AT&T; O’Brien, J. Lund and/or 3:25', 'AT&T ; O’Brien , J. Lund and/or 3:25'],
  ['“Quoted” and ‘quoted’ and "quoted"', '“ Quoted ” and ‘ quoted ’ and " quoted "'],
  ["Ferry 's crew ca n't rest in the '90s", "Ferry 's crew ca n't rest in the '90s"],
  ['Berg Jr . Leaves ...', 'Berg Jr. Leaves ...'],
  ['It ends here. Then more', 'It ends here . Then more'],
  ['Prices up 5% -- again', 'Prices up 5 % -- again'],
  ['', '']
])('the words of %j are %j', (headline, expected) => {
  expect(headlineWords(headline).join(' ')).toBe(expected)
})

const PIECES = ["a'", 'a-', '1,', 'J. ', "n't", 'a.', '’', '\u0301', '👩', '\ud83d', '\u00a0', '--', '漢', '"']

test('words hold all of a headline but its spaces', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 20 }), (pieces) => {
      const text = pieces.join('')
      expect(headlineWords(text).join('')).toBe(text.replace(/\s/gu, ''))
    })
  )
})

test('headlines are parted in linear time', async () => {
  for (const piece of PIECES.slice(0, 6)) {
    await expectLinear(`headlineWords of ${piece}`, 30_000, (length) => piece.repeat(length), headlineWords)
  }
})
