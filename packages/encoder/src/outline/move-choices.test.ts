import { expectLinear } from '@leitmotif/testing'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../vectors/random.js'
import { normalize, row, zeroVectors } from '../vectors/vectors.js'
import { SUGGESTION_FEATURES } from '../segmentation/suggestion-weights.js'
import { moveChoices } from './move-choices.js'
import { fitDocument, type FittedDocument } from './section-fit.js'

/** Two sections; the third paragraph of the first has the words of the second. Vectors are equal, so words alone differ. */
const TEXTS = [
  'Cheese ripens in the cellar on wooden shelves.',
  'Turn each cheese and brush its rind.',
  'The harbour pilot boards from a launch.',
  'Salt draws water from the cheese.',
  'A launch brings the crew when the tide turns.',
  'The pilot knows the sandbanks of the estuary.',
  'Ships wait outside until the tide is high.'
]

function documentOf(texts = TEXTS, odds?: readonly number[]): FittedDocument {
  const rows = zeroVectors(texts.length, 8)
  const random = createRandom(1)
  for (let p = 0; p < texts.length; p++) {
    row(rows, p).forEach((_, d, own) => (own[d] = random.normal()))
    normalize(row(rows, p))
  }
  const sections = [
    { path: ['Making cheese'], start: 0, end: 4 },
    { path: ['The pilot'], start: 4, end: texts.length }
  ]
  const paragraphs = texts.map((text) => ({ text }))
  return fitDocument(paragraphs, rows, sections, { odds })
}

/** The features of a paragraph for its own section and the other one, by name. */
function featuresOf(paragraph: number, document: FittedDocument): Record<string, number>[] {
  const { features } = moveChoices(document).find((one) => one.paragraph === paragraph)!
  return features.map((own) => Object.fromEntries(own.map((value, f) => [SUGGESTION_FEATURES.move[f], value])))
}

describe('A paragraph points to another section', () => {
  it('by words that are only there, words of its heading, and the paragraphs with the same words', () => {
    const [own, other] = featuresOf(2, documentOf())
    expect(own['log of the words that are only there']).toBe(0)
    // “pilot” and “launch”; the harbour is named nowhere else.
    expect(other['log of the words that are only there']).toBeCloseTo(Math.log(3))
    const heading = 'words of the heading, more than the section’s other paragraphs have'
    expect(own[heading]).toBeLessThan(0)
    expect(other[heading]).toBeCloseTo(2 / 3)
    expect(own['share of the five nearest paragraphs by words']).toBe(0)
    expect(other['share of the five nearest paragraphs by words']).toBe(2 / 5)
  })

  it('and away from its own where a section begins at it, or after it, relative to the rest of the draft', () => {
    const [stays, away] = ['stays, by the log odds of the boundary network', 'stays, by those of the next paragraph']
    const [own, other] = featuresOf(2, documentOf(TEXTS, [0, -3, 2, 1, -3, -3, -3]))
    expect(own[stays]).toBeGreaterThan(own[away])
    expect(own[away]).toBeGreaterThan(0)
    expect([other[stays], other[away]]).toEqual([0, 0])
    const [without] = featuresOf(2, documentOf())
    expect([without[stays], without[away]]).toEqual([0, 0])
    const [equal] = featuresOf(
      2,
      documentOf(
        TEXTS,
        TEXTS.map(() => -2)
      )
    )
    expect([equal[stays], equal[away]]).toEqual([0, 0])
  })
})

it('The choices of a long document take time that grows with its paragraphs', async () => {
  const make = (count: number): FittedDocument =>
    documentOf(Array.from({ length: count }, (_, p) => `Paragraph ${p} on word${p % 50} and more.`))
  await expectLinear('choices of moves', 600, make, moveChoices)
})
