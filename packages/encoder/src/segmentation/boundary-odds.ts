import { cheapestDivision, weighDivisions, type Lengths, type SectionCost } from './division.js'

/** Chosen on validation articles, by Pk, WindowDiff and F1 together. */
export const WINDOWS = {
  /** Weight of an exact boundary relative to one nearby. */
  exact: 0.5,
  /** The probability that a boundary should have. */
  wanted: 0.4
} as const

/** The greatest probability of a boundary: its logarithm is taken of what is left. */
const MOST = 0.9999

/**
 * Divides rows by the log odds that a section begins at each, the first left out. Where the number of sections is known,
 * the likeliest boundaries; else the division that is expected to be the least wrong: `expectedError`.
 * O(rows · longest), times the sections where their number is known.
 * @returns the first row of each section but the first, ascending.
 */
export function divideByOdds(odds: ArrayLike<number>, lengths: Lengths): number[] {
  const cost: SectionCost = lengths.sections === undefined ? byOdds(odds) : (start) => (start === 0 ? 0 : -odds[start])
  return cheapestDivision(odds.length, lengths, cost)
}

/**
 * Divides rows by what sections cost, a division being as likely as exp(-its cost). Where the number of sections is known,
 * the likeliest division; else the one that is expected to be the least wrong, over all divisions: `expectedError`.
 * O(rows · longest), times the sections where their number is known.
 * @returns the first row of each section but the first, ascending.
 */
export function divideByCost(count: number, lengths: Lengths, cost: SectionCost): number[] {
  if (lengths.sections !== undefined) return cheapestDivision(count, lengths, cost)
  const { begins, together } = weighDivisions(count, lengths, cost)
  return cheapestDivision(count, lengths, expectedError(chancesOf(begins, Math.exp), together))
}

/** `expectedError` were each boundary as likely by itself as its log odds say. */
function byOdds(odds: ArrayLike<number>): SectionCost {
  const chances = chancesOf(odds, (value) => Math.min(MOST, 1 / (1 + Math.exp(-value))))
  return expectedError(chances, (k) => {
    let none = 0 // the logarithm of the probability that none of a window's is one
    for (let i = 1; i < k; i++) none += Math.log1p(-chances[i])
    return Float64Array.from({ length: chances.length - k }, (_, i) => {
      none += Math.log1p(-chances[i + k])
      const probability = Math.exp(none)
      none -= Math.log1p(-chances[i + 1])
      return probability
    })
  })
}

/** That there is a boundary at each row; none at the first. */
function chancesOf(values: ArrayLike<number>, chance: (value: number) => number): Float64Array {
  return Float64Array.from(values, (value, i) => (i === 0 ? 0 : chance(value)))
}

/**
 * What sections cost: of all windows of k rows, k being half the mean length of sections that the chances let expect, how
 * many more are expected to be wrong for the boundary at a section's end. A window is wrong as Pk has it (Beeferman et al.
 * 1999): where it alone, or the truth alone, has a boundary in it. Less what the boundary is likely over what is wanted,
 * in k windows, so that of boundaries that serve the same windows the likeliest is drawn.
 * @param noneIn the probability that there is no boundary at i + 1 … i + k, for each i that has so many rows behind it
 */
function expectedError(chances: Float64Array, noneIn: (k: number) => Float64Array): SectionCost {
  const { exact, wanted } = WINDOWS
  const count = chances.length
  const sections = 1 + chances.reduce((sum, chance) => sum + chance, 0)
  const k = Math.min(count - 1, Math.max(2, Math.round(count / sections / 2)))
  // The window at i holds the boundaries at i + 1 … i + k.
  const windows = count - k
  /** By where windows end: of those before, what drawing a boundary in each costs. */
  const before = new Float64Array(windows + 1)
  noneIn(k).forEach((none, i) => {
    before[i + 1] = before[i] + 2 * none - 1
  })
  return (start, end) => {
    if (end === count) return 0
    // Those of the boundary at the start are paid for.
    const first = Math.min(windows, Math.max(start, end - k))
    return before[Math.min(windows, end)] - before[first] - exact * k * (chances[end] - wanted)
  }
}
