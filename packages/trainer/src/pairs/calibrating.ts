import type { Calibration } from '@leitmotif/encoder'
import { chooseBandwidth, localLinear, type Points } from './local-linear.js'

/** How many points, from the least similarity to the greatest, a calibration is kept at; lines are drawn between them. */
const POINTS = 201

/**
 * What similarities mean on the scale of people's scores (Mueller and Thyagarajan 2016, section 5.2): a local-linear
 * regression, its bandwidth chosen by leaving out one pair at a time; as points, so that no pair ships.
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
  return { calibration: { similarity, score }, bandwidth }
}
