import { expectLinear } from '@leitmotif/testing'
import { describe, expect, it } from 'vitest'
import { createBm25 } from './bm25.js'

const TEXTS = ['salt of the sea', 'the harbour at sea, sea and salt', 'a loaf of bread', '']

describe('BM25', () => {
  it('scores a text by the query’s terms that it has, rare ones and short texts higher', () => {
    const scores = createBm25(TEXTS)('Salt bread')
    // ln(1 + 2.5 / 2.5) for salt, ln(1 + 3.5 / 1.5) for bread; lengths 4, 7, 4 and 0 of 3.75 in the mean
    const weigh = (weight: number, length: number): number =>
      (weight * 2.2) / (1 + 1.2 * (0.25 + (0.75 * length) / 3.75))
    expect([...scores]).toEqual([
      expect.closeTo(weigh(Math.log(2), 4), 12),
      expect.closeTo(weigh(Math.log(2), 7), 12),
      expect.closeTo(weigh(Math.log(1 + 3.5 / 1.5), 4), 12),
      0
    ])
  })

  it('knows nothing of texts that share no term with the query, nor of no texts', () => {
    expect([...createBm25(TEXTS)('telescope')]).toEqual([0, 0, 0, 0])
    expect([...createBm25([])('salt')]).toEqual([])
  })

  it('indexes in time linear in the texts', async () => {
    await expectLinear(
      'createBm25',
      50_000,
      (length) => 'ab '.repeat(length),
      (text) => createBm25([text])
    )
  })
})
