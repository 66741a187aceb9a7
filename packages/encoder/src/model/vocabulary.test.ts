import { expect, it } from 'vitest'
import { createVocabulary, knownRows } from './vocabulary.js'

it('Known words have their rows in reading order, no more than are asked for', () => {
  const vocabulary = createVocabulary(['the', 'bee', 'tide'])
  const words = ['the', 'unheard', 'tide', 'bee', 'the']
  expect(knownRows(vocabulary, words, 9)).toEqual([0, 2, 1, 0])
  expect(knownRows(vocabulary, words, 2)).toEqual([0, 2])
})
