import { expect, test } from 'vitest'
import { feature, type SequenceModel } from './sequence-model.js'
import { taggings, tagWords } from './tagger.js'
import { capitalStyle, wordForms, wordShape } from './word-form.js'

/** Takes words for nouns, "plans" less surely, and "bakes" not at all. */
const TAGGER: SequenceModel = {
  labels: ['NNS', 'VBZ'],
  rows: new Map([
    [feature(0), 0],
    [feature(1, 'plans'), 1],
    [feature(1, 'bakes'), 2],
    [feature(1, 'mills'), 3]
  ]),
  starts: Uint32Array.from([0, 1, 2, 3, 4]),
  cells: Uint8Array.from([0, 1, 1, 0]),
  weights: Int8Array.from([8, 4, 20, 50]),
  scale: 1,
  transitions: new Float32Array(6)
}

test('word by word, the likeliest first, words are taken for verbs', () => {
  expect(tagWords(TAGGER, new Map(), ['mills', 'bakes', 'plans'])).toEqual(['NNS', 'VBZ', 'NNS'])
  expect([...taggings(TAGGER, new Map(), ['mills', 'plans', 'strikes'], { step: 6, most: 12 })]).toEqual([
    ['NNS', 'NNS', 'NNS'],
    ['NNS', 'VBZ', 'NNS'],
    ['NNS', 'VBZ', 'VBZ']
  ])
})

test.each([
  ['Mill Buys Bakery in North', 'title'],
  ['Mill buys bakery in North', 'sentence'],
  ['MILL BUYS BAKERY', 'upper'],
  ['mill buys bakery', 'lower'],
  ['Mill', 'sentence'],
  ['', 'lower']
])('the capitals of %j are those of the style %s', (text, style) => {
  expect(capitalStyle(text.split(' '))).toBe(style)
})

test('quotation marks open and close, and a genitive does neither', () => {
  expect(wordForms(['"', 'Rye', '"', 'Wolves', "'", 'Win', "'", 'In', '2019', "'", '“']).join(' ')).toBe(
    "`` rye '' wolves ' win ` in 0000 '' ``"
  )
})

test('WHO, IT and US are names where capitals tell, and words as others are where all is in capitals', () => {
  expect(wordForms('WHO warns US of IT firms who it'.split(' ')).join(' ')).toBe('WHO warns u.s. of IT firms who it')
  expect(wordForms('WHO ATE IT'.split(' ')).join(' ')).toBe('who ate it')
})

test.each([
  ['Rye', 'c'],
  ['USA', 'C'],
  ['iPad', 'm'],
  ['rye', 'l'],
  ['well-known', 'l-'],
  ['1,000', 'd'],
  ['7th', 'dl'],
  ['--', '.']
])('the shape of %s is %s', (word, shape) => {
  expect(wordShape(word)).toBe(shape)
})
