import { expectLinear } from '@leitmotif/testing'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../vectors/random.js'
import { dot, row, selectRows, zeroVectors, type Vectors } from '../vectors/vectors.js'
import { shareContext } from './shared-context.js'
import { joinWords, SHARED_WORDS } from './shared-words.js'

/** Rows of an encoder that finds all sentences equally alike. */
function blindRows(count: number): Vectors {
  const vectors = zeroVectors(count, 4)
  for (let i = 0; i < count; i++) row(vectors, i)[0] = 1
  return vectors
}

function cosine(vectors: Vectors, a: number, b: number): number {
  return dot(row(vectors, a), row(vectors, b))
}

const TEXT = [
  'The quaggaphone hums at dusk.',
  'Nobody tunes a quaggaphone twice.',
  'The brindlefish hides at dusk.',
  'Nobody nets a brindlefish twice.'
]

describe('Words of a text beside the rows of its sentences', () => {
  it('bring together what names the same, where the encoder tells nothing', () => {
    const joined = joinWords(blindRows(4), TEXT)
    expect(joined.dims).toBe(4 + SHARED_WORDS.dims)
    expect(cosine(joined, 0, 1)).toBeGreaterThan(cosine(joined, 0, 3) + 0.02)
    expect(cosine(joined, 2, 3)).toBeGreaterThan(cosine(joined, 2, 1) + 0.02)
  })

  it('are part of the context that sentences share, where they are told', () => {
    const subjects = ['quaggaphone', 'brindlefish', 'mossclock']
    const text = Array.from({ length: 30 }, (_, i) => `The ${subjects[i % 3]} of day ${i}.`)
    const shared = shareContext(blindRows(30), text)
    for (let i = 3; i < 30; i++) expect(cosine(shared, i, i - 3)).toBeGreaterThan(cosine(shared, i, i - 1))
    const untold = shareContext(blindRows(30))
    expect(cosine(untold, 0, 1)).toBeCloseTo(cosine(untold, 0, 3), 5)
  })

  it('count for less than what the encoder tells', () => {
    const vectors = blindRows(4)
    row(vectors, 1).set([0, 1, 0, 0])
    row(vectors, 3).set([0, 1, 0, 0])
    const joined = joinWords(vectors, TEXT)
    expect(cosine(joined, 0, 2)).toBeGreaterThan(cosine(joined, 0, 1))
  })

  it('say nothing where all sentences have them, or there is but one', () => {
    for (const text of [['A lone one.'], ['All say this.', 'All say this.', 'All say this.']]) {
      const joined = joinWords(blindRows(text.length), text)
      for (let i = 0; i < text.length; i++) {
        expect([...row(joined, i).slice(0, 4)]).toEqual([1, 0, 0, 0])
        expect(
          row(joined, i)
            .slice(4)
            .every((value) => value === 0)
        ).toBe(true)
      }
    }
  })

  it('leave a sentence without a known word at zero, and give every other row length 1', () => {
    const vectors = blindRows(4)
    row(vectors, 2).fill(0)
    const joined = joinWords(vectors, TEXT)
    expect(row(joined, 2).every((value) => value === 0)).toBe(true)
    for (const i of [0, 1, 3]) expect(cosine(joined, i, i)).toBeCloseTo(1, 5)
  })

  it('are the same in whatever order a text comes', () => {
    const order = createRandom('order').shuffle([...TEXT.keys()])
    const turned = joinWords(
      blindRows(4),
      order.map((i) => TEXT[i])
    )
    expect(turned).toEqual(selectRows(joinWords(blindRows(4), TEXT), order))
  })

  it('are of as many sentences as there are rows', () => {
    expect(() => joinWords(blindRows(4), TEXT.slice(1))).toThrow('3 sentences; expected one for each of 4 rows')
  })

  it('take time linear in a text of one long sentence, and in one of many unlike words', async () => {
    await expectLinear(
      'joinWords of one sentence',
      20_000,
      (length) => ({ text: Array.from({ length }, (_, i) => `word${i}`).join(' '), rows: blindRows(2) }),
      ({ text, rows }) => joinWords(rows, [text, 'another'])
    )
    await expectLinear(
      'joinWords of many sentences',
      2_000,
      (length) => ({ text: Array.from({ length }, (_, i) => `one${i} two${i} three${i}`), rows: blindRows(length) }),
      ({ text, rows }) => joinWords(rows, text)
    )
  })
})
