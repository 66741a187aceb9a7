/** Points to fit a regression to: `y` of each `x`. */
export interface Points {
  readonly x: Float64Array
  readonly y: Float64Array
}

/** Candidate bandwidths, as shares of the range of `x`. */
const SHARES = Array.from({ length: 12 }, (_, i) => 0.01 * 1.45 ** i)

/** Points further away than this many bandwidths are ignored. */
const REACH = 5

/**
 * Returns the value at `at` of a local-linear regression (Fan and Gijbels 1992): the line that fits the points best,
 * weighted by a normal kernel of their distance from `at`. `without`: the index of a point to leave out. NaN if no
 * other point is near.
 */
export function localLinear({ x, y }: Points, bandwidth: number, at: number, without = -1): number {
  let [s0, s1, s2, t0, t1] = [0, 0, 0, 0, 0]
  for (let i = 0; i < x.length; i++) {
    const distance = x[i] - at
    const width = distance / bandwidth
    if (i === without || Math.abs(width) > REACH) continue
    const weight = Math.exp(-0.5 * width * width)
    s0 += weight
    s1 += weight * distance
    s2 += weight * distance * distance
    t0 += weight * y[i]
    t1 += weight * distance * y[i]
  }
  const spread = s0 * s2 - s1 * s1
  // If all points have the same `x`, returns their mean.
  return spread > 1e-12 * s0 * s0 * bandwidth * bandwidth ? (s2 * t0 - s1 * t1) / spread : t0 / s0
}

/**
 * Returns the bandwidth with the lowest mean squared error in leave-one-out cross-validation. Bandwidths that leave any
 * point without near neighbours are rejected.
 */
export function chooseBandwidth(points: Points): number {
  const { x, y } = points
  const range = rangeOf(x)
  let best = { error: Infinity, bandwidth: range }
  for (const share of SHARES) {
    const bandwidth = share * range
    let error = 0
    for (let i = 0; i < x.length; i++) error += (localLinear(points, bandwidth, x[i], i) - y[i]) ** 2
    if (error < best.error) best = { error, bandwidth }
  }
  return best.bandwidth
}

function rangeOf(x: Float64Array): number {
  return x.reduce((a, b) => Math.max(a, b)) - x.reduce((a, b) => Math.min(a, b))
}
