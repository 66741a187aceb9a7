import { expectLinear } from '@leitmotif/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../vectors/random.js'
import { divideByCost, divideByOdds, WINDOWS } from './boundary-odds.js'

const logit = (chance: number): number => Math.log(chance / (1 - chance))
const free = (count: number): { minLength: number; longest: number } => ({ minLength: 1, longest: count })

/** Chances of .02 but for those given. */
function oddsOf(count: number, chances: Readonly<Record<number, number>>): number[] {
  return Array.from({ length: count }, (_, i) => logit(chances[i] ?? 0.02))
}

/** By definition: the windows expected to be wrong, less what boundaries are likely over what is wanted. */
function costOf(chances: readonly number[], boundaries: readonly number[]): number {
  const count = chances.length
  const sections = 1 + chances.reduce((sum, chance) => sum + chance, 0)
  const k = Math.min(count - 1, Math.max(2, Math.round(count / sections / 2)))
  let cost = 0
  for (let i = 0; i + k < count; i++) {
    const inside = (p: number): boolean => p > i && p <= i + k
    const none = chances.reduce((product, chance, p) => (inside(p) ? product * (1 - chance) : product), 1)
    cost += boundaries.some(inside) ? none : 1 - none
  }
  for (const p of boundaries) cost -= WINDOWS.exact * k * (chances[p] - WINDOWS.wanted)
  return cost
}

describe('A division by the chances of boundaries', () => {
  it('has the boundaries that are likely, and none where none is', () => {
    expect(divideByOdds(oddsOf(30, { 9: 0.8, 20: 0.7 }), free(30))).toEqual([9, 20])
    expect(divideByOdds(oddsOf(30, {}), free(30))).toEqual([])
    expect(divideByOdds(oddsOf(2, { 1: 0.9 }), free(2))).toEqual([1])
  })

  it('has one at the likeliest of places none of which is likely by itself, and all of which are together', () => {
    expect(divideByOdds(oddsOf(30, { 14: 0.28, 15: 0.33, 16: 0.28 }), free(30))).toEqual([15])
    expect(divideByOdds(oddsOf(30, { 15: 0.28 }), free(30))).toEqual([])
  })

  it('has as many sections as asked for, at the likeliest boundaries', () => {
    const odds = oddsOf(30, { 9: 0.8, 20: 0.7, 4: 0.3 })
    expect(divideByOdds(odds, { ...free(30), sections: 2 })).toEqual([9])
    expect(divideByOdds(odds, { ...free(30), sections: 4 })).toEqual([4, 9, 20])
  })

  it('is the one of all divisions that is expected to be the least wrong', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.01, max: 0.95, noNaN: true }), { minLength: 2, maxLength: 9 }),
        (given) => {
          const chances = [0, ...given.slice(1)]
          const count = chances.length
          const found = divideByOdds([0, ...chances.slice(1).map(logit)], free(count))
          const all = Array.from({ length: 2 ** (count - 1) }, (_, set) =>
            Array.from({ length: count - 1 }, (_, i) => i + 1).filter((p) => (set >> (p - 1)) & 1)
          )
          const least = Math.min(...all.map((boundaries) => costOf(chances, boundaries)))
          return Math.abs(costOf(chances, found) - least) < 1e-6
        }
      ),
      { numRuns: 100, seed: 1 }
    )
  })

  it('is found in time linear in the rows', async () => {
    const make = (n: number): Float64Array => {
      const random = createRandom('odds')
      return Float64Array.from({ length: n }, () => 3 * random.normal() - 3)
    }
    await expectLinear('divideByOdds', 2_000, make, (odds) => divideByOdds(odds, { minLength: 1, longest: 50 }))
  })
})

describe('A division by what sections cost', () => {
  /** Sections are as likely to begin as is given, and hardly elsewhere. */
  const cost =
    (chances: Readonly<Record<number, number>>) =>
    (start: number): number =>
      start === 0 ? 0 : -logit(chances[start] ?? 0.001)

  it('has a boundary where many divisions have one nearby, though the likeliest division has none', () => {
    const spread = { 13: 0.3, 14: 0.3, 15: 0.35, 16: 0.3, 17: 0.3 }
    expect(divideByCost(30, free(30), cost(spread))).toEqual([15])
    expect(divideByCost(30, free(30), cost({ 15: 0.35 }))).toEqual([])
  })

  it('has as many sections as asked for, those of the likeliest such division', () => {
    const costs = cost({ 9: 0.8, 20: 0.7, 4: 0.3 })
    expect(divideByCost(30, { ...free(30), sections: 2 }, costs)).toEqual([9])
    expect(divideByCost(30, { ...free(30), sections: 4 }, costs)).toEqual([4, 9, 20])
  })

  it('keeps to the shortest length of sections', () => {
    expect(divideByCost(12, { minLength: 4, longest: 12 }, cost({ 2: 0.9, 6: 0.8, 10: 0.9 }))).toEqual([6])
  })
})
