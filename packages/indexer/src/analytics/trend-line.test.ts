import { describe, expect, it } from 'vitest'
import { countDocuments } from './clustered-count.js'
import { trendLine, type TrendPoint } from './trend-line.js'

const points = (groups: [at: number, documents: [number, number][]][]): TrendPoint[] =>
  groups.map(([at, documents]) => ({ at, counted: countDocuments(documents) }))

describe('A trend', () => {
  it('is the penalised maximum of the likelihood, with the variance over documents or the design effect', () => {
    // scipy.optimize.minimize of -(log likelihood + log det(information) / 2); sandwich of the eight documents' scores, times 8/6
    const line = trendLine(
      points([
        [
          2010,
          [
            [0, 10],
            [1, 12]
          ]
        ],
        [
          2011,
          [
            [1, 8],
            [2, 9]
          ]
        ],
        [
          2012,
          [
            [3, 11],
            [2, 10]
          ]
        ],
        [
          2013,
          [
            [5, 10],
            [1, 10]
          ]
        ]
      ])
    )!
    expect(Math.exp(line.slope)).toBeCloseTo(1.747419, 5)
    // The score test of counts divided by design effects gives t = 1.7109, less sure than the sandwich's. Seven
    // documents have it, so the quantile is scipy.stats.t.ppf(.975, 5).
    expect(Math.exp(line.low)).toBeCloseTo(0.7554, 2)
    expect(Math.exp(line.high) / 4.042).toBeCloseTo(1, 2)
    expect(line.p).toBeCloseTo(0.1478, 2)
  })

  it('of two groups is the odds ratio with a half added to each cell', () => {
    // Firth's correction of a 2 x 2 table: log((7.5 / 3.5) / (0.5 / 10.5))
    const line = trendLine(
      points([
        [
          0,
          [
            [0, 5],
            [0, 5]
          ]
        ],
        [
          4,
          [
            [4, 5],
            [3, 5]
          ]
        ]
      ])
    )!
    expect(line.slope * 4).toBeCloseTo(Math.log(7.5 / 3.5 / (0.5 / 10.5)), 8)
  })

  it('is finite and settles for themes that are all but absent, or are everything', () => {
    for (const share of [0, 1]) {
      const flat = trendLine(
        points([1, 2, 3].map((at) => [at, Array.from({ length: 4 }, () => [share * 1000, 1000])]))
      )!
      expect(flat.slope).toBeCloseTo(0, 6)
      expect(flat.p).toBeGreaterThan(0.9)
    }
    const burst = trendLine(
      points(Array.from({ length: 60 }, (_, at) => [at, Array.from({ length: 20 }, () => [at === 59 ? 50 : 0, 50])]))
    )!
    expect(burst.slope).toBeGreaterThan(0)
    expect(Number.isFinite(burst.high)).toBe(true)
  })

  it('is not made by one long document', () => {
    const quiet = (at: number): [number, [number, number][]] => [at, Array.from({ length: 10 }, () => [1, 50])]
    const one = trendLine(points([quiet(0), quiet(1), [2, [...quiet(2)[1], [80, 100]]]]))!
    const all = trendLine(points([quiet(0), quiet(1), [2, Array.from({ length: 10 }, () => [9, 50])]]))!
    expect(one.p).toBeGreaterThan(0.05)
    expect(all.p).toBeLessThan(0.001)
  })

  it('needs two places and three documents', () => {
    expect(
      trendLine(
        points([
          [
            5,
            [
              [1, 2],
              [1, 2],
              [0, 2]
            ]
          ]
        ])
      )
    ).toBeUndefined()
    expect(
      trendLine(
        points([
          [5, [[1, 2]]],
          [6, [[0, 2]]],
          [7, []]
        ])
      )
    ).toBeUndefined()
    expect(trendLine([])).toBeUndefined()
  })
})
