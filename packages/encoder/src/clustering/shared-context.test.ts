import { expectLinear } from '@leitmotif/testing'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../vectors/random.js'
import {
  centerRows,
  dot,
  meanVector,
  normalize,
  row,
  selectRows,
  zeroVectors,
  type Vectors
} from '../vectors/vectors.js'
import { SHARED_CONTEXT, shareContext } from './shared-context.js'

const DIMS = 24

/**
 * A text of as many themes as its first dimensions after the one that all sentences share; row i is of theme i modulo
 * `themes`.
 */
function textOf(count: number, themes = 3, noise = 1): Vectors {
  const random = createRandom(`${count} ${themes}`)
  const vectors = zeroVectors(count, DIMS)
  for (let i = 0; i < count; i++) {
    const to = row(vectors, i)
    for (let d = 0; d < DIMS; d++) to[d] = (noise * random.normal()) / Math.sqrt(DIMS)
    to[0] += 1 + random.next()
    to[1 + (i % themes)] += 0.6
    normalize(to)
  }
  return vectors
}

/** The formula as it is written down, sentence by sentence, in double precision. */
function byHand(vectors: Vectors): number[][] {
  const { meanShare, shift, concentration } = SHARED_CONTEXT
  const unit = (values: number[]): number[] => values.map((value) => value / (Math.hypot(...values) || 1))
  const cosine = (a: number[], b: number[]): number => a.reduce((sum, value, d) => sum + value * b[d], 0)
  const given = Array.from({ length: vectors.count }, (_, i) => [...row(vectors, i)])
  const mean = given[0].map((_, d) => given.reduce((sum, values) => sum + values[d], 0) / given.length)
  const rows = given.map((values) => unit(values.map((value, d) => value - meanShare * mean[d])))
  const kernel = rows.map((own, i) =>
    rows.map((other, j) => (i === j ? 0 : Math.exp(concentration * cosine(own, other))))
  )
  return rows.map((own, i) => {
    const weights = kernel[i].map((near, j) => near / Math.sqrt(kernel[j].reduce((sum, value) => sum + value, 0)))
    const nearest = unit(own.map((_, d) => rows.reduce((sum, other, j) => sum + weights[j] * other[d], 0)))
    return unit(own.map((value, d) => (1 - shift) * value + shift * nearest[d]))
  })
}

/** Thematic Distance Comparison of all rows: how often one of the same theme is nearer than one of another. */
function distanceComparison(vectors: Vectors, themes = 3): number {
  let [right, triplets] = [0, 0]
  for (let i = 0; i < vectors.count; i++) {
    const cosines = Float32Array.from({ length: vectors.count }, (_, j) => dot(row(vectors, i), row(vectors, j)))
    for (let near = i % themes; near < vectors.count; near += themes) {
      for (let far = 0; far < vectors.count && near !== i; far++) {
        if (far % themes === i % themes) continue
        triplets++
        if (cosines[near] > cosines[far]) right++
      }
    }
  }
  return right / triplets
}

describe('The context that sentences of one text share', () => {
  it('takes off a part of their mean, and moves each a part of the way to its nearest', () => {
    const vectors = textOf(40)
    const shared = shareContext(vectors)
    byHand(vectors).forEach((values, i) => {
      values.forEach((value, d) => {
        expect(row(shared, i)[d]).toBeCloseTo(value, 5)
      })
    })
  })

  it('tells themes apart better than the rows themselves, and than the rows less their mean', () => {
    const vectors = textOf(90)
    const [raw, centred, shared] = [vectors, centerRows(vectors), shareContext(vectors)].map((rows) =>
      distanceComparison(rows)
    )
    expect(shared).toBeGreaterThan(centred + 0.01)
    expect(shared).toBeGreaterThan(raw + 0.01)
  })

  it('leaves a lone sentence, and equal ones, as they are: there is nothing to tell them from', () => {
    for (const count of [1, 2, 7]) {
      const alike = selectRows(textOf(1), new Int32Array(count))
      shareContext(alike).data.forEach((value, d) => {
        expect(value).toBeCloseTo(alike.data[d], 6)
      })
    }
    expect(shareContext(zeroVectors(0, DIMS))).toEqual(zeroVectors(0, DIMS))
  })

  it('leaves sentences of unknown words at zero, and the others as they would be without those', () => {
    const text = textOf(12)
    const among = zeroVectors(20, DIMS)
    const places = Int32Array.from({ length: 12 }, (_, i) => i + (i > 4 ? 8 : 0))
    places.forEach((place, i) => {
      row(among, place).set(row(text, i))
    })
    const shared = shareContext(among)
    expect(selectRows(shared, places)).toEqual(shareContext(text))
    expect(row(shared, 7).every((value) => value === 0)).toBe(true)
    expect(shareContext(zeroVectors(3, DIMS))).toEqual(zeroVectors(3, DIMS))
  })

  it('gives unit rows, even of sentences that say the opposite', () => {
    const opposed = zeroVectors(2, DIMS)
    row(opposed, 0)[0] = 1
    row(opposed, 1)[0] = -1
    for (const shared of [shareContext(opposed), shareContext(textOf(50))]) {
      for (let i = 0; i < shared.count; i++) expect(dot(row(shared, i), row(shared, i))).toBeCloseTo(1, 5)
    }
  })

  it('is the same whatever the order of a text that is looked at as a whole', () => {
    const vectors = textOf(200)
    const order = createRandom('order').shuffle([...Array(200).keys()])
    const turned = shareContext(selectRows(vectors, order)).data
    selectRows(shareContext(vectors), order).data.forEach((value, d) => {
      expect(turned[d]).toBeCloseTo(value, 5)
    })
  })

  it('looks for the nearest of a long text among some, never at the row itself, and gives the same each time', () => {
    const count = 2 * SHARED_CONTEXT.among
    const vectors = textOf(count)
    const shared = shareContext(vectors)
    expect(shareContext(vectors)).toEqual(shared)
    // Rows that were drawn and rows that were not are moved alike: one that saw itself would stay where it was.
    const moved = centerRows(
      vectors,
      meanVector(vectors).map((value) => SHARED_CONTEXT.meanShare * value)
    )
    const ways = Array.from({ length: count }, (_, i) => dot(row(shared, i), row(moved, i)))
    expect(Math.max(...ways)).toBeLessThan(1 - 1e-3)
  })

  it('takes time linear in the sentences', async () => {
    await expectLinear(
      'shareContext',
      SHARED_CONTEXT.among,
      (count) => textOf(count),
      (text) => shareContext(text)
    )
  })
})
