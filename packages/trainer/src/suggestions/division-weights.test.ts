import { sentenceLayout, type SentenceEvidence } from '@leitmotif/encoder/training'
import { createRandom } from '@leitmotif/encoder/vectors'
import { describe, expect, it } from 'vitest'
import { fitDivisionWeights, type DividedText } from './division-weights.js'

const LAYOUT = sentenceLayout(3)
const CUES = LAYOUT.units - LAYOUT.opening

/**
 * A text of three sections of four, of which the first cost tells where sections lie, and the last cue where none begins;
 * or where only what stands around a place tells it: two figures that are of one sign.
 */
function textOf(number: number, around: boolean): DividedText {
  const random = createRandom(`text ${number}`)
  const boundaries = [4, 8]
  const section = (at: number): number => Math.floor(at / 4)
  const within = [
    (start: number, end: number) => (around ? 0 : section(end - 1) - section(start)) + 0.1 * random.next(),
    ...Array.from({ length: 3 }, () => () => random.next())
  ]
  const evidence: SentenceEvidence = {
    within,
    opening: Array.from({ length: 12 }, (_, i) => [
      1,
      ...Array.from({ length: CUES - 2 }, () => random.integer(2)),
      boundaries.includes(i) && !around ? 0 : random.integer(2)
    ]),
    around: Array.from({ length: 12 }, (_, i) => {
      const sign = random.integer(2) === 0 ? 1 : -1
      const figures = Float32Array.from({ length: LAYOUT.figures }, () => 0.1 * random.normal())
      if (around) figures.set([sign, boundaries.includes(i) ? sign : -sign])
      return figures
    })
  }
  return { count: 12, evidence, boundaries }
}

/** The losses of passes over texts, and the weights learned. */
function fitted(around: boolean): { losses: number[]; weights: number[] } {
  const losses: number[] = []
  const texts = Array.from({ length: 300 }, (_, i) => textOf(i, around))
  return { weights: fitDivisionWeights(texts, (_, loss) => losses.push(loss)), losses }
}

describe('The costs of sections', () => {
  it('are learned from divisions: high where sections are never so, and first sentences never such', () => {
    const { losses, weights } = fitted(false)
    expect(losses.at(-1)).toBeLessThan(losses[0] / 2)
    expect(weights[0]).toBeGreaterThan(3)
    expect(weights[LAYOUT.units - 1]).toBeGreaterThan(2)
    expect(Math.max(...weights.slice(1, 4).map(Math.abs))).toBeLessThan(weights[0])
  })

  it('are learned of what two figures around a place say only together', () => {
    const { losses } = fitted(true)
    expect(losses.at(-1)).toBeLessThan(losses[0] / 2)
    expect(losses.at(-1)).toBeLessThan(1)
  })
})
