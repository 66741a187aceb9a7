import { expectLinear } from '@leitmotif/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { batchByLength, padSentences } from './padded-sentences.js'
import { quantizeRows, type WordTable } from './word-table.js'

/** Stands for a sentence of that many words. */
const sentence = (length: number): number[] => new Array<number>(length).fill(0)

describe('Batches', () => {
  it('hold every sentence that has words once, the longest first, and no more than 1,024 words with their padding', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.nat(60), fc.nat(3000))), (lengths) => {
        const batches = batchByLength(lengths.map(sentence))
        const all = batches.flat()
        expect([...all].sort((a, b) => a - b)).toEqual([...lengths.keys()].filter((s) => lengths[s] > 0))
        const inOrder = all.map((s) => lengths[s])
        expect(inOrder).toEqual(inOrder.toSorted((a, b) => b - a))
        for (const batch of batches) {
          if (batch.length > 1) expect(batch.length * lengths[batch[0]]).toBeLessThanOrEqual(1024)
        }
      })
    )
  })

  it('are as full as they can be', () => {
    expect(batchByLength(Array.from({ length: 100 }, () => sentence(30))).map((batch) => batch.length)).toEqual([
      34, 34, 32
    ])
    expect(batchByLength([])).toEqual([])
  })

  it('take time linear in the number of sentences', () =>
    expectLinear(
      'batchByLength',
      10_000,
      (count) => Array.from({ length: count }, (_, i) => sentence((i * 7919) % 50)),
      batchByLength
    ))
})

it('Sentences side by side have their word vectors, and zeros behind them', () => {
  const table: WordTable = {
    count: 3,
    dims: 2,
    scales: Float32Array.of(1, 0.5, 2),
    rows: Int8Array.of(1, 2, 10, 20, -3, 4)
  }
  expect(padSentences([[1], [2, 0, 1]], table)).toEqual({
    vectors: Float32Array.of(...[5, 10, 0, 0, 0, 0], ...[-6, 8, 1, 2, 5, 10]),
    lengths: Int32Array.of(1, 3)
  })
})

it('Sentences side by side take the place of others, of which nothing stays', () => {
  const table = quantizeRows({ count: 2, dims: 2, data: Float32Array.of(1, 2, 3, 4) })
  const room = new Float32Array(9).fill(7)
  const { vectors } = padSentences([[1], [0, 1]], table, room)
  expect(vectors.buffer).toBe(room.buffer)
  expect(vectors).toEqual(padSentences([[1], [0, 1]], table).vectors)
  expect(padSentences([[1, 1, 1, 1, 1]], table, room).vectors.buffer).not.toBe(room.buffer)
})
