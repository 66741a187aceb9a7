import { createRandom, zeroVectors } from '@leitmotif/encoder/vectors'
import { describe, expect, it } from 'vitest'
import { kMedians } from './kmedians.js'

/** Rows around centres, `size` each, some of them far outside in one component. */
function rowsAround(centres: readonly (readonly number[])[], size: number): ReturnType<typeof zeroVectors> {
  const random = createRandom(3)
  const rows = zeroVectors(centres.length * size, centres[0].length)
  for (let i = 0; i < rows.count; i++) {
    const centre = centres[Math.floor(i / size)]
    for (const [d, value] of centre.entries()) rows.data[i * rows.dims + d] = value + 0.1 * random.normal()
    if (i % size === 0) rows.data[i * rows.dims] += 2
  }
  return rows
}

describe('k-means under L1', () => {
  it('finds clusters that lie apart, whatever single rows lie far outside, and the same for one seed', () => {
    const rows = rowsAround(
      [
        [0, 0, 5],
        [0, 5, 0],
        [5, 0, 0]
      ],
      20
    )
    const found = kMedians(rows, { k: 3, restarts: 5, seed: 1 })
    for (let cluster = 0; cluster < 3; cluster++)
      expect(new Set(found.slice(cluster * 20, (cluster + 1) * 20)).size).toBe(1)
    expect(new Set(found).size).toBe(3)
    expect(kMedians(rows, { k: 3, restarts: 5, seed: 1 })).toEqual(found)
  })

  it('takes medians for centres, which one row far outside does not move', () => {
    // By squares, the last row would be a cluster of its own (72 against 157); by distances it is not (24 against 14).
    const rows = { count: 9, dims: 1, data: Float32Array.of(0, 0, 0, 0, 6, 6, 6, 6, 20) }
    const found = kMedians(rows, { k: 2, restarts: 10, seed: 1 })
    expect([...found].map((cluster) => Number(cluster === found[0]))).toEqual([1, 1, 1, 1, 0, 0, 0, 0, 0])
  })

  it('gives fewer clusters for fewer distinct rows', () => {
    const rows = { count: 4, dims: 2, data: Float32Array.of(1, 0, 1, 0, 0, 1, 0, 1) }
    expect([...kMedians(rows, { k: 3, restarts: 2, seed: 1 })].slice(0, 2)).toHaveLength(2)
    expect(new Set(kMedians(rows, { k: 3, restarts: 2, seed: 1 })).size).toBe(2)
  })
})
