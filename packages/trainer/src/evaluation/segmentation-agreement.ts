/** How far a division of a text is from the true one. */
export interface SegmentationAgreement {
  /**
   * Share of pairs of units k apart that one division parts and the other does not (Beeferman, Berger and Lafferty
   * 1999); 0: the same division.
   */
  readonly pk: number
  /** Share of windows of k units over which the two draw unlike numbers of boundaries (Pevzner and Hearst 2002). */
  readonly windowDiff: number
  /** Harmonic mean of precision and recall of boundaries, each to the unit; 1: the same division. */
  readonly boundaryF1: number
}

/**
 * Compares a division of `count` units (two at least) with the true one; both as the first units of their segments but
 * the first, ascending. k is half the mean length of the true segments, rounded, and 2 at least, as SegEval has it.
 */
export function compareSegmentations(
  truth: readonly number[],
  found: readonly number[],
  count: number
): SegmentationAgreement {
  const k = Math.min(Math.max(2, Math.round(count / (truth.length + 1) / 2)), count - 1)
  const [here, there] = [boundariesBefore(truth, count), boundariesBefore(found, count)]
  const windows = count - k
  let [parted, unlike] = [0, 0]
  for (let start = 0; start < windows; start++) {
    const ours = here[start + k] - here[start]
    const theirs = there[start + k] - there[start]
    if (ours > 0 !== theirs > 0) parted++
    if (ours !== theirs) unlike++
  }
  const known = new Set(truth)
  const right = found.filter((boundary) => known.has(boundary)).length
  return {
    pk: parted / windows,
    windowDiff: unlike / windows,
    boundaryF1: truth.length + found.length === 0 ? 1 : (2 * right) / (truth.length + found.length)
  }
}

/** For each unit, how many boundaries stand before it or any unit before it. */
function boundariesBefore(boundaries: readonly number[], count: number): Int32Array {
  const before = new Int32Array(count)
  for (const boundary of boundaries) before[boundary] = 1
  for (let i = 1; i < count; i++) before[i] += before[i - 1]
  return before
}
