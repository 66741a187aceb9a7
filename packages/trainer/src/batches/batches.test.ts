import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createBatches, type Example } from './batches.js'

const articleOf = (id: number, length: number): Example[] =>
  Array.from({ length }, (_, i) => ({
    rows: Uint32Array.of(id, i),
    section: Math.floor(i / 4),
    position: (i % 4) * 2
  }))
const articles = [3, 30, 9, 12, 5, 8, 8].map((length, id) => articleOf(id, length))

describe('Batches', () => {
  it('are the same for the same step, in whatever order they are asked for', () => {
    const forwards = createBatches(articles, { sentences: 30, slots: 10 })
    const backwards = createBatches(articles, { sentences: 30, slots: 10 })
    const steps = [0, 1, 2, 3, 4, 5, 6]
    const first = steps.map((step) => forwards.at(step))
    const second = [...steps].reverse().map((step) => backwards.at(step))
    expect(second.reverse()).toEqual(first)
    expect(createBatches(articles, { sentences: 30, slots: 10, seed: 2 }).at(0)).not.toEqual(first[0])
  })

  it('pass through every article once in an epoch, as far as whole batches go', () => {
    const batches = createBatches(articles, { sentences: 30, slots: 10 })
    expect(batches.perEpoch).toBe(2)
    for (const epoch of [0, 1, 2]) {
      const seen = [0, 1].flatMap((i) => {
        const { articles: count, slots, sentences } = batches.at(epoch * 2 + i)
        return Array.from({ length: count }, (_, a) => sentences[a * slots][0])
      })
      expect(new Set(seen).size).toBe(6)
    }
  })

  it('hold neighbours of one article, and say which are positives and negatives of which', () => {
    fc.assert(
      fc.property(fc.nat(50), fc.integer({ min: 2, max: 12 }), fc.nat(4), (step, slots, paragraphDistance) => {
        const batch = createBatches(articles, { sentences: slots * 3, slots, paragraphDistance }).at(step)
        expect(batch.articles).toBe(3)
        for (let a = 0; a < batch.articles; a++) {
          const run = batch.sentences.slice(a * slots, (a + 1) * slots)
          const examples = run.map((rows) => (rows.length === 0 ? undefined : articles[rows[0]][rows[1]]))
          run.forEach((rows, p) => {
            expect(batch.filled[a * slots + p]).toBe(rows.length === 0 ? 0 : 1)
            if (p > 0 && rows.length > 0) expect(rows).toEqual(Uint32Array.of(run[0][0], run[0][1] + p))
            run.forEach((_, o) => {
              const pivot = examples[p]
              const other = examples[o]
              const both = pivot !== undefined && other !== undefined
              const apart = both ? Math.abs(pivot.position - other.position) : 0
              const same = both && pivot.section === other.section
              const at = (a * slots + p) * slots + o
              expect(batch.positives[at]).toBe(same && o !== p && apart <= paragraphDistance ? 1 : 0)
              expect(batch.negatives[at]).toBe(both && !same ? 1 : 0)
            })
          })
        }
      }),
      { numRuns: 40 }
    )
  })

  it('of fewer articles than fill a step hold them all', () => {
    const batches = createBatches(articles.slice(0, 2), { sentences: 1000, slots: 10 })
    expect(batches).toMatchObject({ perEpoch: 1 })
    expect(batches.at(5).articles).toBe(2)
  })
})
