import type { Vectors } from '../vectors/vectors.js'

/**
 * The limit for rows times `longest`, and for rows times `sections`. At the limit, a division takes seconds, or a
 * minute if `sections` is set, and some hundred megabytes.
 */
export const MAX_DIVISION_PAIRS = 20_000_000

/** Returns the largest `maxLength`, up to `wanted`, that MAX_DIVISION_PAIRS allows for this many rows. */
export function longestWithin(rows: number, wanted: number): number {
  return Math.max(1, Math.min(wanted, Math.floor(MAX_DIVISION_PAIRS / Math.max(1, rows))))
}

/** Returns the cost of a section [start, end). */
export type SectionCost = (start: number, end: number) => number

/**
 * Returns the scatter of sections of up to `longest` rows: the sum of the squared distances of their rows to their
 * mean. Zero rows add no scatter to any section. O(rows · longest · dims).
 */
export function sectionScatter({ count, dims, data }: Vectors, longest: number): SectionCost {
  const scatter = new Float32Array(count * longest) // [ends, lengths]
  const sum = new Float64Array(dims)
  for (let end = 1; end <= count; end++) {
    sum.fill(0)
    let [squares, norm, known] = [0, 0, 0]
    for (let start = end - 1; start >= Math.max(0, end - longest); start--) {
      let product = 0
      let square = 0
      for (let d = 0, at = start * dims; d < dims; d++, at++) {
        const value = data[at]
        const before = sum[d]
        product += before * value
        square += value * value
        sum[d] = before + value
      }
      if (square > 0) known++
      squares += square
      norm += 2 * product + square
      scatter[(end - 1) * longest + end - start - 1] = known === 0 ? 0 : Math.max(0, squares - norm / known)
    }
  }
  return (start, end) => scatter[(end - 1) * longest + end - start - 1]
}

/**
 * Limits for the lengths of sections, in rows, and optionally their number. At least one division must satisfy them.
 */
export interface Lengths {
  readonly minLength: number
  readonly longest: number
  readonly sections?: number | undefined
}

/**
 * Returns the division of `count` rows with the least cost, by dynamic programming. O(rows · longest), times `sections`
 * if set.
 * @returns the first row of each section except the first, ascending.
 */
export function cheapestDivision(
  count: number,
  { minLength, longest, sections }: Lengths,
  cost: SectionCost
): number[] {
  // [layers, count + 1]: the least cost of the first `end` rows. One layer if the number of sections is free; otherwise
  // layer m holds divisions into exactly m sections.
  const layers = sections === undefined ? 1 : sections + 1
  const step = sections === undefined ? 0 : 1
  const width = count + 1
  const least = new Float64Array(layers * width).fill(Infinity)
  const from = new Int32Array(layers * width)
  least[0] = 0
  for (let end = 1; end <= count; end++) {
    for (let start = end - minLength; start >= Math.max(0, end - longest); start--) {
      const own = cost(start, end)
      for (let layer = 0; layer + step < layers; layer++) {
        const sum = least[layer * width + start] + own
        const to = (layer + step) * width + end
        if (sum < least[to]) {
          least[to] = sum
          from[to] = start
        }
      }
    }
  }
  const boundaries: number[] = []
  let layer = layers - 1
  for (let end = from[layer * width + count]; end > 0;) {
    boundaries.push(end)
    layer -= step
    end = from[layer * width + end]
  }
  return boundaries.reverse()
}

/** Probabilities over all divisions of the rows. The probability of a division is proportional to exp(-its cost). */
export interface Divisions {
  /** Log of the probability that a section begins at each row; 0 for the first row. */
  readonly begins: Float64Array
  /**
   * Returns the probability that rows i and i + k are in one section, for each i up to count - k - 1. O(rows ·
   * longest).
   */
  readonly together: (k: number) => Float64Array
}

/** Weighs all divisions by the forward-backward algorithm of a semi-Markov model. O(rows · longest). */
export function weighDivisions(
  count: number,
  { minLength, longest }: Pick<Lengths, 'minLength' | 'longest'>,
  cost: SectionCost
): Divisions {
  const before = new Float64Array(count + 1)
  const behind = new Float64Array(count + 1)
  for (let end = 1; end <= count; end++) {
    before[end] = logSum(Math.max(0, end - longest), end - minLength + 1, (start) => before[start] - cost(start, end))
  }
  for (let start = count - 1; start >= 0; start--) {
    const last = Math.min(count, start + longest)
    behind[start] = logSum(start + minLength, last + 1, (end) => behind[end] - cost(start, end))
  }
  const all = before[count]
  return {
    begins: Float64Array.from({ length: count }, (_, i) => Math.min(0, before[i] + behind[i] - all)),
    together: (k) => {
      // Differences: a section adds its probability at its first row and subtracts it k rows before its end.
      const probabilities = new Float64Array(count - k + 1)
      for (let start = 0; start + k < count; start++) {
        for (let end = start + Math.max(minLength, k + 1); end <= Math.min(count, start + longest); end++) {
          const probability = Math.exp(before[start] + behind[end] - cost(start, end) - all)
          probabilities[start] += probability
          probabilities[end - k] -= probability
        }
      }
      for (let i = 1; i < probabilities.length; i++) probabilities[i] += probabilities[i - 1]
      return probabilities.subarray(0, count - k)
    }
  }
}

/** Returns the log of the sum of exp(value(i)) over i in [from, to). */
function logSum(from: number, to: number, value: (i: number) => number): number {
  let greatest = -Infinity
  for (let i = from; i < to; i++) greatest = Math.max(greatest, value(i))
  if (greatest === -Infinity) return greatest
  let sum = 0
  for (let i = from; i < to; i++) sum += Math.exp(value(i) - greatest)
  return greatest + Math.log(sum)
}
