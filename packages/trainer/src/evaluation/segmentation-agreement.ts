/** Agreement of a segmentation with the true one. */
export interface SegmentationAgreement {
  /**
   * Share of pairs of units at distance k that only one segmentation separates (Beeferman, Berger and Lafferty 1999); 0: equal
   * segmentations.
   */
  readonly pk: number
  /** Share of windows of k units with different numbers of boundaries (Pevzner and Hearst 2002). */
  readonly windowDiff: number
  /** Harmonic mean of precision and recall of exact boundaries; 1: equal segmentations. */
  readonly boundaryF1: number
}

/**
 * Compares a segmentation of `count` units (two or more) with the true one. Both are the first units of all segments but the
 * first, ascending. k is half the mean length of the true segments, rounded, at least 2, as in SegEval.
 */
export function compareSegmentations(
  truth: readonly number[],
  found: readonly number[],
  count: number
): SegmentationAgreement {
  const k = Math.min(Math.max(2, Math.round(count / (truth.length + 1) / 2)), count - 1)
  const [inTruth, inFound] = [boundariesBefore(truth, count), boundariesBefore(found, count)]
  const windows = count - k
  let [separated, different] = [0, 0]
  for (let start = 0; start < windows; start++) {
    const expected = inTruth[start + k] - inTruth[start]
    const actual = inFound[start + k] - inFound[start]
    if (expected > 0 !== actual > 0) separated++
    if (expected !== actual) different++
  }
  const known = new Set(truth)
  const right = found.filter((boundary) => known.has(boundary)).length
  return {
    pk: separated / windows,
    windowDiff: different / windows,
    boundaryF1: truth.length + found.length === 0 ? 1 : (2 * right) / (truth.length + found.length)
  }
}

/** Returns for each unit the number of boundaries up to it. */
function boundariesBefore(boundaries: readonly number[], count: number): Int32Array {
  const before = new Int32Array(count)
  for (const boundary of boundaries) before[boundary] = 1
  for (let i = 1; i < count; i++) before[i] += before[i - 1]
  return before
}
