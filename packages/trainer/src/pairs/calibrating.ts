import type { Calibration } from '@leitmotif/encoder/pairs'
import { Failure } from '@leitmotif/command'
import { chooseBandwidth, localLinear, type Points } from './local-linear.js'

/** How many points, from the least similarity to the greatest, a calibration is kept at; lines are drawn between them. */
const POINTS = 201

/**
 * What similarities mean on the scale of people's scores (Mueller and Thyagarajan 2016, section 5.2): a local-linear
 * regression, its bandwidth chosen by leaving out one pair at a time; as points, so that no pair ships. Where it would
 * fall, as it may at the ends, where few pairs are, it is level: what is more alike never scores less.
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
  return { calibration: { similarity, score: neverFalling(score) }, bandwidth }
}

/** The values that never fall and are nearest to those given, in squares: neighbours that fall are pooled to their mean. */
function neverFalling(values: readonly number[]): number[] {
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
