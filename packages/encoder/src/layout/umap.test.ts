import { describe, expect, it } from 'vitest'
import { createRandom } from '../vectors/random.js'
import { normalize, row, zeroVectors, type Vectors } from '../vectors/vectors.js'
import { layOut } from './umap.js'
import { nearestRows } from './nearest-rows.js'
import { neighbourGraph } from './neighbour-graph.js'
import { principalAxes } from './principal-axes.js'

/** Unit rows around so many centres, one after the other: row i is of centre i % centres. */
function clustered(count: number, centres: number, dims = 8, spread = 0.2): Vectors {
  const random = createRandom('rows')
  const middle = zeroVectors(centres, dims)
  middle.data.forEach((_, i) => (middle.data[i] = random.normal()))
  const rows = zeroVectors(count, dims)
  for (let i = 0; i < count; i++) {
    const own = row(rows, i)
    own.set(row(middle, i % centres))
    own.forEach((value, d) => (own[d] = value + spread * random.normal()))
    normalize(own)
  }
  return rows
}

const gap = (p: Float32Array, i: number, j: number): number =>
  Math.hypot(p[2 * i] - p[2 * j], p[2 * i + 1] - p[2 * j + 1])

describe('Laying rows out in the plane', () => {
  const rows = clustered(180, 6)

  it('keeps neighbours together: the nearest of nearly every point is of its own centre', async () => {
    const positions = await layOut(rows, 1)
    let own = 0
    for (let i = 0; i < rows.count; i++) {
      const others = Array.from({ length: rows.count }, (_, j) => j).filter((j) => j !== i)
      const nearest = others.reduce((best, j) => (gap(positions, i, j) < gap(positions, i, best) ? j : best))
      if (nearest % 6 === i % 6) own++
    }
    expect(own).toBeGreaterThan(0.95 * rows.count)
  })

  it('gives the same positions for the same seed, and others for another', async () => {
    const few = clustered(60, 3)
    const positions = await layOut(few, 1)
    expect(await layOut(few, 1)).toEqual(positions)
    expect(await layOut(few, 2)).not.toEqual(positions)
  })

  it.each([0, 1, 2, 3, 4, 17])('takes %i rows, and as many that are equal', async (count) => {
    for (const some of [
      clustered(count, 3),
      { ...zeroVectors(count, 4), data: new Float32Array(4 * count).fill(0.5) }
    ]) {
      const positions = await layOut(some, 1)
      expect(positions).toHaveLength(2 * count)
      expect(positions.every(Number.isFinite)).toBe(true)
    }
  })

  it('lets other work go on meanwhile', async () => {
    let turns = 0
    const timer = setInterval(() => turns++, 1)
    await layOut(rows, 1)
    clearInterval(timer)
    expect(turns).toBeGreaterThan(5)
  })
})

describe('Principal axes', () => {
  it('are orthogonal, of length 1, and those of the greatest variance first', () => {
    const random = createRandom('axes')
    const rows = zeroVectors(500, 5)
    for (let i = 0; i < rows.count; i++)
      row(rows, i).set([0.1, 3, 0.1, 1, 0.1].map((deviation) => deviation * random.normal()))
    const axes = principalAxes(rows, 2, 1)
    expect(Math.abs(row(axes, 0)[1])).toBeGreaterThan(0.99)
    expect(Math.abs(row(axes, 1)[3])).toBeGreaterThan(0.99)
    expect(row(axes, 0).reduce((sum, value, d) => sum + value * row(axes, 1)[d], 0)).toBeCloseTo(0, 5)
  })

  it('are zero where rows have fewer directions than axes are asked for', () => {
    const axes = principalAxes({ ...zeroVectors(3, 4), data: new Float32Array(12).fill(0) }, 2, 1)
    expect([...axes.data].every((value) => value === 0)).toBe(true)
  })
})

describe('Nearest rows', () => {
  it('are those of the greatest cosines, the nearest first', async () => {
    const rows = clustered(70, 5)
    const others = clustered(300, 7, 8, 0.5)
    const { index } = await nearestRows(rows, others, 4)
    for (let i = 0; i < rows.count; i++) {
      const cosine = (j: number): number => row(rows, i).reduce((sum, value, d) => sum + value * row(others, j)[d], 0)
      const best = Array.from({ length: others.count }, (_, j) => j).sort((a, b) => cosine(b) - cosine(a))
      expect([...index.subarray(4 * i, 4 * i + 4)]).toEqual(best.slice(0, 4))
    }
  })

  it('are refused beyond the rows there are, and of other dimensions', async () => {
    const rows = clustered(5, 2)
    await expect(nearestRows(rows, rows, 6)).rejects.toThrow('k is 6; expected at most 5')
    await expect(nearestRows(rows, rows, 1.5)).rejects.toThrow('k is 1.5; expected a whole number')
    const others = zeroVectors(rows.count, rows.dims - 1)
    await expect(nearestRows(rows, others, 1)).rejects.toThrow(`rows has ${rows.dims} dimensions`)
  })
})

describe('The graph of neighbours', () => {
  it('has every edge in both directions with one weight, and weight 1 to the nearest', async () => {
    const rows = clustered(60, 3)
    const { from, to, weight } = neighbourGraph(await nearestRows(rows, rows, 6))
    const weights = new Map(Array.from(from, (i, edge) => [`${i} ${to[edge]}`, weight[edge]]))
    for (const [edge, value] of weights) {
      expect(weights.get(edge.split(' ').reverse().join(' '))).toBe(value)
      expect(value).toBeGreaterThan(0)
      expect(value).toBeLessThanOrEqual(1)
    }
    for (let i = 0; i < rows.count; i++)
      expect(Math.max(...Array.from(from, (row, edge) => (row === i ? weight[edge] : 0)))).toBeCloseTo(1)
  })
})
