import { createRandom } from '@leitmotif/encoder/vectors'
import { describe, expect, it } from 'vitest'
import { calibrateBy } from './calibrating.js'
import { chooseBandwidth, localLinear, type Points } from './local-linear.js'

function points(count: number, of: (x: number) => number, noise = 0): Points {
  const random = createRandom('points')
  const x = Float64Array.from({ length: count }, () => random.next())
  return { x, y: x.map((at) => of(at) + noise * random.normal()) }
}

describe('Local-linear regression', () => {
  it('finds a line wherever it looks, at the ends too', () => {
    const line = points(50, (x) => 3 - 2 * x)
    for (const at of [0, 0.3, 1]) expect(localLinear(line, 0.1, at)).toBeCloseTo(3 - 2 * at, 9)
  })

  it('is the weighted least squares of its definition', () => {
    const { x, y } = points(20, (at) => Math.sin(5 * at), 0.1)
    const weights = x.map((value) => Math.exp(-0.5 * ((value - 0.4) / 0.2) ** 2))
    const sum = (of: (i: number) => number): number => weights.reduce((total, weight, i) => total + weight * of(i), 0)
    const mean = { x: sum((i) => x[i]) / sum(() => 1), y: sum((i) => y[i]) / sum(() => 1) }
    const slope = sum((i) => (x[i] - mean.x) * (y[i] - mean.y)) / sum((i) => (x[i] - mean.x) ** 2)
    expect(localLinear({ x, y }, 0.2, 0.4)).toBeCloseTo(mean.y + slope * (0.4 - mean.x), 4)
  })

  it('takes the mean where all points are at one place', () => {
    const same = { x: new Float64Array(4).fill(0.5), y: Float64Array.of(1, 2, 3, 6) }
    expect(localLinear(same, 0.1, 0.5)).toBeCloseTo(3, 9)
  })

  it('chooses a narrow bandwidth for what bends, and a wide one for a line in noise', () => {
    const bent = chooseBandwidth(points(300, (x) => Math.sin(12 * x), 0.05))
    const straight = chooseBandwidth(points(300, (x) => x, 0.5))
    expect(bent).toBeLessThan(0.08)
    expect(straight).toBeGreaterThan(0.3)
  })
})

describe('The calibration', () => {
  it('gives scores of similarities as points that ascend, near what people said', () => {
    const { x, y } = points(400, (at) => 1 + 4 * at ** 2, 0.2)
    const { calibration, bandwidth } = calibrateBy(x, y)
    expect(bandwidth).toBeGreaterThan(0)
    calibration.similarity.forEach((similarity, i) => {
      if (i > 0) expect(similarity).toBeGreaterThan(calibration.similarity[i - 1])
      expect(Math.abs(calibration.score[i] - (1 + 4 * similarity ** 2))).toBeLessThan(0.3)
    })
    expect(calibration.similarity.at(-1)).toBeLessThanOrEqual(1)
  })

  it('never gives what is more alike a lower score, even where people did', () => {
    const { x, y } = points(300, (at) => (at < 0.8 ? 1 + 4 * at : 4.2 - 3 * (at - 0.8)), 0.1)
    const { score } = calibrateBy(x, y).calibration
    score.forEach((value, i) => {
      if (i > 0) expect(value).toBeGreaterThanOrEqual(score[i - 1])
    })
    expect(score.at(-1)).toBeLessThan(4.2)
    expect(score.at(-1)! - score[0]).toBeGreaterThan(2)
  })
})
