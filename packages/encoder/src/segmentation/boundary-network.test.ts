import { describe, expect, it } from 'vitest'
import { createRandom } from '../vectors/random.js'
import { selectRows, zeroVectors, type Vectors } from '../vectors/vectors.js'
import {
  BOUNDARY_NETWORK,
  BOUNDARY_SHAPES,
  boundaryOdds,
  packBoundaryWeights,
  readBoundaryWeights,
  type BoundaryWeights
} from './boundary-network.js'

const { dims, figures, kinds, reaches } = BOUNDARY_NETWORK

function valuesOf(length: number, seed: string, size = 1): Float32Array {
  const random = createRandom(seed)
  return Float32Array.from({ length }, () => size * random.normal())
}

const weights: BoundaryWeights = new Map(
  Array.from(BOUNDARY_SHAPES, ([name, [rows, width]]) => [name, valuesOf(rows * width, name, 1 / Math.sqrt(rows))])
)

function textOf(count: number): { readonly rows: Vectors[]; readonly own: Float32Array[] } {
  const rows = Array.from({ length: kinds }, (_, k) => ({
    count,
    dims,
    data: valuesOf(count * dims, `kind ${k}`, 0.04)
  }))
  return { rows, own: Array.from({ length: count }, (_, p) => valuesOf(figures, `paragraph ${p}`)) }
}

describe('The network of boundaries', () => {
  const { rows, own } = textOf(90)
  const odds = boundaryOdds(weights, rows, own)

  it('looks as far as its layers reach, and no further', () => {
    const farthest = reaches.reduce((sum, reach) => sum + reach, 0)
    const changed = own.map((value, p) => (p === 45 ? value.map((figure) => figure + 5) : value))
    const others = boundaryOdds(weights, rows, changed)
    const moved = Array.from(odds.keys()).filter((p) => odds[p] !== others[p])
    // What begins at a paragraph is told by the one before, too.
    expect([Math.min(...moved), Math.max(...moved)]).toEqual([45 - farthest, 45 + farthest + 1])
  })

  it('reads what each paragraph is about', () => {
    const turned = rows.map((kind) => selectRows(kind, Array.from(own.keys()).reverse()))
    expect(boundaryOdds(weights, turned, own)).not.toEqual(odds)
    expect(boundaryOdds(weights, [rows[0], turned[1]], own)).not.toEqual(odds)
    expect(boundaryOdds(weights, [zeroVectors(0, dims), zeroVectors(0, dims)], [])).toHaveLength(0)
  })

  it('is nearly the same once its weights were packed, a byte each', () => {
    const packed = packBoundaryWeights(weights)
    const read = readBoundaryWeights(packed)
    expect([...read.keys()]).toEqual([...BOUNDARY_SHAPES.keys()])
    for (const [name, [count, width]] of BOUNDARY_SHAPES) {
      const [was, is] = [weights.get(name)!, read.get(name)!]
      expect(is).toHaveLength(count * width)
      for (let r = 0; r < count; r++) {
        const [before, after] = [was, is].map((values) => values.subarray(r * width, (r + 1) * width))
        const step = Math.max(...before.map(Math.abs)) / 127
        expect(Math.max(...before.map((value, d) => Math.abs(value - after[d])))).toBeLessThanOrEqual(0.501 * step)
      }
    }
    expect(() => readBoundaryWeights(packed.subarray(1))).toThrow(`has ${packed.length - 1} bytes; expected`)
    expect(() => readBoundaryWeights(packed.slice().fill(255, 0, 4))).toThrow('the step at byte 0 is NaN')
    const again = boundaryOdds(read, rows, own)
    expect(Math.max(...odds.map((value, p) => Math.abs(value - again[p])))).toBeLessThan(0.2)
  })
})
