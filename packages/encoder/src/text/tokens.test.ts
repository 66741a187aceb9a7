import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { slice } from './span.js'
import { MAX_TERM_LENGTH, terms, tokenize } from './tokens.js'

/** `text` and its terms, joined by spaces. */
const CASES: [string, string][] = [
  ['The kiln cooled slowly.', 'the kiln cooled slowly .'],
  ['She didn’t; they can’t; WON’T', "she did n't ; they ca n't ; wo n't"],
  ["It's Ada's, they're late and I'd wait", "it 's ada 's , they 're late and i 'd wait"],
  ["O'Brien’s l'eau at five o'clock", "o'brien 's l'eau at five o'clock"],
  ["the dogs' bowls, 'quoted' and '90s", "the dogs ' bowls , ' quoted ' and ' 90s"],
  ['1,000.5 and 1990s, 2019,2020; 3.14.', '1,000.5 and 1990s , 2019 , 2020 ; 3.14 .'],
  ['in the 1.2.3 release', 'in the 1.2.3 release'],
  ['a well-known H2O–CO2 mix', 'a well - known h2o – co2 mix'],
  ['the U.S. rule, e.g. at 5 p.m. today', 'the u.s. rule , e.g. at 5 p.m. today'],
  ['J. Smith used Node.js', 'j . smith used node . js'],
  ['“Why?” (or not…)', '" why ? " ( or not … )'],
  ['co\u00adoperate', 'cooperate'],
  ['Cafe\u0301 Ångström', 'café ångström'],
  ['東京に行く。', '東 京 に 行 く 。'],
  ['नमस्ते दुनिया', 'नमस्ते दुनिया'],
  ['한국어 문장', '한국어 문장'],
  ['hi 👩‍🚀👍 there', 'hi 👩‍🚀 👍 there'],
  ['ΟΔΟΣ İstanbul', 'οδος i̇stanbul'],
  ['snake_case += a[0]', 'snake _ case + = a [ 0 ]'],
  ['', ''],
  [' \n\t ', '']
]

test.each(CASES)('the terms of %j are %j', (text, expected) => {
  expect(terms(text).join(' ')).toBe(expected)
})

const fragment = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '.',
    ',',
    "'",
    '’',
    "n't",
    ' ',
    '\n',
    'a',
    'B',
    '1',
    '000',
    'e\u0301',
    '\u0301',
    '漢',
    '👩',
    '\u200d',
    '\ud83d'
  )
)
const texts = fc.array(fragment, { maxLength: 60 }).map((pieces) => pieces.join(''))

describe('of any text', () => {
  test('tokens stand in order, hold no white space, and leave nothing else between them', () => {
    fc.assert(
      fc.property(texts, (text) => {
        let end = 0
        for (const token of tokenize(text)) {
          expect(token.start).toBeGreaterThanOrEqual(end)
          expect(token.end).toBeGreaterThan(token.start)
          expect(text.slice(end, token.start).trim()).toBe('')
          expect(slice(text, token)).toMatch(/^\S+$/)
          end = token.end
        }
        expect(text.slice(end).trim()).toBe('')
      })
    )
  })

  test('each token has one term, which is neither empty nor long and stays the same as a text of its own', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const found = terms(text)
        expect(found).toHaveLength(tokenize(text).length)
        for (const term of found) {
          expect(term).not.toBe('')
          // NFC may take three units for one, lower case two.
          expect(term.length).toBeLessThanOrEqual(6 * MAX_TERM_LENGTH)
          expect(term).toBe(term.toLowerCase())
        }
      })
    )
  })

  test('tokens on both sides of a space are found as if alone', () => {
    fc.assert(
      fc.property(texts, texts, (a, b) => {
        expect(terms(`${a} ${b}`)).toEqual([...terms(a), ...terms(b)])
      })
    )
  })
})

test('a word without end is cut, and not through a character', () => {
  expect(terms('x'.repeat(1_000_000))).toEqual(['x'.repeat(MAX_TERM_LENGTH)])
  expect(terms('x' + '𝒙'.repeat(1000))).toEqual(['x' + '𝒙'.repeat((MAX_TERM_LENGTH - 2) / 2)])
})
