import { addCounts, groupEffects, residual, type ClusteredCount } from './clustered-count.js'
import { twoSidedP, normalOf, studentOf, Z } from './p-values.js'

/** A group of sentences and its place on the line: a time or a value. */
export interface TrendPoint {
  readonly at: number
  readonly counted: ClusteredCount
}

/** Change of a theme's odds along a line. */
export interface TrendLine {
  /** Change per step of the log odds that a sentence belongs to the theme, with its 95% interval. */
  readonly slope: number
  readonly low: number
  readonly high: number
  /** Two-sided p-value of the change. */
  readonly p: number
}

/** Maximum number of Newton steps, and the change of a coefficient below which it has converged. */
const MOST_STEPS = 200
const SETTLED = 1e-10
/** Maximum step of a coefficient, in log odds over the whole line. Longer steps can land where the curvature is zero. */
const LONGEST_STEP = 2

/**
 * Fits a logistic regression of the share on the place. Firth's correction gives a finite slope even for a theme that
 * is in only one group (Firth 1993, Biometrika 80; Heinze and Schemper 2002, Statistics in Medicine 21).
 *
 * The variance is taken over documents, so that a long document counts as one (Liang and Zeger 1986, Biometrika 73,
 * with working independence). The result is never more significant than the score test for independent draws with
 * counts divided by design effects (Rao and Scott 1992, Biometrics 48), because places with few documents show too
 * little variance. Student's distribution has two degrees of freedom fewer than there are documents with the theme.
 * Undefined for fewer than two places, or fewer than three documents.
 */
export function trendLine(points: readonly TrendPoint[]): TrendLine | undefined {
  const held = points.filter(({ counted }) => counted.of > 0)
  const places = held.map(({ at }) => at)
  const [least, most] = [Math.min(...places), Math.max(...places)]
  const { documents, having } = addCounts(held.map(({ counted }) => counted))
  if (!(most > least) || documents < 3) return undefined

  // Scales places to -1/2 … 1/2, so that step limit and tolerance fit any line.
  const spans = held.map(({ at, counted }) => ({ t: (at - least) / (most - least) - 0.5, counted }))
  let [a, b] = [0, 0]
  for (let step = 0; step < MOST_STEPS; step++) {
    const [[va, vab], [, vb]] = inverse(information(spans, a, b))
    let [ua, ub] = [0, 0]
    for (const { t, counted } of spans) {
      const p = logistic(a + b * t)
      const leverage = counted.of * p * (1 - p) * (va + 2 * vab * t + vb * t * t)
      const score = counted.count - counted.of * p + leverage * (0.5 - p)
      ua += score
      ub += score * t
    }
    const da = within(va * ua + vab * ub)
    const db = within(vab * ua + vb * ub)
    a += da
    b += db
    if (Math.abs(da) < SETTLED && Math.abs(db) < SETTLED) break
  }

  const [[, vab], [, vb]] = inverse(information(spans, a, b))
  let variance = 0
  for (const { t, counted } of spans) variance += residual(counted, logistic(a + b * t)) * (vab + vb * t) ** 2
  const scored = scoreDeviation(spans)
  const error = Math.max(Math.sqrt((variance * documents) / (documents - 2)), scored > 0 ? Math.abs(b) / scored : 0)
  const freedom = Math.max(1, having - 2)
  const quantile = studentOf(Z, freedom)
  const step = 1 / (most - least)
  return {
    slope: b * step,
    low: (b - quantile * error) * step,
    high: (b + quantile * error) * step,
    p: error > 0 ? twoSidedP(normalOf(b / error, freedom)) : 1
  }
}

/** Returns the score of the slope in standard deviations. Counts are divided by the design effects of their groups. */
function scoreDeviation(spans: readonly Place[]): number {
  const effects = groupEffects(spans.map(({ counted }) => counted))
  const draws = spans.map(({ t, counted: { count, of } }, i) => ({ t, count: count / effects[i], of: of / effects[i] }))
  const sum = (value: (draw: (typeof draws)[number]) => number): number =>
    draws.reduce((total, draw) => total + value(draw), 0)
  const all = sum(({ of }) => of)
  const share = sum(({ count }) => count) / all
  const middle = sum(({ t, of }) => t * of) / all
  const score = sum(({ t, count, of }) => (t - middle) * (count - of * share))
  const variance = sum(({ t, of }) => (t - middle) ** 2 * of * share * (1 - share))
  return variance > 0 ? Math.abs(score) / Math.sqrt(variance) : 0
}

/** A group at its place, from -1/2 to 1/2. */
interface Place {
  readonly t: number
  readonly counted: ClusteredCount
}

type Symmetric = readonly [readonly [number, number], readonly [number, number]]

/** Returns the Fisher information of (a, b). */
function information(spans: readonly Place[], a: number, b: number): Symmetric {
  let [aa, ab, bb] = [0, 0, 0]
  for (const { t, counted } of spans) {
    const p = logistic(a + b * t)
    const weight = counted.of * p * (1 - p)
    aa += weight
    ab += weight * t
    bb += weight * t * t
  }
  return [
    [aa, ab],
    [ab, bb]
  ]
}

function inverse([[aa, ab], [, bb]]: Symmetric): Symmetric {
  const determinant = aa * bb - ab * ab
  return [
    [bb / determinant, -ab / determinant],
    [-ab / determinant, aa / determinant]
  ]
}

function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x))
}

function within(step: number): number {
  return Math.max(-LONGEST_STEP, Math.min(LONGEST_STEP, step))
}
