import { describe, expect, it } from 'vitest'
import { discoveries, twoSidedP, normalOf, studentOf, Z } from './p-values.js'

describe('Chance', () => {
  it('is as large as the tails of the normal distribution', () => {
    // 2 * scipy.stats.norm.sf(z)
    const known: [number, number][] = [
      [0, 1],
      [0.5, 0.6170750774519738],
      [1, 0.31731050786291415],
      [1.96, 0.04999579029644087],
      [4, 6.334248366623973e-5]
    ]
    for (const [z, p] of known) {
      expect(twoSidedP(z) / p).toBeCloseTo(1, 6)
      expect(twoSidedP(-z)).toBe(twoSidedP(z))
    }
  })

  it('is greater of few degrees of freedom, as Student’s distribution has it', () => {
    // scipy.stats.t.ppf(.975, freedom)
    for (const [freedom, t] of [
      [3, 3.18244631],
      [5, 2.57058184],
      [10, 2.22813885],
      [100, 1.98397152]
    ]) {
      expect(Math.abs(studentOf(Z, freedom) / t - 1)).toBeLessThan(0.02)
      expect(normalOf(studentOf(-Z, freedom), freedom)).toBeCloseTo(-Z, 9)
    }
    expect(studentOf(Z, 1)).toBeGreaterThan(12.7)
  })

  it('is told from what is there by Benjamini and Hochberg’s rule', () => {
    // scipy.stats.false_discovery_control of these: .03, .06, .06, .03, .24, .8
    const p = [0.01, 0.04, 0.03, 0.005, 0.2, 0.8]
    expect(discoveries(p)).toEqual([true, false, false, true, false, false])
    expect(discoveries(p, 0.06)).toEqual([true, true, true, true, false, false])
    expect(discoveries([0.9, 0.6])).toEqual([false, false])
    expect(discoveries([])).toEqual([])
  })
})
