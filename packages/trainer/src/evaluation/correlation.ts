/**
 * Returns Pearson's correlation of equally long lists; NaN for fewer than two values, and for a list of equal values.
 * @throws Error when they differ in length.
 */
export function pearson(a: ArrayLike<number>, b: ArrayLike<number>): number {
  expectEqualLengths(a, b)
  const [meanA, meanB] = [mean(a), mean(b)]
  let ab = 0
  let aa = 0
  let bb = 0
  for (let i = 0; i < a.length; i++) {
    ab += (a[i] - meanA) * (b[i] - meanB)
    aa += (a[i] - meanA) ** 2
    bb += (b[i] - meanB) ** 2
  }
  return ab / Math.sqrt(aa * bb)
}

/**
 * Returns Spearman's rank correlation of equally long lists: Pearson's of their ranks, where ties share their mean rank.
 * @throws Error when they differ in length.
 */
export function spearman(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return pearson(ranks(a), ranks(b))
}

/** Returns the mean squared difference of equally long lists. @throws Error when they differ in length. */
export function meanSquaredError(a: ArrayLike<number>, b: ArrayLike<number>): number {
  expectEqualLengths(a, b)
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += (a[i] - b[i]) ** 2
  return sum / a.length
}

function mean(values: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += values[i]
  return sum / values.length
}

/** Returns ranks from 1; equal values share their mean rank. */
function ranks(values: ArrayLike<number>): Float64Array {
  const order = Int32Array.from(values, (_, i) => i).sort((i, j) => values[i] - values[j])
  const ranked = new Float64Array(values.length)
  for (let start = 0; start < order.length;) {
    let end = start + 1
    while (end < order.length && values[order[end]] === values[order[start]]) end++
    for (let i = start; i < end; i++) ranked[order[i]] = (start + 1 + end) / 2
    start = end
  }
  return ranked
}

function expectEqualLengths(a: ArrayLike<number>, b: ArrayLike<number>): void {
  if (a.length !== b.length) throw new Error(`got lists of ${a.length} and ${b.length} values; expected equal lengths`)
}
