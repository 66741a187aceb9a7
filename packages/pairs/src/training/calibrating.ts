import type { Calibration } from '../scorer/calibration.js'
import { Failure } from '@leitmotif/command'
import { chooseBandwidth, localLinear, type Points } from './local-linear.js'

/** Number of points of a calibration, evenly spaced from the lowest similarity to the highest. */
const POINTS = 201

/**
 * Fits the calibration from similarities to people's scores (Mueller and Thyagarajan 2016, section 5.2): a local-linear
 * regression whose bandwidth is chosen by leave-one-out cross-validation. It is stored as points, so no training pair
 * ships. Where the regression would fall, as at the ends with few pairs, it is made flat: a higher similarity never
 * gets a lower score.
 * @throws Failure when all similarities are equal
 */
export function calibrateBy(
  similarities: ArrayLike<number>,
  scores: ArrayLike<number>
): { readonly calibration: Calibration; readonly bandwidth: number } {
  const points: Points = { x: Float64Array.from(similarities), y: Float64Array.from(scores) }
  const bandwidth = chooseBandwidth(points)
  const least = points.x.reduce((a, b) => Math.min(a, b))
  const greatest = points.x.reduce((a, b) => Math.max(a, b))
  const similarity: number[] = []
  const score: number[] = []
  for (let i = 0; i < POINTS; i++) {
    const at = Math.min(1, least + (i / (POINTS - 1)) * (greatest - least))
    const fitted = localLinear(points, bandwidth, at)
    if (!Number.isFinite(fitted) || at <= (similarity.at(-1) ?? -1)) continue // no pair is near
    similarity.push(at)
    score.push(fitted)
  }
  if (similarity.length < 2) {
    throw new Failure(
      `the networks find all ${points.x.length} pairs of the training set equally alike (${least.toFixed(3)}); expected pairs ` +
        'that differ: give more of them, check that the vectors know their words, or lower the learning rate'
    )
  }
  return { calibration: { similarity, score: isotonic(score) }, bandwidth }
}

/**
 * Returns the non-decreasing values nearest to the given ones by least squares: pools neighbours that decrease, and
 * replaces them by their mean.
 */
function isotonic(values: readonly number[]): number[] {
  const pools: { mean: number; count: number }[] = []
  for (const value of values) {
    let pool = { mean: value, count: 1 }
    for (let last = pools.at(-1); last !== undefined && last.mean > pool.mean; last = pools.at(-1)) {
      pools.pop()
      const count = last.count + pool.count
      pool = { mean: (last.mean * last.count + pool.mean * pool.count) / count, count }
    }
    pools.push(pool)
  }
  return pools.flatMap(({ mean, count }) => new Array<number>(count).fill(mean))
}
