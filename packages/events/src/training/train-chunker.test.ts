import { createRandom } from '@leitmotif/encoder/vectors'
import { eventOf } from '../extraction/extract-event.js'
import { packChunker } from '../tagging/chunker-file.js'
import type { ChunkedWords } from '../tagging/chunker.js'
import { expect, test } from 'vitest'
import { measureChunker, trainChunker } from './train-chunker.js'
import { createWordClassCounter } from './word-class-counter.js'

const NOUNS = ['baker', 'miller', 'ferry', 'mayor', 'harbour', 'market']
const VERBS = ['buys', 'leaves', 'opens', 'sees', 'closes']

function sentences(count: number): ChunkedWords[] {
  const random = createRandom(7)
  const of = (words: readonly string[]): string => words[random.integer(words.length)]
  return Array.from({ length: count }, () => ({
    words: ['The', of(NOUNS), of(VERBS), 'the', of(NOUNS), '.'],
    tags: ['DT', 'NN', 'VBZ', 'DT', 'NN', '.'],
    chunks: ['B-NP', 'I-NP', 'B-VP', 'B-NP', 'I-NP', 'O']
  }))
}

const OPTIONS = { epochs: 3, leastCount: 1, headlines: true, seed: 1 }

test('after a small training, who did what is found in headlines of other words order and capitals', () => {
  const chunker = trainChunker(sentences(60), new Map(), OPTIONS)
  expect(measureChunker(chunker, sentences(20))).toMatchObject({
    tagAccuracy: 1,
    ownTags: { f1: 1 },
    givenTags: { f1: 1 }
  })
  expect(eventOf(chunker, 'UPDATE 1-Mayor Opens Market')).toEqual({
    subject: ['Mayor'],
    verb: ['Opens'],
    object: ['Market']
  })
})

test('one seed gives the same bytes, whatever machine', () => {
  const train = (): Uint8Array => packChunker(trainChunker(sentences(20), new Map(), OPTIONS))
  expect(train()).toEqual(train())
})

test('words that stand beside the same words are of one class', () => {
  const counter = createWordClassCounter()
  for (const { words } of sentences(300)) counter.add(words)
  expect(counter.words()).toBe(1800)
  const classes = counter.classes({ classes: 4, leastCount: 5, mostWords: 100, seed: 1 })
  expect(new Set(NOUNS.map((word) => classes.get(word))).size).toBe(1)
  expect(new Set(VERBS.map((word) => classes.get(word))).size).toBe(1)
  expect(classes.get(NOUNS[0])).not.toBe(classes.get(VERBS[0]))
})
