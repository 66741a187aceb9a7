import { cheapestDivision, type Lengths, type SectionCost } from './division.js'

/** Chosen on validation articles, by Pk, WindowDiff and F1 together. */
export const WINDOWS = {
  /** How much it counts that a boundary stands just where it is likely, beside that there is one nearby. */
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
  const cost: SectionCost =
    lengths.sections === undefined ? expectedError(odds) : (start) => (start === 0 ? 0 : -odds[start])
  return cheapestDivision(odds.length, lengths, cost)
}

/**
 * What sections cost: of all windows of k rows, k being half the mean length of sections that the odds let expect, how
 * many more are expected to be wrong for the boundary at a section's end. A window is wrong as Pk has it (Beeferman et al.
 * 1999): where it alone, or the truth alone, has a boundary in it. Less what the boundary is likely over what is wanted,
 * in k windows, so that of boundaries that serve the same windows the likeliest is drawn.
 */
function expectedError(odds: ArrayLike<number>): SectionCost {
  const { exact, wanted } = WINDOWS
  const count = odds.length
  const chances = Array.from(odds, (value, i) => (i === 0 ? 0 : Math.min(MOST, 1 / (1 + Math.exp(-value)))))
  const sections = 1 + chances.reduce((sum, chance) => sum + chance, 0)
  const k = Math.min(count - 1, Math.max(2, Math.round(count / sections / 2)))
  // The window at i holds the boundaries at i + 1 … i + k.
  const windows = count - k
  let none = 0 // the logarithm of the probability that none of a window's is one
  for (let i = 1; i < k; i++) none += Math.log1p(-chances[i])
  /** By where windows end: of those before, what drawing a boundary in each costs. */
  const before = new Float64Array(windows + 1)
  for (let i = 0; i < windows; i++) {
    none += Math.log1p(-chances[i + k])
    before[i + 1] = before[i] + 2 * Math.exp(none) - 1
    none -= Math.log1p(-chances[i + 1])
  }
  return (start, end) => {
    if (end === count) return 0
    // Those of the boundary at the start are paid for.
    const first = Math.min(windows, Math.max(start, end - k))
    return before[Math.min(windows, end)] - before[first] - exact * k * (chances[end] - wanted)
  }
}
