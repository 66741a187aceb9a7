import { describe, expect, it } from 'vitest'
import { createRandom } from '../vectors/random.js'
import { dot, normalize, row, zeroVectors, type Vectors } from '../vectors/vectors.js'
import { cutTree } from './agglomerative.js'
import { groupThemes, mergeClusters } from './theme-grouping.js'

/** Themes around a few directions: theme t is of family t % families, and stands for `size(t)` rows. */
function families(themes: number, count: number, size: (theme: number) => number): Vectors {
  const random = createRandom('families')
  const dims = 64
  const direction = zeroVectors(count, dims)
  for (let i = 0; i < direction.data.length; i++) direction.data[i] = random.normal()
  const sums = zeroVectors(themes, dims)
  for (let t = 0; t < themes; t++) {
    const to = row(sums, t)
    for (let d = 0; d < dims; d++) to[d] = row(direction, t % count)[d] + random.normal()
    normalize(to)
    for (let d = 0; d < dims; d++) to[d] *= size(t)
  }
  return sums
}

describe('The tree of themes', () => {
  it('puts the themes of one family together', () => {
    const merges = mergeClusters(families(24, 4, (t) => 20 + (t % 7)))
    const groups = cutTree(merges, { k: 4 })
    expect([...groups]).toEqual([...groups].map((_, t) => t % 4))
    expect(merges.map(({ distance }) => distance)).toEqual(merges.map(({ distance }) => distance).sort((a, b) => a - b))
  })

  it('merges first what loses least, as the sums of rows say', () => {
    const sums = families(9, 3, (t) => 5 + t)
    const length = (vector: Float32Array): number => Math.sqrt(dot(vector, vector))
    let least = Infinity
    let pair: number[] = []
    for (let a = 0; a < 9; a++) {
      for (let b = a + 1; b < 9; b++) {
        const together = row(sums, a).map((value, d) => value + row(sums, b)[d])
        const loss = length(row(sums, a)) + length(row(sums, b)) - length(together)
        if (loss < least) [least, pair] = [loss, [a, b]]
      }
    }
    const [first] = mergeClusters(sums)
    expect([first.left, first.right]).toEqual(pair)
    expect(first.distance).toBeCloseTo(least, 4)
  })

  it('has at the top the 5 to 12 families that there are, of comparable sizes', () => {
    for (const count of [5, 7, 9, 12]) {
      const [top] = groupThemes(families(60, count, () => 20))
      const sizes = new Map<number, number>()
      for (const group of top) sizes.set(group, (sizes.get(group) ?? 0) + 1)
      expect([...top]).toEqual([...top].map((_, t) => t % count))
      expect(Math.max(...sizes.values()) / Math.min(...sizes.values())).toBeLessThanOrEqual(1.5)
    }
    const [top] = groupThemes(families(69, 3, (t) => 20 + (t % 5)))
    expect(new Set(top).size).toBeGreaterThanOrEqual(5)
  })

  it('has no level above few themes, and few groups at the top of many', () => {
    expect(groupThemes(families(12, 4, () => 10))).toEqual([])
    expect(groupThemes(zeroVectors(0, 4))).toEqual([])
    for (const [themes, levels] of [
      [13, 1],
      [60, 1],
      [100, 2],
      [300, 2]
    ]) {
      const found = groupThemes(families(themes, 8, (t) => 10 + (t % 9)))
      expect(found).toHaveLength(levels)
      expect(new Set(found[0]).size).toBeLessThanOrEqual(12)
      // Whatever is together within is together above.
      const pairs = new Set(Array.from(found[found.length - 1], (group, t) => `${group} in ${found[0][t]}`))
      expect(pairs.size).toBe(new Set(found[found.length - 1]).size)
    }
  })
})
