import { createRandom } from '@leitmotif/encoder/vectors'
import { expect, test } from 'vitest'
import { asHeadline, firstClause, inTitleCase, presentOf, withCopies } from './headline-copies.js'

const WORDS = 'The mill was sold to a baker , who planned repairs .'.split(' ')
const TAGS = 'DT NN VBD VBN TO DT NN , WP VBD NNS .'.split(' ')
const CHUNKS = 'B-NP I-NP B-VP I-VP B-PP B-NP I-NP O B-NP B-VP B-NP O'.split(' ')
const SENTENCE = { words: WORDS, tags: TAGS, chunks: CHUNKS }

test.each([
  ['planned', 'plans'],
  ['baked', 'bakes'],
  ['carried', 'carries'],
  ['reached', 'reaches'],
  ['fell', 'falls'],
  ['wrote', 'writes'],
  ['zzzzed', undefined],
  ['bread', undefined]
])('the present of %s is %s', (past, present) => {
  expect(presentOf(past, new Set(['plan', 'bake', 'carry', 'reach']))).toBe(present)
})

test('a headline leaves out articles, auxiliaries and the full stop, and its chunks still begin where they begin', () => {
  const known = new Set(['plan'])
  const headlines = Array.from({ length: 200 }, (_, seed) => asHeadline(SENTENCE, known, createRandom(seed)))
  const short = headlines.find(({ words }) => words.join(' ') === 'mill sold to baker , who plans repairs')
  expect(short?.tags.join(' ')).toBe('NN VBN TO NN , WP VBZ NNS')
  expect(short?.chunks.join(' ')).toBe('B-NP B-VP B-PP B-NP O B-NP B-VP B-NP')
  for (const { words, tags, chunks } of headlines) {
    expect([tags.length, chunks.length]).toEqual([words.length, words.length])
    expect(words).not.toContain('.')
    expect(chunks.filter((chunk) => chunk.startsWith('B-')).length).toBe(7)
  }
})

test('a first clause ends before the comma behind its verb', () => {
  expect(firstClause(SENTENCE).words.join(' ')).toBe('The mill was sold to a baker')
  const aside = {
    words: ['Today', ',', 'rye', 'fell'],
    tags: ['NN', ',', 'NN', 'VBD'],
    chunks: ['B-NP', 'O', 'B-NP', 'B-VP']
  }
  expect(firstClause(aside)).toEqual(aside)
})

test('titles have capitals but for small words inside', () => {
  expect(inTitleCase(WORDS, false).join(' ')).toBe('The Mill Was Sold to a Baker , Who Planned Repairs .')
  expect(inTitleCase(WORDS, true).join(' ')).toBe('The Mill Was Sold To A Baker , Who Planned Repairs .')
})

test('each sentence is learned from as it is, in title case and as a headline, the same for the same seed', () => {
  const copies = withCopies([SENTENCE], createRandom(1))
  expect(copies).toHaveLength(4)
  expect(copies[0]).toBe(SENTENCE)
  expect(withCopies([SENTENCE], createRandom(1))).toEqual(copies)
})
