import { zeroVectors } from '@leitmotif/encoder/vectors'
import { describe, expect, it } from 'vitest'
import type { PairScorer } from '../scorer/pair-scorer.js'
import { analyseUnits } from './hidden-units.js'

/** A scorer whose unit 1 falls with "not" or "no", unit 2 rises with "boat"; unit 0 has the length of the sentence. */
const scorer: PairScorer = {
  ...{ name: 'toy', license: 'none', fingerprint: 'f', scale: [1, 5] as const },
  embed(sentences) {
    const rows = zeroVectors(sentences.length, 3)
    for (const [s, text] of sentences.entries())
      rows.data.set(
        [text.length / 100, /\b(?:not|no)\b/i.test(text) ? -0.8 : 0.3, text.includes('boat') ? 0.9 : 0],
        3 * s
      )
    return rows
  },
  knows: (word) => word !== 'xyzzy',
  similarity: () => 1,
  relatedness: () => 5
}

const SENTENCES = Array.from({ length: 60 }, (_, n) => {
  const who = ['keeper', 'baker', 'pilot', 'weaver'][n % 4]
  const what = n % 5 === 0 ? 'waits for the boat' : 'walks along the pier'
  return n % 3 === 0 ? `The ${who} ${n} does not see who ${what}` : `The ${who} ${n} sees who ${what}`
})

describe('The hidden units of a pair scorer', () => {
  it('are told by negation and by the words that they tell apart', () => {
    const { negation, topics } = analyseUnits(scorer, [...SENTENCES, ...SENTENCES, 'xyzzy'], 3)
    expect(negation).toMatchObject({ unit: 1 })
    expect(negation!.correlation).toBeCloseTo(-1, 10)
    expect(negation!.values).toHaveLength(60)
    expect(negation!.values.slice(0, 20).every(({ marked, text }) => marked && text.includes('not'))).toBe(true)
    expect(topics[0]).toMatchObject({ unit: 2 })
    expect(['boat', 'waits']).toContain(topics[0].word)
    expect(topics[0].correlation).toBeCloseTo(1, 10)
    expect(new Set(topics.map(({ unit }) => unit)).size).toBe(topics.length)
  })

  it('have no unit of negation where too few sentences deny', () => {
    const positive = SENTENCES.filter((text) => !text.includes('not'))
    expect(analyseUnits(scorer, positive, 2).negation).toBeUndefined()
    expect(analyseUnits(scorer, [], 2)).toEqual({ topics: [] })
  })
})
