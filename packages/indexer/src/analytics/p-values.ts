/** Normal quantile of two-sided 95%, the level of all intervals in analytics. */
export const Z = 1.959963984540054

/**
 * Returns the two-sided p-value of a standard normal deviate. Relative error below 1.2e-7 (Numerical Recipes, 3rd
 * edition, section 6.2.2).
 */
export function twoSidedP(z: number): number {
  const x = Math.abs(z) / Math.SQRT2
  const t = 1 / (1 + x / 2)
  const series = ERFC.reduceRight((sum, coefficient) => sum * t + coefficient, 0)
  return t * Math.exp(-x * x + series)
}

/** Coefficients of the Chebyshev fit of erfc, lowest power of t first. */
const ERFC = [
  -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587, -0.82215223,
  0.17087277
]

/**
 * Converts a t value of Student's distribution to the normal deviate with the same tail probability; `studentOf` is the
 * inverse (Wallace 1959, Annals of Mathematical Statistics 30, section 4). With three degrees of freedom or more, t is
 * within 2%; below that it is too large.
 */
export function normalOf(t: number, freedom: number): number {
  return (Math.sign(t) * (8 * freedom + 1) * Math.sqrt(freedom * Math.log1p((t * t) / freedom))) / (8 * freedom + 3)
}

export function studentOf(z: number, freedom: number): number {
  const scaled = (z * (8 * freedom + 3)) / (8 * freedom + 1)
  return Math.sign(z) * Math.sqrt(freedom * Math.expm1((scaled * scaled) / freedom))
}

/**
 * Returns which of many findings to accept so that the expected share of chance findings among them is at most `rate`:
 * the step-up procedure of Benjamini and Hochberg (1995, Journal of the Royal Statistical Society B 57).
 * @param p the p-value of each finding.
 */
export function discoveries(p: readonly number[], rate = 0.05): boolean[] {
  const sorted = [...p].sort((a, b) => a - b)
  const last = sorted.findLastIndex((value, i) => value <= (rate * (i + 1)) / p.length)
  return p.map((value) => last >= 0 && value <= sorted[last])
}
