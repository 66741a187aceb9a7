/** Standard normal quantile of two-sided 95 %: every interval of analytics is of this level. */
export const Z = 1.959963984540054

/**
 * How likely a standard normal is at least as far from 0 as `z`. Relative error below 1.2e-7 (Numerical Recipes, 3rd edition,
 * section 6.2.2).
 */
export function farAs(z: number): number {
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
 * The normal deviate that is as unlikely as `t` of Student's distribution, and the other way round (Wallace 1959, Annals of
 * Mathematical Statistics 30, section 4): t within 2 % from three degrees of freedom on, and too wide below.
 */
export function normalOf(t: number, freedom: number): number {
  return (Math.sign(t) * (8 * freedom + 1) * Math.sqrt(freedom * Math.log1p((t * t) / freedom))) / (8 * freedom + 3)
}

export function studentOf(z: number, freedom: number): number {
  const scaled = (z * (8 * freedom + 3)) / (8 * freedom + 1)
  return Math.sign(z) * Math.sqrt(freedom * Math.expm1((scaled * scaled) / freedom))
}

/**
 * Which of many findings to believe so that at most `rate` of those believed are expected to be chance: the step-up rule
 * of Benjamini and Hochberg (1995, Journal of the Royal Statistical Society B 57).
 * @param p the probability of each finding, were there nothing to find.
 */
export function believable(p: readonly number[], rate = 0.05): boolean[] {
  const sorted = [...p].sort((a, b) => a - b)
  const last = sorted.findLastIndex((value, i) => value <= (rate * (i + 1)) / p.length)
  return p.map((value) => last >= 0 && value <= sorted[last])
}
