import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../vectors/random.js'
import { weighDivisions } from './division.js'

/** Every division of n rows into sections of at most `longest` rows, as lists of starts. */
function divisions(n: number, longest: number, from = 0): number[][] {
  if (from === n) return [[]]
  const all: number[][] = []
  for (let length = 1; length <= Math.min(longest, n - from); length++) {
    for (const rest of divisions(n, longest, from + length)) all.push([from, ...rest])
  }
  return all
}

describe('The divisions of rows, weighed', () => {
  it('have a boundary, and two rows in one section, with the sum of the probabilities of those that do', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 1, max: 2 }),
        fc.nat(),
        (n, longest, minLength, seed) => {
          const random = createRandom(seed)
          const costs = Array.from({ length: 81 }, () => 4 * random.normal())
          const cost = (start: number, end: number): number => costs[start * 9 + end]
          const weighed = divisions(n, longest)
            .map((starts) => starts.map((start, s): [number, number] => [start, starts[s + 1] ?? n]))
            .filter((sections) => sections.every(([start, end]) => end - start >= minLength))
            .map((sections) => ({
              sections,
              weight: Math.exp(-sections.reduce((sum, [start, end]) => sum + cost(start, end), 0))
            }))
          fc.pre(weighed.length > 0)
          const total = weighed.reduce((sum, { weight }) => sum + weight, 0)
          const share = (has: (start: number, end: number) => boolean): number =>
            weighed.reduce(
              (sum, { sections, weight }) => sum + (sections.some(([s, e]) => has(s, e)) ? weight : 0),
              0
            ) / total
          const { begins, together } = weighDivisions(n, { minLength, longest }, cost)
          for (let i = 0; i < n; i++)
            expect(Math.exp(begins[i])).toBeCloseTo(
              share((start) => start === i),
              9
            )
          for (let k = 1; k < n; k++) {
            const found = together(k)
            expect(found).toHaveLength(n - k)
            found.forEach((chance, i) => {
              expect(chance).toBeCloseTo(
                share((start, end) => start <= i && i + k < end),
                9
              )
            })
          }
        }
      ),
      { numRuns: 100, seed: 1 }
    )
  })

  it('stay finite where costs are large', () => {
    const { begins } = weighDivisions(300, { minLength: 1, longest: 20 }, (start, end) => 1000 * (end - start))
    expect(begins.every((log) => log <= 0 && Number.isFinite(log))).toBe(true)
  })
})
