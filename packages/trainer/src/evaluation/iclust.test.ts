import { normalize, row, type Vectors } from '@leitmotif/encoder'
import { createRandom, zeroVectors } from '@leitmotif/encoder/vectors'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { agreementOf } from './agreement.js'
import { cosines, iclust, similarityWithin, type Similarities } from './iclust.js'

/** A symmetric table with entries from -1 to 1 that are no exact numbers; no geometry behind it. */
const table = (least: number, most: number): fc.Arbitrary<Similarities> =>
  fc.integer({ min: least, max: most }).chain((count) =>
    fc.array(fc.integer({ min: -7, max: 7 }), { minLength: count ** 2, maxLength: count ** 2 }).map((values) => ({
      count,
      data: Float64Array.from(values, (_, at) => {
        const [i, j] = [Math.floor(at / count), at % count]
        return values[Math.min(i, j) * count + Math.max(i, j)] / 7
      })
    }))
  )

/** Unit rows around `k` axes; `noise` is the length of what is added to each axis. */
function planted(k: number, each: number, noise: number): { vectors: Vectors; truth: number[] } {
  const random = createRandom('planted')
  const vectors = zeroVectors(k * each, 12)
  const truth = Array.from({ length: k * each }, (_, i) => i % k)
  truth.forEach((cluster, i) => {
    const made = row(vectors, i)
    for (let d = 0; d < made.length; d++) made[d] = (d === cluster ? 1 : 0) + (noise * random.normal()) / Math.sqrt(12)
    normalize(made)
  })
  return { vectors, truth }
}

/** The most that any division into `k` clusters, none empty, reaches. */
function bestOf(similarities: Similarities, k: number): number {
  let best = -Infinity
  for (let code = 0; code < k ** similarities.count; code++) {
    const assignment = Int32Array.from({ length: similarities.count }, (_, i) => Math.floor(code / k ** i) % k)
    if (new Set(assignment).size === k) best = Math.max(best, similarityWithin(similarities, assignment))
  }
  return best
}

describe('Iclust', () => {
  it('reaches the best of all divisions of a few items', () => {
    fc.assert(
      fc.property(table(4, 7), fc.constantFrom(2, 3), (similarities, k) => {
        expect(iclust(similarities, { k, restarts: 60 }).similarity).toBeCloseTo(bestOf(similarities, k), 9)
      }),
      { numRuns: 40 }
    )
  })

  it('leaves no single item that could move and raise the similarity', () => {
    fc.assert(
      fc.property(table(3, 12), fc.integer({ min: 1, max: 4 }), (similarities, k) => {
        const { assignment, similarity } = iclust(similarities, { k, restarts: 1 })
        expect(new Set(assignment).size).toBe(Math.min(k, similarities.count))
        for (let i = 0; i < assignment.length; i++) {
          if (assignment.filter((cluster) => cluster === assignment[i]).length === 1) continue
          for (let c = 0; c < k; c++) {
            const moved = assignment.with(i, c)
            expect(similarityWithin(similarities, moved)).toBeLessThanOrEqual(similarity + 1e-8)
          }
        }
      }),
      { numRuns: 100 }
    )
  })

  it('never falls from one sweep to the next', () => {
    fc.assert(
      fc.property(table(3, 20), fc.integer({ min: 2, max: 5 }), fc.nat(), (similarities, k, seed) => {
        const reached = [1, 2, 3, 4, 6, 9].map(
          (sweeps) => iclust(similarities, { k, sweeps, seed, restarts: 1 }).similarity
        )
        reached.slice(1).forEach((value, i) => {
          expect(value).toBeGreaterThanOrEqual(reached[i])
        })
      }),
      { numRuns: 60 }
    )
  })

  it('never gets worse by more starts, and gives the same each time', () => {
    const similarities = cosines(planted(5, 8, 3).vectors)
    const of = (restarts: number): number => iclust(similarities, { k: 5, restarts }).similarity
    expect(of(5)).toBeGreaterThanOrEqual(of(1))
    expect(of(20)).toBeGreaterThanOrEqual(of(5))
    expect(iclust(similarities, { k: 5 })).toEqual(iclust(similarities, { k: 5 }))
  })

  it('finds clusters that were planted, and as many as were asked for', () => {
    const { vectors, truth } = planted(6, 15, 0.8)
    const { assignment } = iclust(cosines(vectors), { k: 6 })
    expect(agreementOf(truth, assignment).ari).toBeGreaterThan(0.95)
    for (const k of [1, 2, 9]) expect(new Set(iclust(cosines(vectors), { k }).assignment).size).toBe(k)
  })

  it('makes no more clusters than there are items', () => {
    const similarities = { count: 2, data: Float64Array.of(1, 0.5, 0.5, 1) }
    expect([...iclust(similarities, { k: 5 }).assignment].sort()).toEqual([0, 1])
    expect(iclust({ count: 0, data: new Float64Array(0) }, { k: 3 })).toEqual({
      assignment: new Int32Array(0),
      similarity: 0
    })
  })
})
