import { checkVectors, meanVector, type Vectors } from '../vectors/vectors.js'
import { checkWhole } from '../vectors/argument-checks.js'
import { cheapestDivision, MAX_DIVISION_PAIRS, sectionScatter, type Lengths } from './division.js'

export interface BoundaryOptions {
  /** Minimum number of rows of a section, from 1. Default: 1. */
  readonly minLength?: number
  /**
   * Maximum number of rows of a section. Time grows with it. Raised if sections of these lengths cannot fill the text.
   */
  readonly maxLength?: number
  /** Number of sections, as near as the lengths allow. Default: the penalty decides. */
  readonly sections?: number
  /**
   * The scatter that a boundary must remove, in units of the mean scatter of one row times ln(rows). The logarithm
   * allows for chance: more rows have more possible boundaries. A higher penalty gives fewer sections. Ignored if
   * `sections` is given.
   */
  readonly penalty?: number
}

export const BOUNDARY_DEFAULTS = { minLength: 1, maxLength: 100, penalty: 0.38 } as const

/** Keeps equal rows in one section, because all of their divisions have the same scatter. */
const LEAST_PENALTY = 1e-9

/**
 * Divides consecutive rows into the sections with the least scatter plus a penalty for each boundary. This is kernel
 * change-point detection (Arlot, Celisse and Harchaoui 2019) with the inner product as kernel, solved exactly by
 * dynamic programming. Centre the rows first (`centerRows`) for the best result. Zero rows add no scatter to any
 * section.
 *
 * The lengths of all sections are within the limits. If that is impossible, as for 5 rows in sections of 3 to 4,
 * `maxLength` is raised. Fewer rows than `minLength` are one section. O(rows · maxLength · dims).
 *
 * @returns the first row of each section except the first, ascending.
 * @throws Error for an option out of its range, more work than the limit, or a row that is not finite.
 * @example
 * const rows = { count: 4, dims: 2, data: Float32Array.of(1, 0, 1, 0, 0, 1, 0, 1) }
 * findBoundaries(centerRows(rows)) // => [2]
 */
export function findBoundaries(vectors: Vectors, options: BoundaryOptions = {}): number[] {
  const { penalty } = { ...BOUNDARY_DEFAULTS, ...options }
  if (!(penalty >= 0)) throw new Error(`penalty is ${penalty}; expected a number of at least 0`)
  checkVectors('vectors', vectors)
  const { count } = vectors
  const lengths = settleLengths(count, { ...BOUNDARY_DEFAULTS, ...options })
  if (lengths === undefined) return []
  const price =
    lengths.sections === undefined ? Math.max(LEAST_PENALTY, penalty * Math.log(count) * meanScatter(vectors)) : 0
  const scatter = sectionScatter(vectors, lengths.longest)
  return cheapestDivision(count, lengths, (start, end) => scatter(start, end) + price)
}

/**
 * Returns the lengths, and if given the number, of sections of `count` rows, as near to the options as possible.
 * Undefined if there can be only one section.
 * @throws Error for an option out of its range, or more work than the limit.
 */
export function settleLengths(
  count: number,
  { minLength, maxLength, sections }: { minLength: number; maxLength: number; sections?: number | undefined }
): Lengths | undefined {
  checkWhole('minLength', minLength, 1)
  checkWhole('maxLength', maxLength, minLength)
  if (sections !== undefined) checkWhole('sections', sections, 1)
  const most = Math.floor(count / minLength)
  if (most < 2) return undefined
  const longest = Math.min(count, Math.max(maxLength, Math.ceil(count / most)))
  const wanted = sections === undefined ? undefined : Math.min(Math.max(sections, Math.ceil(count / longest)), most)
  if (count * Math.max(longest, wanted ?? 0) > MAX_DIVISION_PAIRS) {
    throw new Error(
      `${count} rows with sections of up to ${longest} rows are too many to compare; ` +
        `expected at most ${MAX_DIVISION_PAIRS} pairs: lower maxLength, or divide the text first`
    )
  }
  return { minLength, longest, sections: wanted }
}

/**
 * Returns the mean squared distance of the nonzero rows to their mean, which is the unit of `penalty`; 0 without any.
 */
export function meanScatter(vectors: Vectors): number {
  const mean = meanVector(vectors)
  const { count, dims, data } = vectors
  let squares = 0
  let known = 0
  for (let i = 0; i < count; i++) {
    let square = 0
    for (let d = i * dims; d < (i + 1) * dims; d++) square += data[d] * data[d]
    squares += square
    if (square > 0) known++
  }
  let center = 0
  for (let d = 0; d < dims; d++) center += mean[d] * mean[d]
  if (known === 0) return 0
  // `mean` is over all rows; the mean of the nonzero rows is longer by count / known.
  return Math.max(0, squares / known - center * (count / known) * (count / known))
}
