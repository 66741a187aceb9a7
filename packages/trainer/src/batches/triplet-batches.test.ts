import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Example } from './batches.js'
import { createTripletBatches } from './triplet-batches.js'

/** An article by the sizes of its sections; each sentence has one word, its own number. */
function article(first: number, sizes: readonly number[], spread = 1): Example[] {
  let word = first
  return sizes.flatMap((size, section) =>
    Array.from({ length: size }, (_, i) => ({ rows: Uint32Array.of(word++), section, position: i * spread }))
  )
}

describe('Batches of triplets', () => {
  it('hold positives of the section within the paragraph distance, and negatives of a section beside it', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 2, maxLength: 5 })
    fc.assert(
      fc.property(fc.array(sizes, { minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 4 }), (all, spread) => {
        const articles = [[4, 4], ...all].map((each, a) => article(a * 100, each, a === 0 ? 1 : spread))
        const { sentences, triplets } = createTripletBatches(articles, { batchTriplets: 30 }).at(1)
        expect(new Set(sentences.map(([word]) => word)).size).toBe(sentences.length)
        expect(triplets.length).toBeGreaterThan(0)
        for (const triplet of triplets) {
          const [pivot, positive, negative] = triplet.map((index) => {
            const [word] = sentences[index]
            const a = Math.floor(word / 100)
            return { a, word, ...articles[a][word % 100] }
          })
          expect([positive.a, negative.a]).toEqual([pivot.a, pivot.a])
          expect(positive.word).not.toBe(pivot.word)
          expect(positive.section).toBe(pivot.section)
          expect(Math.abs(positive.position - pivot.position)).toBeLessThanOrEqual(3)
          expect(Math.abs(negative.section - pivot.section)).toBe(1)
        }
      })
    )
  })

  it('hold negatives of any other section of the article, or of any other article, where these are asked for', () => {
    const articles = [article(0, [3, 2, 1, 4]), article(100, [5]), article(200, [2, 1])]
    const drawn = (negative: 'article' | 'corpus'): Map<number, Set<string>> => {
      const found = new Map<number, Set<string>>()
      const { at, perEpoch } = createTripletBatches(articles, { batchTriplets: 5, negative })
      for (let step = 0; step < 60 * perEpoch; step++) {
        const { sentences, triplets } = at(step)
        for (const [pivot, , other] of triplets) {
          const place = (index: number): [number, number] => {
            const [word] = sentences[index]
            const a = Math.floor(word / 100)
            return [a, articles[a][word % 100].section]
          }
          const [a, section] = place(pivot)
          const key = 10 * a + section
          if (!found.has(key)) found.set(key, new Set())
          found.get(key)!.add(place(other).join('/'))
        }
      }
      return found
    }
    const sorted = (found: Map<number, Set<string>>): [number, string[]][] =>
      [...found].map(([key, places]): [number, string[]] => [key, [...places].sort()]).sort(([a], [b]) => a - b)
    expect(sorted(drawn('article'))).toEqual([
      [0, ['0/1', '0/2', '0/3']],
      [1, ['0/0', '0/2', '0/3']],
      [3, ['0/0', '0/1', '0/2']],
      [20, ['2/1']]
    ])
    const [first, second, third] = [['0/0', '0/1', '0/2', '0/3'], ['1/0'], ['2/0', '2/1']]
    expect(sorted(drawn('corpus'))).toEqual([
      [0, [...second, ...third]],
      [1, [...second, ...third]],
      [3, [...second, ...third]],
      [10, [...first, ...third]],
      [20, [...first, ...second]]
    ])
    expect(() => createTripletBatches([article(0, [3, 2])], { negative: 'corpus' })).toThrow(/in another article/)
  })

  it('pass once through all pivots in an epoch, in another order in the next, and are the same whenever asked for', () => {
    const articles = [article(0, [3, 1, 4, 2]), article(20, [2, 2, 2]), article(40, [7])]
    const batches = createTripletBatches(articles, { batchTriplets: 3 })
    const pivots = (step: number): number[] => {
      const { sentences, triplets } = batches.at(step)
      return triplets.map(([pivot]) => sentences[pivot][0])
    }
    const epoch = (index: number): number[] =>
      Array.from({ length: batches.perEpoch }, (_, i) => pivots(index * batches.perEpoch + i)).flat()
    const all = [0, 1, 2, 4, 5, 6, 7, 8, 9, 20, 21, 22, 23, 24, 25]
    expect(epoch(0).sort((a, b) => a - b)).toEqual(all)
    expect(epoch(1).sort((a, b) => a - b)).toEqual(all)
    expect(epoch(1)).not.toEqual(epoch(0))
    expect(createTripletBatches(articles, { batchTriplets: 3 }).at(7)).toEqual(batches.at(7))
    expect(createTripletBatches(articles, { batchTriplets: 3, seed: 2 }).at(7)).not.toEqual(batches.at(7))
  })

  it('say what is missing where no article gives a triplet', () => {
    expect(() => createTripletBatches([article(0, [5]), article(10, [1, 1])])).toThrow(
      /no triplet; expected an article/
    )
  })
})
