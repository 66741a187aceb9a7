import { dot, row } from '@leitmotif/encoder'
import { describe, expect, it } from 'vitest'
import type { Measurable } from './tdc.js'
import { createTfIdf, createWordOverlap } from './baselines.js'

/** The similarity of the first two texts among all. */
async function similarity(baseline: Measurable, ...texts: string[]): Promise<number> {
  const vectors = await baseline.encode(texts)
  expect(vectors.count).toBe(texts.length)
  return dot(row(vectors, 0), row(vectors, 1))
}

describe('Word overlap', () => {
  const overlap = createWordOverlap()

  it('is the share of common words, whatever their case, without stop words and punctuation', async () => {
    const [tea, price] = ['The tea pickers weave baskets.', 'Baskets, of course, cost tea pickers!']
    // {tea, pickers, weave, baskets} and {baskets, course, cost, tea, pickers}
    expect(await similarity(overlap, tea, price)).toBeCloseTo(3 / Math.sqrt(4 * 5), 6)
    expect(await similarity(overlap, tea, tea)).toBeCloseTo(1, 6)
    expect(await similarity(overlap, tea, 'Rain fell on the hills.')).toBe(0)
  })

  it('counts a word once, and knows nothing of sentences of stop words', async () => {
    expect(await similarity(overlap, 'Tea, tea, tea and rice', 'tea')).toBeCloseTo(1 / Math.sqrt(2), 6)
    expect(await similarity(overlap, 'It was so.', 'It was so.')).toBe(0)
  })
})

describe('tf-idf', () => {
  const tfIdf = createTfIdf()

  it('weighs a term by how often the text has it and how few of the others do', async () => {
    const texts = ['tea tea rice', 'tea hills', 'hills rain', 'rain']
    // ln(4 / 2) for tea, hills and rain, ln(4) for rice.
    const [first, second] = [
      [2 * Math.LN2, Math.log(4)],
      [Math.LN2, Math.LN2]
    ]
    const expected = (first[0] * second[0]) / (Math.hypot(...first) * Math.hypot(...second))
    expect(await similarity(tfIdf, ...texts)).toBeCloseTo(expected, 6)
  })

  it('does not count what all of an article’s sentences have', async () => {
    expect(await similarity(tfIdf, 'the tea grows', 'the rain falls', 'the sun shines')).toBe(0)
  })
})
