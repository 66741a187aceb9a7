import fc from 'fast-check'
import { expectLinear } from '@leitmotif/testing'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../vectors/random.js'
import { normalize, row, zeroVectors, type Vectors } from '../vectors/vectors.js'
import { findBoundaries } from './boundaries.js'

function randomRows(n: number, dims: number, seed: number): Vectors {
  const random = createRandom(seed)
  const rows = zeroVectors(n, dims)
  for (let i = 0; i < rows.data.length; i++) rows.data[i] = random.normal()
  for (let i = 0; i < n; i++) normalize(row(rows, i))
  return rows
}

/** Rows of sections about directions of their own. */
function sectioned(lengths: readonly number[], noise: number, seed: number): Vectors {
  const random = createRandom(seed)
  const dims = 60
  const centres = randomRows(lengths.length, dims, seed + 1)
  const rows = zeroVectors(
    lengths.reduce((a, b) => a + b, 0),
    dims
  )
  let i = 0
  lengths.forEach((length, s) => {
    for (let n = 0; n < length; n++, i++) {
      const to = row(rows, i)
      for (let d = 0; d < dims; d++) to[d] = row(centres, s)[d] + (noise * random.normal()) / Math.sqrt(dims)
      normalize(to)
    }
  })
  return rows
}

function scatter(vectors: Vectors, start: number, end: number): number {
  let squares = 0
  const sum = new Float64Array(vectors.dims)
  for (let i = start; i < end; i++) {
    row(vectors, i).forEach((value, d) => {
      squares += value * value
      sum[d] += value
    })
  }
  return squares - sum.reduce((total, value) => total + value * value, 0) / (end - start)
}

const cost = (vectors: Vectors, starts: readonly number[]): number =>
  starts.reduce((sum, start, s) => sum + scatter(vectors, start, starts[s + 1] ?? vectors.count), 0)

/** Every division of n rows into sections of lengths from `least` to `most`, as lists of starts. */
function divisions(n: number, least: number, most: number, from = 0): number[][] {
  if (from === n) return [[]]
  const all: number[][] = []
  for (let length = least; length <= Math.min(most, n - from); length++) {
    for (const rest of divisions(n, least, most, from + length)) all.push([from, ...rest])
  }
  return all
}

const lengthsOf = (boundaries: readonly number[], n: number): number[] =>
  [...boundaries, n].map((end, s) => end - (boundaries[s - 1] ?? 0))

describe('Section boundaries', () => {
  it('are where the subject changes', () => {
    expect(findBoundaries(sectioned([8, 5, 12, 6], 1, 1))).toEqual([8, 13, 25])
    expect(findBoundaries(sectioned([20, 20], 2, 2))).toEqual([20])
  })

  it('are not drawn through rows that follow no order, in all but a few texts', () => {
    let drawn = 0
    for (let seed = 0; seed < 40; seed++) drawn += findBoundaries(randomRows(40, 100, seed)).length
    expect(drawn).toBeLessThanOrEqual(2)
  })

  it('leave less scatter than any other division of as many sections within the lengths', () => {
    const shape = fc.record({
      n: fc.integer({ min: 1, max: 10 }),
      least: fc.integer({ min: 1, max: 3 }),
      more: fc.integer({ min: 0, max: 4 }),
      sections: fc.integer({ min: 1, max: 6 }),
      seed: fc.nat()
    })
    fc.assert(
      fc.property(shape, ({ n, least, more, sections, seed }) => {
        const vectors = randomRows(n, 4, seed)
        const found = findBoundaries(vectors, { minLength: least, maxLength: least + more, sections })
        const rivals = divisions(n, least, least + more).filter((starts) => starts.length === found.length + 1)
        for (const rival of rivals)
          expect(cost(vectors, [0, ...found])).toBeLessThanOrEqual(cost(vectors, rival) + 1e-5)
      }),
      { numRuns: 150, seed: 1 }
    )
  })

  it('pay the penalty for each section, and no division pays less', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 10 }),
        fc.double({ min: 0.05, max: 1, noNaN: true }),
        fc.nat(),
        (n, penalty, seed) => {
          const vectors = randomRows(n, 4, seed)
          const found = [0, ...findBoundaries(vectors, { penalty })]
          const price = (penalty * Math.log(n) * cost(vectors, [0])) / n
          const paid = cost(vectors, found) + price * found.length
          for (const rival of divisions(n, 1, n)) {
            expect(paid).toBeLessThanOrEqual(cost(vectors, rival) + price * rival.length + 1e-5)
          }
        }
      ),
      { numRuns: 60, seed: 2 }
    )
  })

  it('always keep the lengths where any division does, and else give way at the maximum alone', () => {
    const shape = fc.record({
      n: fc.integer({ min: 0, max: 60 }),
      least: fc.integer({ min: 1, max: 9 }),
      more: fc.integer({ min: 0, max: 9 }),
      sections: fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined }),
      seed: fc.nat()
    })
    fc.assert(
      fc.property(shape, ({ n, least, more, sections, seed }) => {
        const maxLength = least + more
        const found = findBoundaries(randomRows(n, 3, seed), {
          minLength: least,
          maxLength,
          penalty: 0.1,
          ...(sections === undefined ? {} : { sections })
        })
        const lengths = lengthsOf(found, n)
        if (n < least) {
          expect(found).toEqual([])
          return
        }
        const feasible = Array.from({ length: n + 1 }, (_, m) => m).some((m) => m * least <= n && n <= m * maxLength)
        expect(Math.min(...lengths)).toBeGreaterThanOrEqual(least)
        if (feasible) expect(Math.max(...lengths)).toBeLessThanOrEqual(maxLength)
      }),
      { numRuns: 300, seed: 3 }
    )
  })

  it('are as many as asked for, where the lengths allow', () => {
    const vectors = sectioned([10, 10, 10], 1.5, 4)
    for (const sections of [1, 2, 3, 7, 30]) expect(findBoundaries(vectors, { sections })).toHaveLength(sections - 1)
    expect(findBoundaries(vectors, { sections: 30, minLength: 5 })).toHaveLength(5)
    expect(findBoundaries(vectors, { sections: 1, maxLength: 10 })).toEqual([10, 20])
  })

  it('are none in no rows, one row, equal rows and zero rows', () => {
    expect(findBoundaries(zeroVectors(0, 4))).toEqual([])
    expect(findBoundaries(randomRows(1, 4, 1))).toEqual([])
    expect(findBoundaries(zeroVectors(9, 4))).toEqual([])
    const equal = zeroVectors(9, 2)
    for (let i = 0; i < 9; i++) row(equal, i)[0] = 1
    expect(findBoundaries(equal, { penalty: 0 })).toEqual([])
  })

  it('are found in time linear in the rows', async () => {
    const rows = (n: number): Vectors => randomRows(n, 32, n)
    await expectLinear('findBoundaries', 4_000, rows, (vectors) => findBoundaries(vectors, { maxLength: 60 }))
  })

  it('say what is wrong with an option', () => {
    const rows = zeroVectors(3, 2)
    expect(() => findBoundaries(rows, { minLength: 0 })).toThrow(
      'minLength is 0; expected a whole number of at least 1'
    )
    expect(() => findBoundaries(rows, { minLength: 5, maxLength: 4 })).toThrow('maxLength is 4; expected')
    expect(() => findBoundaries(rows, { penalty: NaN })).toThrow('penalty is NaN')
    expect(() => findBoundaries(zeroVectors(20_000, 1), { maxLength: 20_000 })).toThrow('lower maxLength')
  })
})
