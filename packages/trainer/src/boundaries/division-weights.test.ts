import { createRandom, SENTENCE_COSTS, type SentenceEvidence } from '@leitmotif/encoder'
import { describe, expect, it } from 'vitest'
import { fitDivisionWeights, type DividedText } from './division-weights.js'

/** A text of three sections of four, of which the first cost tells where sections lie, and the last cue where none begins. */
function textOf(number: number): DividedText {
  const random = createRandom(`text ${number}`)
  const boundaries = [4, 8]
  const section = (at: number): number => Math.floor(at / 4)
  const within = [
    (start: number, end: number) => section(end - 1) - section(start) + 0.1 * random.next(),
    ...Array.from({ length: 3 }, () => () => random.next())
  ]
  const evidence: SentenceEvidence = {
    within,
    opening: Array.from({ length: 12 }, (_, i) => [
      1,
      ...Array.from({ length: SENTENCE_COSTS - 6 }, () => random.integer(2)),
      boundaries.includes(i) ? 0 : random.integer(2)
    ])
  }
  return { count: 12, evidence, boundaries }
}

describe('The costs of sections', () => {
  const losses: number[] = []
  const weights = fitDivisionWeights(
    Array.from({ length: 12 }, (_, i) => textOf(i)),
    (_, loss) => losses.push(loss)
  )

  it('are learned from divisions: the loss falls to near nothing', () => {
    expect(losses[0]).toBeGreaterThan(5)
    expect(losses.at(-1)).toBeLessThan(0.5)
  })

  it('are high where sections are never so, and first sentences never such', () => {
    expect(weights[0]).toBeGreaterThan(2)
    expect(weights.at(-1)).toBeGreaterThan(1)
    expect(Math.max(...weights.slice(1, 4).map(Math.abs))).toBeLessThan(weights[0])
  })
})
