import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../vectors/random.js'
import { dot, normalize, row, zeroVectors, type Vectors } from '../vectors/vectors.js'
import { averageLink, cutTree, MAX_LINKED_ROWS } from './agglomerative.js'

function randomRows(n: number, dims: number, seed: number): Vectors {
  const random = createRandom(seed)
  const rows = zeroVectors(n, dims)
  for (let i = 0; i < rows.data.length; i++) rows.data[i] = random.normal()
  for (let i = 0; i < n; i++) normalize(row(rows, i))
  return rows
}

/** The obvious way: all pairs of clusters, all pairs of their rows, n - 1 times. */
function naive(vectors: Vectors): { members: number[]; distance: number }[] {
  let clusters = Array.from({ length: vectors.count }, (_, i) => [i])
  const merges: { members: number[]; distance: number }[] = []
  while (clusters.length > 1) {
    let best = { a: 0, b: 1, distance: Infinity }
    for (let a = 0; a < clusters.length; a++) {
      for (let b = a + 1; b < clusters.length; b++) {
        let sum = 0
        for (const i of clusters[a]) for (const j of clusters[b]) sum += 1 - dot(row(vectors, i), row(vectors, j))
        const distance = sum / (clusters[a].length * clusters[b].length)
        if (distance < best.distance) best = { a, b, distance }
      }
    }
    const members = [...clusters[best.a], ...clusters[best.b]].sort((x, y) => x - y)
    clusters = [...clusters.filter((_, c) => c !== best.a && c !== best.b), members]
    merges.push({ members, distance: best.distance })
  }
  return merges
}

describe('Average-link clustering', () => {
  it('merges as the naive algorithm does', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 24 }), fc.integer({ min: 2, max: 8 }), fc.nat(), (n, dims, seed) => {
        const vectors = randomRows(n, dims, seed)
        const merges = averageLink(vectors)
        const members: number[][] = Array.from({ length: n }, (_, i) => [i])
        const expected = naive(vectors)
        expect(merges).toHaveLength(n - 1)
        merges.forEach(({ left, right, distance, size }, m) => {
          members.push([...members[left], ...members[right]].sort((a, b) => a - b))
          expect(members[n + m]).toEqual(expected[m].members)
          expect(distance).toBeCloseTo(expected[m].distance, 6)
          expect(size).toBe(members[n + m].length)
          expect(members[left][0]).toBeLessThan(members[right][0])
        })
      }),
      { numRuns: 60, seed: 1 }
    )
  })

  it('cuts into any number of clusters, and at any distance', () => {
    const vectors = randomRows(30, 5, 2)
    const merges = averageLink(vectors)
    for (let k = 1; k <= 30; k++) {
      const clusters = cutTree(merges, { k })
      expect(new Set(clusters).size).toBe(k)
      expect(clusters[0]).toBe(0)
    }
    expect(cutTree(merges, { distance: merges[10].distance })).toEqual(cutTree(merges, { k: 30 - 11 }))
    expect(new Set(cutTree(merges, { distance: -1 })).size).toBe(30)
    expect(new Set(cutTree(merges, { k: 99 })).size).toBe(30)
  })

  it('merges the lower rows first among equals, and ends', () => {
    const equal = zeroVectors(5, 2)
    for (let i = 0; i < 5; i++) row(equal, i)[0] = 1
    const merges = averageLink(equal)
    expect(merges.map(({ distance }) => distance)).toEqual([0, 0, 0, 0])
    expect(merges[0]).toMatchObject({ left: 0, right: 1 })
    expect(Array.from(cutTree(merges, { k: 1 }))).toEqual([0, 0, 0, 0, 0])
    expect(averageLink(zeroVectors(3, 2)).map(({ distance }) => distance)).toEqual([1, 1])
    expect(averageLink(zeroVectors(1, 2))).toEqual([])
  })

  it('refuses more rows than fit in memory, and says what to do', () => {
    expect(() => averageLink(zeroVectors(MAX_LINKED_ROWS + 1, 1))).toThrow('sample them')
  })
})
