import { expectLinear } from '@leitmotif/testing'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readBundle } from '../model/bundle.js'
import { readFrom } from '../model/folder.js'
import { createRandom } from '../vectors/random.js'
import { normalize, row, zeroVectors, type Vectors } from '../vectors/vectors.js'
import {
  findSentenceBoundaries as find,
  packMetric,
  packSentenceWeights,
  readSentenceWeights,
  SENTENCE_DIMS,
  type SentenceBoundaryOptions
} from './sentence-boundaries.js'

const { learned, learnedFiles } = await readBundle(
  readFrom(new URL('../../../../models/leitmotif-en/', import.meta.url))
)
const weights = learned.sentenceBoundaries!
const findSentenceBoundaries = (rows: Vectors, own: readonly string[], options?: SentenceBoundaryOptions): number[] =>
  find(rows, own, weights, options)

const passages = readFileSync(new URL('../themes/passages.txt', import.meta.url), 'utf8')
  .split(/^# /m)
  .slice(1)
  .map((part) => part.trim().split('\n').slice(1))

/** Rows about a direction for each subject, as alike as an encoder's of one subject are. */
function rowsOf(subjects: readonly number[]): Vectors {
  const rows = zeroVectors(subjects.length, SENTENCE_DIMS)
  const chance = createRandom('noise')
  subjects.forEach((subject, i) => {
    const direction = createRandom(`subject ${subject}`)
    const to = row(rows, i)
    for (let d = 0; d < SENTENCE_DIMS; d++) to[d] = direction.normal() + chance.normal()
    normalize(to)
  })
  return rows
}

const subjects = [0, 1, 2, 3].flatMap((subject) => Array.from({ length: 8 }, () => subject))
const texts = subjects.map((subject, i) => passages[subject][i % passages[subject].length])

describe('Boundaries between sentences', () => {
  it('are where the subject changes', () => {
    expect(findSentenceBoundaries(rowsOf(subjects), texts)).toEqual([8, 16, 24])
  })

  it('are as many as asked for', () => {
    expect(findSentenceBoundaries(rowsOf(subjects), texts, { sections: 2 })).toHaveLength(1)
    expect(findSentenceBoundaries(rowsOf(subjects), texts, { sections: 9 })).toHaveLength(8)
  })

  it('are found by the rows of another network where those of static do not tell them', () => {
    const uneven = [5, 11, 7, 9].flatMap((length, subject) => Array.from({ length }, () => subject))
    const [same, silent] = [rowsOf(uneven.map(() => 0)), uneven.map(() => 'Stone.')]
    expect(findSentenceBoundaries(same, silent, { sections: 4 })).not.toEqual([5, 16, 23])
    expect(findSentenceBoundaries(same, silent, { sections: 4, sentences: rowsOf(uneven) })).toEqual([5, 16, 23])
  })

  it('stand rather before a sentence that can be read first than before one that speaks of what was said', () => {
    const rows = rowsOf([0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1])
    row(rows, 6).fill(0) // it fits with either
    const divided = (fifth: string, sixth: string, seventh: string): number[] =>
      findSentenceBoundaries(rows, ['', '', '', '', '', fifth, sixth, seventh, '', '', '', ''], { sections: 2 })
    expect(divided('Oak.', 'They agreed.', 'Stone.')).toEqual([7])
    expect(divided('Oak.', 'Stone.', 'They agreed.')).toEqual([6])
  })

  it('are none in one sentence, in none, and in sentences without a known word', () => {
    expect(findSentenceBoundaries(rowsOf([0]), ['One.'])).toEqual([])
    expect(findSentenceBoundaries(zeroVectors(0, SENTENCE_DIMS), [])).toEqual([])
    expect(findSentenceBoundaries(zeroVectors(4, SENTENCE_DIMS), ['', '', '', ''])).toEqual([])
  })

  it('are not looked for in rows of another representation', () => {
    expect(() => findSentenceBoundaries(zeroVectors(4, 600), ['', '', '', ''])).toThrow(
      'rows have 600 dimensions; expected 300'
    )
  })

  it('need as many rows of either network', () => {
    expect(() => findSentenceBoundaries(rowsOf(subjects), texts, { sentences: rowsOf([1, 2]) })).toThrow(
      'sentences has 2 rows; expected 32'
    )
  })

  it('are found by weights that are the same once they were packed', () => {
    const packed = packSentenceWeights(weights, packMetric(weights.metric))
    expect(readSentenceWeights(packed)).toEqual(weights)
    expect(packed).toEqual(learnedFiles.sentenceBoundaries)
    for (const length of [0, packed.length - 1]) {
      expect(() => readSentenceWeights(packed.subarray(0, length))).toThrow(`has ${length} bytes; expected 17080 and`)
    }
    expect(() => readSentenceWeights(packed.fill(255, 8, 16))).toThrow('weight 1 is NaN; expected a finite number')
  })

  it('are found in time linear in the text', async () => {
    const make = (n: number): [Vectors, string[]] => {
      const order = Array.from({ length: n }, (_, i) => Math.floor(i / 9) % 5)
      return [rowsOf(order), order.map((subject, i) => passages[subject % 4][i % 5])]
    }
    const maxLength = 20
    await expectLinear('findSentenceBoundaries', 200, make, ([rows, own]) =>
      findSentenceBoundaries(rows, own, { maxLength })
    )
  })
})
