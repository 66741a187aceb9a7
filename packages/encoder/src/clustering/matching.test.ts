import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { followParts, matchMost, type Transitions } from './matching.js'

/** The most that any one-to-one match adds up to, by trying all. */
function mostOfAll(weights: readonly (readonly number[])[], taken: ReadonlySet<number> = new Set(), row = 0): number {
  if (row === weights.length) return 0
  let most = mostOfAll(weights, taken, row + 1)
  weights[row].forEach((weight, c) => {
    if (!taken.has(c)) most = Math.max(most, weight + mostOfAll(weights, new Set([...taken, c]), row + 1))
  })
  return most
}

const follow = (first: number[], second: number[], a: number, b: number): Transitions => {
  const shared = Array.from({ length: a }, () => new Float64Array(b))
  const sizes = [new Float64Array(a), new Float64Array(b)]
  first.forEach((part, i) => {
    if (part >= 0) sizes[0][part]++
    if (second[i] >= 0) sizes[1][second[i]]++
    if (part >= 0 && second[i] >= 0) shared[part][second[i]]++
  })
  return followParts(shared, sizes[0], sizes[1])
}

const times = (part: number, count: number): number[] => new Array<number>(count).fill(part)

describe('Matching', () => {
  it('adds up to the most that any match does, and gives no column twice', () => {
    const size = fc.integer({ min: 1, max: 5 })
    fc.assert(
      fc.property(size, size, fc.infiniteStream(fc.integer({ min: 0, max: 9 })), (rows, columns, values) => {
        const weights = Array.from({ length: rows }, () =>
          Array.from({ length: columns }, () => values.next().value as number)
        )
        const match = matchMost(weights)
        const matched = [...match].filter((c) => c >= 0)
        expect(new Set(matched).size).toBe(matched.length)
        expect(match.reduce((sum, c, r) => sum + (c < 0 ? 0 : weights[r][c]), 0)).toBe(mostOfAll(weights))
      }),
      { seed: 1 }
    )
    expect(matchMost([])).toHaveLength(0)
  })

  it('follows parts that go on, whatever their numbers', () => {
    const first = [...times(0, 50), ...times(1, 30), ...times(2, 20)]
    const second = [...times(2, 48), ...times(0, 32), ...times(1, 18), -1, -1]
    expect([...follow(first, second, 3, 3).from]).toEqual([1, 2, 0])
  })

  it('sees that two parts merged: one goes on, the other went into it', () => {
    const first = [...times(0, 60), ...times(1, 40), ...times(2, 50)]
    const second = [...times(0, 100), ...times(1, 50)]
    const { from, into } = follow(first, second, 3, 2)
    expect([...from]).toEqual([0, 2])
    expect([...into]).toEqual([0, 0, 1])
  })

  it('sees that a part split: one goes on, the other came out of it', () => {
    const first = [...times(0, 100), ...times(1, 50)]
    const second = [...times(0, 40), ...times(1, 60), ...times(2, 50)]
    const { from, outOf } = follow(first, second, 2, 3)
    expect([...from]).toEqual([-1, 0, 1])
    expect([...outOf]).toEqual([0, 0, 1])
  })

  it('sees that a part is new, and that one is gone', () => {
    const first = [...times(0, 50), ...times(1, 50), ...times(-1, 50)]
    const second = [...times(0, 50), ...times(-1, 50), ...times(1, 50)]
    const { from, into, outOf } = follow(first, second, 2, 2)
    expect([...from]).toEqual([0, -1])
    expect([...into]).toEqual([0, -1])
    expect([...outOf]).toEqual([0, -1])
  })
})
