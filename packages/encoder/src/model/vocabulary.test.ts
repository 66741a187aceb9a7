import { expectLinear } from '@leitmotif/testing'
import { expect, it } from 'vitest'
import { terms } from '../text/tokens.js'
import { createVocabulary, knownRows, rowsOfPieces } from './vocabulary.js'

const vocabulary = createVocabulary(['the', 'micro', 'mic', 'scope', 'b', 'café'])
const pieces = createVocabulary(['##scop', '##s', '##ist', '##is', '##t', '##e', '##a'])

it('A word that is not known is read as the longest beginning that is, then as the longest pieces that go on', () => {
  // micro, ##scop, ##ist: not mic, nor ##s and ##is
  expect(rowsOfPieces('microscopist', vocabulary, pieces)).toEqual([1, 6, 8])
  expect(rowsOfPieces('bates', vocabulary, pieces)).toEqual([4, 12, 10, 11, 7])
})

it('Marks on letters are left out, and what has other signs, no known beginning or no piece that fits is passed over', () => {
  expect(rowsOfPieces('mícroscopïst', vocabulary, pieces)).toEqual([1, 6, 8])
  expect(rowsOfPieces('thé', vocabulary, pieces)).toEqual([0])
  for (const word of ['micro9', '2019', 'жизнь', '微', '-', '', 'zebra', 'microbe']) {
    expect(rowsOfPieces(word, vocabulary, pieces), word).toEqual([])
  }
})

it('Pieces stand among the words that are known, no more rows than are asked for', () => {
  const words = terms('The microscopist, the zebra.')
  expect(knownRows(vocabulary, words, 9)).toEqual([0, 0])
  expect(knownRows(vocabulary, words, 9, pieces)).toEqual([0, 1, 6, 8, 0])
  expect(knownRows(vocabulary, words, 3, pieces)).toEqual([0, 1, 6])
})

it('Unknown words take time linear in the text, however long they are', () =>
  expectLinear(
    'knownRows with pieces',
    20_000,
    (count) => 'b' + 'ate'.repeat(count),
    (text) => {
      knownRows(vocabulary, terms(text), Infinity, pieces)
      knownRows(vocabulary, terms(text.replaceAll('te', 't ')), Infinity, pieces)
    }
  ))
