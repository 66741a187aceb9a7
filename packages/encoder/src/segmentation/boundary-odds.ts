import { cheapestDivision, weighDivisions, type Lengths, type SectionCost } from './division.js'

/** Parameters chosen on validation articles by Pk, WindowDiff and F1 together. */
export const WINDOWS = {
  /** Weight of an exact boundary relative to a nearby one. */
  exact: 0.5,
  /** The probability that a boundary should have. */
  wanted: 0.4
} as const

/** The greatest probability p of a boundary, because log(1 - p) must be finite. */
const MOST = 0.9999

/**
 * Divides rows by the log odds that a section begins at each; those of the first row are ignored. If the number of
 * sections is given, chooses the likeliest boundaries; otherwise the division with the least expected error
 * (`expectedError`). O(rows · longest), times the number of sections if given.
 * @returns the first row of each section except the first, ascending.
 */
export function divideByOdds(odds: ArrayLike<number>, lengths: Lengths): number[] {
  const cost: SectionCost = lengths.sections === undefined ? byOdds(odds) : (start) => (start === 0 ? 0 : -odds[start])
  return cheapestDivision(odds.length, lengths, cost)
}

/**
 * Divides rows by the costs of sections. The probability of a division is proportional to exp(-its cost). If the number
 * of sections is given, chooses the likeliest division; otherwise the one with the least error expected over all
 * divisions (`expectedError`). O(rows · longest), times the number of sections if given.
 * @returns the first row of each section except the first, ascending.
 */
export function divideByCost(count: number, lengths: Lengths, cost: SectionCost): number[] {
  if (lengths.sections !== undefined) return cheapestDivision(count, lengths, cost)
  const { begins, together } = weighDivisions(count, lengths, cost)
  return cheapestDivision(count, lengths, expectedError(chancesOf(begins, Math.exp), together))
}

/** Returns `expectedError` for independent boundaries with these log odds. */
function byOdds(odds: ArrayLike<number>): SectionCost {
  const chances = chancesOf(odds, (value) => Math.min(MOST, 1 / (1 + Math.exp(-value))))
  return expectedError(chances, (k) => {
    let none = 0 // log of the probability that the window has no boundary
    for (let i = 1; i < k; i++) none += Math.log1p(-chances[i])
    return Float64Array.from({ length: chances.length - k }, (_, i) => {
      none += Math.log1p(-chances[i + k])
      const probability = Math.exp(none)
      none -= Math.log1p(-chances[i + 1])
      return probability
    })
  })
}

/** Returns the probability of a boundary at each row; 0 for the first. */
function chancesOf(values: ArrayLike<number>, chance: (value: number) => number): Float64Array {
  return Float64Array.from(values, (value, i) => (i === 0 ? 0 : chance(value)))
}

/**
 * Returns the cost of a section: the expected number of windows that the boundary at its end makes wrong, less those
 * that it makes right. Windows have k rows; k is half the expected mean length of a section, at least 2. A window is
 * wrong as in Pk (Beeferman et al. 1999): only one of the division and the truth has a boundary in it.
 *
 * The cost is lower by `exact` · k · (probability of the boundary - `wanted`). Of several boundaries in the same
 * windows, this chooses the likeliest.
 * @param noneIn for each i with at least k rows after it, the probability of no boundary at i + 1 … i + k
 */
function expectedError(chances: Float64Array, noneIn: (k: number) => Float64Array): SectionCost {
  const { exact, wanted } = WINDOWS
  const count = chances.length
  const sections = 1 + chances.reduce((sum, chance) => sum + chance, 0)
  const k = Math.min(count - 1, Math.max(2, Math.round(count / sections / 2)))
  // Window i contains the boundaries at i + 1 … i + k.
  const windows = count - k
  /** before[i] is the cost of a boundary in each of the first i windows, summed. */
  const before = new Float64Array(windows + 1)
  noneIn(k).forEach((none, i) => {
    before[i + 1] = before[i] + 2 * none - 1
  })
  return (start, end) => {
    if (end === count) return 0
    // Windows that contain the boundary at `start` are counted already.
    const first = Math.min(windows, Math.max(start, end - k))
    return before[Math.min(windows, end)] - before[first] - exact * k * (chances[end] - wanted)
  }
}
