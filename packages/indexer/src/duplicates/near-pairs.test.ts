import { createRandom, dot, normalize, row, zeroVectors, type Vectors } from '@leitmotif/encoder'
import { describe, expect, it } from 'vitest'
import { nearPairs, type RowPairs } from './near-pairs.js'

/** Chance rows, each followed by one that is nearly the same. */
function twins(count: number, dims: number): Vectors {
  const random = createRandom('twins')
  const rows = zeroVectors(2 * count, dims)
  for (let i = 0; i < rows.count; i++) {
    const to = row(rows, i)
    for (let d = 0; d < dims; d++) to[d] = i % 2 === 0 ? random.normal() : row(rows, i - 1)[d] + 0.03 * random.normal()
    normalize(to)
  }
  return rows
}

const listed = ({ a, b }: RowPairs): string[] => Array.from(a, (one, index) => `${one} ${b[index]}`)

describe('Pairs of rows that are near', () => {
  it('are each with its nearest, each pair once, the lower first', async () => {
    const rows = twins(40, 6)
    const expected = new Set<string>()
    for (let i = 0; i < rows.count; i++) {
      const others = Array.from({ length: rows.count }, (_, j) => j).filter((j) => j !== i)
      others.sort((p, q) => dot(row(rows, i), row(rows, q)) - dot(row(rows, i), row(rows, p)))
      for (const j of others.slice(0, 3)) expected.add(`${Math.min(i, j)} ${Math.max(i, j)}`)
    }
    const found = listed(await nearPairs(rows, { neighbours: 3 }))
    expect(new Set(found)).toEqual(expected)
    expect(found).toHaveLength(expected.size)
  })

  it('are hardly missed where there are too many rows to compare all, and the same each time', async () => {
    const rows = twins(1500, 24)
    let told = 0
    const options = { neighbours: 3, exact: 500, onProgress: (done: number) => (told = done) }
    const found = listed(await nearPairs(rows, options))
    const known = new Set(found)
    const met = Array.from({ length: 1500 }, (_, i) => known.has(`${2 * i} ${2 * i + 1}`)).filter(Boolean)
    expect(met.length).toBeGreaterThan(1485)
    expect(told).toBe(rows.count)
    expect(listed(await nearPairs(rows, options))).toEqual(found)
  })

  it('are none of no row, or of one', async () => {
    expect(listed(await nearPairs(zeroVectors(0, 4), { neighbours: 3 }))).toEqual([])
    expect(listed(await nearPairs(zeroVectors(1, 4), { neighbours: 3 }))).toEqual([])
  })
})
