import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../random.js'
import { boundaryProbabilities } from './division.js'

/** Every division of n rows into sections of at most `longest` rows, as lists of starts. */
function divisions(n: number, longest: number, from = 0): number[][] {
  if (from === n) return [[]]
  const all: number[][] = []
  for (let length = 1; length <= Math.min(longest, n - from); length++) {
    for (const rest of divisions(n, longest, from + length)) all.push([from, ...rest])
  }
  return all
}

describe('The probability of a boundary', () => {
  it('is the sum of those of all divisions that have it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 8 }), fc.nat(), (n, longest, seed) => {
        const random = createRandom(seed)
        const costs = Array.from({ length: 81 }, () => 4 * random.normal())
        const cost = (start: number, end: number): number => costs[start * 9 + end]
        const weighed = divisions(n, longest).map((starts) => ({
          starts,
          weight: Math.exp(-starts.reduce((sum, start, s) => sum + cost(start, starts[s + 1] ?? n), 0))
        }))
        const total = weighed.reduce((sum, { weight }) => sum + weight, 0)
        const found = boundaryProbabilities(n, longest, cost)
        for (let i = 0; i < n; i++) {
          const having = weighed.reduce((sum, { starts, weight }) => sum + (starts.includes(i) ? weight : 0), 0)
          expect(Math.exp(found[i])).toBeCloseTo(having / total, 9)
        }
      }),
      { numRuns: 100, seed: 1 }
    )
  })

  it('stays finite where costs are large', () => {
    const found = boundaryProbabilities(300, 20, (start, end) => 1000 * (end - start))
    expect(found.every((log) => log <= 0 && Number.isFinite(log))).toBe(true)
  })
})
