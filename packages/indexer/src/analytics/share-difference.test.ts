import { createRandom } from '@leitmotif/encoder/vectors'
import { describe, expect, it } from 'vitest'
import { countDocuments } from './clustered-count.js'
import { discoveries } from './p-values.js'
import { createPairTally, type Difference } from './share-difference.js'
import { trendLine } from './trend-line.js'

type Documents = readonly (readonly [x: number, n: number])[]

/** Compares parts without a document in common. */
function compare(a: Documents, b: Documents): Difference {
  const tally = createPairTally(1)
  for (const [x, n] of a) tally.add([n, 0, 0], x > 0 ? [[0, x, 0]] : [])
  for (const [x, n] of b) tally.add([0, n, 0], x > 0 ? [[0, 0, x]] : [])
  return tally.difference(0)
}

const many = (count: number, x: number, n: number): Documents => Array.from({ length: count }, () => [x, n])

describe('A difference between two parts', () => {
  it('is judged as a trend between two times is', () => {
    const random = createRandom('two times')
    for (const most of [3, 8]) {
      const [a, b] = [4, most].map((x) =>
        Array.from({ length: 12 }, () => [random.integer(x), 10 + random.integer(20)] as const)
      )
      const line = trendLine([
        { at: 0, counted: countDocuments(a) },
        { at: 1, counted: countDocuments(b) }
      ])!
      const { p, larger } = compare(a, b)
      expect(p).toBeCloseTo(line.p, 8)
      expect(larger === 'b').toBe(line.slope > 0)
    }
  })

  it('is a ratio with an interval that leaves out 1 where chance hardly explains it', () => {
    const sure = compare([...many(10, 3, 20), ...many(10, 5, 20)], [...many(10, 1, 20), ...many(10, 2, 20)])
    expect(sure.ratio).toBeCloseTo(80.5 / 30.5, 1)
    expect(sure.p).toBeLessThan(0.001)
    expect(sure.low).toBeGreaterThan(1)
    const one = compare([...many(19, 1, 20), [20, 20]], many(20, 1, 20))
    expect(one.ratio).toBeGreaterThan(1.5)
    expect(one.p).toBeGreaterThan(0.05)
    expect(one.low).toBeLessThan(1)
  })

  it('is not made by what a few documents have and the other part has nothing of', () => {
    expect(compare([...many(5, 1, 20), ...many(15, 0, 20)], many(20, 0, 20)).p).toBeGreaterThan(0.05)
    expect(compare(many(20, 1, 20), many(20, 0, 20)).p).toBeLessThan(0.001)
  })

  it('is as sure beside the whole as beside the rest', () => {
    const [part, rest] = [
      [...many(10, 3, 20), ...many(10, 6, 20)],
      [...many(30, 1, 20), ...many(30, 3, 20)]
    ]
    const tally = createPairTally(1)
    for (const [x, n] of part) tally.add([n, n, n], [[0, x, x]])
    for (const [x, n] of rest) tally.add([0, n, 0], [[0, 0, x]])
    const [whole, others] = [tally.difference(0), compare(part, rest)]
    expect(whole.ratio).toBeLessThan(others.ratio)
    expect(Math.log(whole.p) / Math.log(others.p)).toBeCloseTo(1, 0)
  })

  it('is believed of hardly any of a thousand themes that differ by chance between documents', () => {
    const random = createRandom('nothing')
    let believed = 0
    for (let round = 0; round < 20; round++) {
      const found = Array.from({ length: 50 }, () => {
        const [a, b] = [10, 40].map((count) =>
          Array.from({ length: count }, () => [random.integer(3) === 0 ? 2 + random.integer(10) : 0, 30] as const)
        )
        return compare(a, b).p
      })
      if (discoveries(found).includes(true)) believed++
    }
    expect(believed).toBeLessThanOrEqual(3)
  })
})
