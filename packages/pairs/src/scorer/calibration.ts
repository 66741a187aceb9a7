/**
 * Maps a similarity to the scale that people judged pairs by, by linear interpolation between points; flat before the
 * first and after the last. The points are values of a local-linear regression (Mueller and Thyagarajan 2016, section
 * 5.2), so no training data ships with it.
 */
export interface Calibration {
  /** Two or more values in ascending order, each within [0, 1]. */
  readonly similarity: readonly number[]
  /** The score at each similarity. */
  readonly score: readonly number[]
}

/** Returns the calibrated score of a similarity, within `scale`. */
export function calibrate(
  { similarity, score }: Calibration,
  [low, high]: readonly [number, number],
  of: number
): number {
  let upper = 0
  for (let end = similarity.length; upper < end;) {
    const middle = (upper + end) >> 1
    if (similarity[middle] < of) upper = middle + 1
    else end = middle
  }
  const value =
    upper === 0
      ? score[0]
      : upper === similarity.length
        ? score[upper - 1]
        : score[upper - 1] +
          ((score[upper] - score[upper - 1]) * (of - similarity[upper - 1])) /
            (similarity[upper] - similarity[upper - 1])
  return Math.min(high, Math.max(low, value))
}
