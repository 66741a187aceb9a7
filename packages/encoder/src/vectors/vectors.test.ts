import { describe, expect, it } from 'vitest'
import { averageLink } from '../clustering/agglomerative.js'
import { groupThemes } from '../clustering/theme-grouping.js'
import * as index from '../index.js'
import * as stages from '../stages.js'
import * as training from '../training.js'
import {
  centerRows,
  dot,
  meanVector,
  normalize,
  row,
  rowsBetween,
  selectRows,
  zeroVectors,
  type Vectors
} from './vectors.js'

const encoder = { ...index, ...stages, ...training }
const { learned } = await encoder.readBundle(
  encoder.readFrom(new URL('../../../../models/leitmotif-en/', import.meta.url))
)

const matrix = (...rows: number[][]): Vectors => ({
  count: rows.length,
  dims: rows[0]?.length ?? 0,
  data: Float32Array.from(rows.flat())
})

describe('Matrices of vectors', () => {
  it('give rows as views and selections as copies', () => {
    const vectors = matrix([1, 2], [3, 4], [5, 6])
    const selected = selectRows(vectors, [2, 0])
    row(vectors, 2)[0] = 9
    expect([...selected.data]).toEqual([5, 6, 1, 2])
    expect([...row(vectors, 2)]).toEqual([9, 6])
    expect(() => selectRows(vectors, [0, 3])).toThrow('row 3 of 3; expected whole numbers from 0 to 2')
    expect(() => selectRows(vectors, [-1])).toThrow('row -1 of 3')
  })

  it('give the rows between two places as a view, and say so where there are none', () => {
    const vectors = matrix([1, 2], [3, 4], [5, 6])
    expect([...rowsBetween(vectors, 1, 9).data]).toEqual([3, 4, 5, 6])
    expect(rowsBetween(vectors, 3, 9)).toEqual(zeroVectors(0, 2))
    expect(() => rowsBetween(vectors, 4, 9)).toThrow('rows from 4 to 9 of 3; expected whole numbers from 0 to 3')
    expect(() => rowsBetween(vectors, 2, 1)).toThrow('rows from 2 to 1 of 3')
    expect(() => rowsBetween(vectors, -1, 1)).toThrow('rows from -1 to 1 of 3')
  })

  it('scale to length 1, and leave zero alone', () => {
    const vector = Float32Array.of(3, 4)
    expect(normalize(vector)).toBe(5)
    expect(dot(vector, vector)).toBeCloseTo(1, 6)
    const zero = new Float32Array(2)
    expect(normalize(zero)).toBe(0)
    expect([...zero]).toEqual([0, 0])
  })

  it('have a mean, zero where there are no rows', () => {
    expect([...meanVector(matrix([1, 2], [3, 6]))]).toEqual([2, 4])
    expect([...meanVector(zeroVectors(0, 3))]).toEqual([0, 0, 0])
  })

  it('are centred to unit rows; a sentence of unknown words stays zero', () => {
    const centered = centerRows(matrix([1, 0], [0, 1], [0, 0]), Float32Array.of(0.5, 0.5))
    expect(row(centered, 0)[0]).toBeCloseTo(Math.SQRT1_2, 6)
    expect(row(centered, 0)[1]).toBeCloseTo(-Math.SQRT1_2, 6)
    expect([...row(centered, 2)]).toEqual([0, 0])
  })

  it.each([1, 2, 3, 7])(
    'are zero, to the bit, where all %d are the same: nothing tells them from their text',
    (count) => {
      const unit = [0.1, 0.7, Math.sqrt(0.5)]
      const centered = centerRows(matrix(...Array.from({ length: count }, () => unit)))
      expect(centered).toEqual(zeroVectors(count, 3))
    }
  )
})

describe('Rows that are no numbers, or not of length 1', () => {
  const texts = ['Salt is dear.', 'Pepper is dearer.', 'Bees sleep.', 'Bears sleep, too.']
  const good = matrix([1, 0], [0, 1], [1, 0], [0, 1])
  const ofText = (vectors: Vectors): index.HeadedText => ({
    sentences: texts,
    vectors,
    section: [0, 0, 0, 0],
    sections: [{ heading: 'Spice', parent: -1 }]
  })
  const ofPaper = (vectors: Vectors): index.OutlineInput => ({
    paragraphs: texts.map((text) => ({ text, path: [] })),
    sentences: texts.map((text, paragraph) => ({ text, paragraph })),
    vectors
  })
  const encode: index.EncodeTexts = (asked) => Promise.resolve(zeroVectors(asked.length, 2))
  const functions: Record<string, (vectors: Vectors) => unknown> = {
    centerRows,
    findThemes: (vectors) => encoder.findThemes({ sentences: texts, vectors }),
    fitThemes: encoder.fitThemes,
    assignThemes: (vectors) => encoder.assignThemes(vectors, encoder.fitThemes(good)),
    describeThemes: (vectors) =>
      encoder.describeThemes({ sentences: texts, vectors }, encoder.fitThemes(good, { count: 2 })),
    refineThemes: (vectors) => {
      encoder.refineThemes(encoder.fitThemes(good)).learn(vectors)
    },
    sphericalKMeans: (vectors) => encoder.sphericalKMeans(vectors, { k: 2 }),
    'sphericalKMeans from': (vectors) => encoder.sphericalKMeans(good, { k: 2, from: vectors }),
    chooseThemeCount: encoder.chooseThemeCount,
    averageLink: averageLink,
    groupThemes,
    findBoundaries: encoder.findBoundaries,
    findSentenceBoundaries: (vectors) => encoder.findSentenceBoundaries(vectors, texts, learned.sentenceBoundaries!),
    'findSentenceBoundaries of sentences': (vectors) =>
      encoder.findSentenceBoundaries(zeroVectors(4, encoder.SENTENCE_DIMS), texts, learned.sentenceBoundaries!, {
        sentences: vectors
      }),
    findParagraphBoundaries: (vectors) => encoder.findParagraphBoundaries(vectors, texts),
    'findParagraphBoundaries by directions': (vectors) =>
      encoder.findParagraphBoundaries(good, texts, {
        network: { weights: learned.boundaries!, directions: vectors }
      }),
    blendNeighbours: (vectors) => encoder.blendNeighbours(vectors, [0, 0, 0, 0]),
    shareContext: (vectors) => encoder.shareContext(vectors, texts),
    nearestRows: (vectors) => encoder.nearestRows(vectors, good, 1),
    'nearestRows of others': (vectors) => encoder.nearestRows(good, vectors, 1),
    layOutRows: (vectors) => encoder.layOutRows(vectors, { seed: 1, landmarks: 2 }),
    layOutLandmarks: (vectors) => encoder.layOutLandmarks(vectors, 1),
    principalAxes: (vectors) => encoder.principalAxes(vectors, 1, 1),
    suggestChanges: (vectors) => encoder.suggestChanges(ofPaper(vectors)),
    suggestHeadings: (vectors) => encoder.suggestHeadings(ofText(vectors), encode),
    findMisfits: (vectors) => encoder.findMisfits(ofText(vectors), encode)
  }

  /** These take rows of any length. */
  const anyLength = new Set([
    'centerRows',
    'groupThemes',
    'findBoundaries',
    'layOutRows',
    'layOutLandmarks',
    'principalAxes',
    'suggestChanges'
  ])

  it.each(Object.entries(functions).filter(([name]) => !anyLength.has(name)))(
    'are refused too long or short by %s',
    async (_, call) => {
      for (const length of [0.5, 2]) {
        const bad = matrix([1, 0], [0, 1], [length, 0], [0, 1])
        const message = new RegExp(`^row 2 of \\w+ has length ${length.toPrecision(3)}; expected 1, or zeros`)
        await expect(Promise.resolve(bad).then(call)).rejects.toThrow(message)
      }
    }
  )

  it.each(Object.entries(functions))('are refused by %s', async (_, call) => {
    for (const value of [NaN, Infinity]) {
      const bad = matrix([1, 0], [0, 1], [value, 0], [0, 1])
      await expect(Promise.resolve(bad).then(call)).rejects.toThrow(/^row 2 of \w+ is not finite; expected numbers/)
    }
    const short = { ...good, data: good.data.subarray(1) }
    await expect(Promise.resolve(short).then(call)).rejects.toThrow(/has 7 numbers; expected 8, 4 rows of 2 dimensions/)
  })
})
