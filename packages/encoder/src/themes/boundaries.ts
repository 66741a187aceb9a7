import { meanVector, type Vectors } from '../vectors.js'
import { checkWhole } from '../option.js'

export interface BoundaryOptions {
  /** Rows that a section has at least, from 1. */
  readonly minLength?: number
  /** Rows that a section has at most. Time grows with it. Raised where no sections of such lengths fill the text. */
  readonly maxLength?: number
  /** Number of sections, as near as the lengths allow. Left out: as many as the penalty lets pass. */
  readonly sections?: number
  /**
   * What a boundary must gain, in units of the scatter of one row: about 1 is what it gains between rows that follow no
   * order. Raising it gives fewer sections. Sentences do best with 1.5 (on Choi's documents as well as where the number
   * of sections is known), paragraphs of articles with 1 to 1.2. Not used where `sections` is given.
   */
  readonly penalty?: number
}

export const BOUNDARY_DEFAULTS = { minLength: 1, maxLength: 100, penalty: 1.5 } as const

/** Rows times `maxLength`, and rows times `sections`, at most: some seconds of work, some hundred megabytes. */
const MAX_CELLS = 20_000_000

/** The longest `maxLength` up to `wanted` that this many rows may have. */
export function longestWithin(rows: number, wanted: number): number {
  return Math.max(1, Math.min(wanted, Math.floor(MAX_CELLS / Math.max(1, rows))))
}

/** Keeps equal rows in one section, where every division is as good. */
const LEAST_PENALTY = 1e-9

/**
 * Divides consecutive rows into sections so that the scatter within sections, plus a penalty for each boundary, is the
 * least of all divisions: kernel change-point detection (Arlot, Celisse and Harchaoui 2019) with the inner product as
 * kernel, solved exactly by dynamic programming. Rows are best centred (`centerRows`). Zero rows cost nothing anywhere.
 * Every section keeps within the lengths; where none can (5 rows of sections of 3 to 4), `maxLength` gives way, and
 * fewer rows than `minLength` are one section. O(rows · maxLength · dims).
 *
 * @returns the first row of each section but the first, ascending.
 * @throws Error for an option out of its range, or more work than the limit.
 */
export function findBoundaries(vectors: Vectors, options: BoundaryOptions = {}): number[] {
  const { minLength, maxLength, penalty } = { ...BOUNDARY_DEFAULTS, ...options }
  const { count, dims, data } = vectors
  checkWhole('minLength', minLength, 1)
  checkWhole('maxLength', maxLength, minLength)
  if (options.sections !== undefined) checkWhole('sections', options.sections, 1)
  if (!(penalty >= 0)) throw new Error(`penalty is ${penalty}; expected a number of at least 0`)
  const mostSections = Math.floor(count / minLength)
  if (mostSections < 2) return []
  const longest = Math.min(count, Math.max(maxLength, Math.ceil(count / mostSections)))
  const wanted =
    options.sections === undefined
      ? undefined
      : Math.min(Math.max(options.sections, Math.ceil(count / longest)), mostSections)
  if (count * Math.max(longest, wanted ?? 0) > MAX_CELLS) {
    throw new Error(
      `${count} rows with sections of up to ${longest} rows are too many to compare; ` +
        `expected at most ${MAX_CELLS} pairs: lower maxLength, or divide the text first`
    )
  }

  const price = wanted === undefined ? Math.max(LEAST_PENALTY, penalty * meanScatter(vectors)) : 0
  // [layers, count + 1]: the least cost of the first `end` rows. One layer where the penalty decides how many sections
  // there are; else layer m holds divisions into exactly m sections.
  const layers = wanted === undefined ? 1 : wanted + 1
  const width = count + 1
  const least = new Float64Array(layers * width).fill(Infinity)
  const from = new Int32Array(layers * width)
  least[0] = 0
  const sum = new Float64Array(dims)
  for (let end = 1; end <= count; end++) {
    sum.fill(0)
    let squares = 0
    let norm = 0
    let known = 0
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
      if (end - start < minLength) continue
      const scatter = known === 0 ? 0 : Math.max(0, squares - norm / known)
      for (let layer = 0; layer < layers; layer++) {
        const next = wanted === undefined ? layer : layer + 1
        if (next >= layers) break
        const cost = least[layer * width + start] + scatter + price
        if (cost < least[next * width + end]) {
          least[next * width + end] = cost
          from[next * width + end] = start
        }
      }
    }
  }

  const boundaries: number[] = []
  let layer = layers - 1
  for (let end = from[layer * width + count]; end > 0;) {
    boundaries.push(end)
    if (wanted !== undefined) layer--
    end = from[layer * width + end]
  }
  return boundaries.reverse()
}

/** Mean squared distance of the known rows to their mean: what `penalty` is counted in. 0 without any. */
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
  // The mean is over all rows; over the known ones it is longer by count / known.
  return Math.max(0, squares / known - center * (count / known) * (count / known))
}
