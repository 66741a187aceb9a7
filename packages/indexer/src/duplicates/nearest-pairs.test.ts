import { dot, normalize, row, type Vectors } from '@leitmotif/encoder'
import { createRandom, zeroVectors } from '@leitmotif/encoder/vectors'
import { expectLinear } from '@leitmotif/testing'
import { describe, expect, it } from 'vitest'
import { nearPairs, type RowPairs } from './nearest-pairs.js'

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

  it('are few where rows are equal: each with the next of them, and one of them with the others', async () => {
    const rows = zeroVectors(6, 2)
    for (const at of [0, 2, 3, 5]) row(rows, at)[0] = 1
    row(rows, 4)[1] = 1
    expect(listed(await nearPairs(rows, { neighbours: 1 }))).toEqual(['0 1', '0 2', '0 4', '2 3', '3 5'])
  })

  it('are found in time linear in equal rows, and hardly more in such as can hardly be told from one another', async () => {
    const filled = (count: number, value: number): Vectors => {
      const rows = zeroVectors(count, 16)
      for (let i = 0; i < count; i++) row(rows, i)[0] = value
      return rows
    }
    const pairsOf = (rows: Vectors) => nearPairs(rows, { neighbours: 10, exact: 100 })
    await expectLinear('pairing zero rows', 5000, (count) => filled(count, 0), pairsOf)
    await expectLinear('pairing equal rows', 5000, (count) => filled(count, 1), pairsOf)
    const tied = (count: number): Vectors => {
      const rows = filled(count, 1)
      for (let i = 0; i < count; i++) row(rows, i)[1] = 1e-12 * i
      return rows
    }
    await expectLinear('pairing rows of equal cosines', 1000, tied, pairsOf)
  })

  it('are no longer looked for once what is told of the progress throws', async () => {
    const onProgress = (): void => {
      throw new Error('enough')
    }
    await expect(nearPairs(twins(40, 6), { neighbours: 3, onProgress })).rejects.toThrow('enough')
  })
})
