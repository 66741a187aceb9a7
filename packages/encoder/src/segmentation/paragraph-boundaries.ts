import { checkRows, type Vectors } from '../vectors/vectors.js'
import { meanScatter, settleLengths, type BoundaryOptions } from './boundaries.js'
import { BOUNDARY_NETWORK, boundaryOdds, type BoundaryWeights } from './boundary-network.js'
import { divideByOdds } from './boundary-odds.js'
import { longestWithin, sectionScatter, weighDivisions } from './division.js'
import { countWords } from './sections.js'
import { rowsWithWords } from './word-rows.js'

/** Parameters of the chance that a section begins at a paragraph. */
const PARAGRAPH_BOUNDARY = {
  /**
   * Logistic regression over `boundaryFeatures`, fitted on validation articles of the training corpora with the
   * representation `static`: `node bench/dist/boundary-weights.js`, and bench/RESULTS.md, *Segmentation*.
   */
  weights: [1.151, 0.475, 0.227, 0.088, -0.571, -0.579, 0.446],
  constant: -0.541,
  /** Costs of a section besides its scatter, in units of the mean scatter of one row; one feature for each. */
  penalties: [1, 2],
  /** The probability of a division is proportional to exp(-sharpness · (scatter + penalties)). */
  sharpness: 3,
  /** Log probabilities are clamped to this range, so that none outweighs all other features. */
  least: -10,
  most: -1e-4
} as const

/** The boundary network and its second matrix of rows. The first has rows relative to the text's mean. */
export interface BoundaryReading {
  /** `Encoder.learned.boundaries`. */
  readonly weights: BoundaryWeights
  /** A row for each paragraph, not relative to the text: `paragraphDirections`. */
  readonly directions: Vectors
}

export interface ParagraphBoundaryOptions extends Omit<BoundaryOptions, 'penalty'> {
  /**
   * The network trained to find the beginnings of sections. Use it only with rows and directions of the network
   * `static` from the same bundle. Default: a regression finds the boundaries.
   */
  readonly network?: BoundaryReading | undefined
}

export const PARAGRAPH_BOUNDARY_DEFAULTS = { minLength: 1, maxLength: 200 } as const

/** A paragraph at which a section begins. */
export interface ParagraphBoundary {
  readonly paragraph: number
  /** The chance that a section begins there, from 0 to 1. */
  readonly chance: number
}

/**
 * Divides a text into sections at the paragraphs where a section most likely begins (`boundaryFeatures`). In articles
 * without their headings it finds more of the true boundaries, and fewer false ones, than `findBoundaries`.
 * @param rows a row for each paragraph, unit or zero, relative to the text's mean
 * @returns the first paragraph of each section except the first, ascending.
 * @throws Error for an option out of its range, more work than the limit, a number of rows other than that of the
 * texts, or a row whose length is neither 1 nor 0.
 */
export function weighParagraphBoundaries(
  rows: Vectors,
  texts: readonly string[],
  options: ParagraphBoundaryOptions = {}
): ParagraphBoundary[] {
  const { network } = options
  for (const [name, vectors] of Object.entries({ rows, ...(network && { directions: network.directions }) })) {
    if (vectors.count !== texts.length)
      throw new Error(`${texts.length} texts have ${vectors.count} ${name}; expected one for each`)
    checkRows(name, vectors, rows.dims)
  }
  const maxLength = longestWithin(rows.count, PARAGRAPH_BOUNDARY_DEFAULTS.maxLength)
  const lengths = settleLengths(rows.count, { ...PARAGRAPH_BOUNDARY_DEFAULTS, maxLength, ...options })
  if (lengths === undefined) return []
  const odds = findOdds(rows, texts, network)
  return divideByOdds(odds, lengths).map((paragraph) => ({ paragraph, chance: 1 / (1 + Math.exp(-odds[paragraph])) }))
}

/**
 * Returns the paragraphs that `weighParagraphBoundaries` finds, without their chances.
 * @example
 * const rows = { count: 4, dims: 2, data: Float32Array.of(1, 0, 1, 0, 0, 1, 0, 1) }
 * const texts = ['Tea is picked.', 'Tea is steamed.', 'Lenses are cut.', 'Lenses are ground.']
 * findParagraphBoundaries(centerRows(rows), texts, { sections: 2 }) // => [2]
 */
export function findParagraphBoundaries(...text: Parameters<typeof weighParagraphBoundaries>): number[] {
  return weighParagraphBoundaries(...text).map(({ paragraph }) => paragraph)
}

/** Returns the log odds that a section begins at each paragraph, from the network if there is one; those of the first mean nothing. */
export function findOdds(
  rows: Vectors,
  texts: readonly string[],
  network: BoundaryReading | undefined
): ArrayLike<number> {
  return network === undefined ? byRegression(rows, texts) : byNetwork(rows, texts, network)
}

/** Returns the log odds that a section begins at each paragraph, from the regression; 0 for the first. */
function byRegression(rows: Vectors, texts: readonly string[]): number[] {
  const { weights, constant } = PARAGRAPH_BOUNDARY
  const odds = boundaryFeatures(rows, texts).map((features) =>
    features.reduce((sum, feature, f) => sum + weights[f] * feature, constant)
  )
  return [0, ...odds]
}

/** Returns the log odds that a section begins at each paragraph, from the network. */
function byNetwork(rows: Vectors, texts: readonly string[], { weights, directions }: BoundaryReading): Float64Array {
  const { dims } = BOUNDARY_NETWORK
  if (rows.dims !== dims) throw new Error(`rows have ${rows.dims} dimensions; expected ${dims}, those of static`)
  return boundaryOdds(weights, [rows, directions], boundaryFigures(rows, texts))
}

/** Scales that keep the network's inputs near zero: divisors of the log odds, and offsets of the logarithms. */
const FIGURES = { odds: 4, words: 4, place: 3 } as const

/**
 * Returns the features that the network reads besides a paragraph's rows, as Float32: `boundaryFeatures` scaled to
 * values near zero, the share of preceding paragraphs, and the years (`chronology`). Unknown features of the first
 * paragraph are 0.
 */
export function boundaryFigures(rows: Vectors, texts: readonly string[]): Float32Array[] {
  const { odds, words, place } = FIGURES
  const { count } = rows
  if (count === 0) return []
  const first = [0, 0, Math.log(1 + countWords(texts[0])), words, place, Math.log(count), Math.log(count)]
  const years = chronology(texts)
  return [first, ...boundaryFeatures(rows, texts)].map((features, i) =>
    Float32Array.from([
      ...features.slice(0, 2).map((value) => value / odds),
      ...features.slice(2, 4).map((value) => value - words),
      ...features.slice(4).map((value) => value - place),
      i / count,
      ...years[i]
    ])
  )
}

/**
 * Returns the features of each paragraph except the first, by which the regression judges whether a section begins
 * there:
 *
 * - for each of the two penalties, the log odds that a division of the text has a boundary there. Divisions are
 *   likelier the less their sections scatter, by the paragraphs' vectors and by the words that they share
 *   (`rowsWithWords`);
 * - ln(1 + its words), and ln(1 + the words of the paragraph before);
 * - the log of the number of paragraphs before it, of those from it to the end, and of all.
 *
 * O(paragraphs · min(paragraphs, 200) · dims).
 */
export function boundaryFeatures(rows: Vectors, texts: readonly string[]): number[][] {
  const { count } = rows
  if (count < 2) return []
  const evidence = divisionOdds(rowsWithWords(rows, texts))
  const words = texts.map((text) => Math.log(1 + countWords(text)))
  return Array.from({ length: count - 1 }, (_, i) => [
    ...evidence.map((odds) => odds[i + 1]),
    words[i + 1],
    words[i],
    Math.log(i + 1),
    Math.log(count - i - 1),
    Math.log(count)
  ])
}

/** Maximum mean scatter of rows that are equal except for rounding. */
const EQUAL = 1e-6

/** Returns, for each penalty, the log odds that a section begins at each row. */
function divisionOdds(rows: Vectors): Float64Array[] {
  const { penalties, sharpness, least, most } = PARAGRAPH_BOUNDARY
  const longest = longestWithin(rows.count, Math.min(PARAGRAPH_BOUNDARY_DEFAULTS.maxLength, rows.count))
  const unit = meanScatter(rows)
  const scatter = sectionScatter(rows, longest)
  return penalties.map((penalty) => {
    const { begins } = weighDivisions(
      rows.count,
      { minLength: 1, longest },
      // The scatter of equal rows is rounding only.
      (start, end) => sharpness * (penalty + (unit < EQUAL ? 0 : scatter(start, end) / unit))
    )
    return begins.map((log) => {
      const kept = Math.min(most, Math.max(least, log))
      return kept - Math.log1p(-Math.exp(kept))
    })
  })
}

const YEAR = /(?<!\d)(?:1\d{3}|20\d{2})(?!\d)/g

/** Years added to the span of all years, so that positions stay moderate if all years are close together. */
const LEAST_SPAN = 5

/** Scale of a step between two texts, in years: the step is tanh(years / STEP). */
const STEP = 15

/**
 * Returns four features of the years (1000 to 2099) in each text. They help to find boundaries because a new subject
 * often goes back to earlier years. O(length of the texts).
 *
 * 1. 1 if the text names a year; otherwise all four features are 0.
 * 2. The position of its mean year between the earliest and latest of all texts, -.5 to .5.
 * 3. The step from the mean year of the last text that named one, -1 to 1; 0 without such a text.
 * 4. 1 if there is such a text, otherwise 0.
 * @returns [texts, 4]
 */
export function chronology(texts: readonly string[]): number[][] {
  const years = texts.map((text) => {
    const named = text.match(YEAR) ?? []
    return named.length === 0 ? undefined : named.reduce((sum, year) => sum + Number(year), 0) / named.length
  })
  const known = years.filter((year) => year !== undefined)
  const least = known.reduce((a, b) => Math.min(a, b), Infinity)
  const span = known.reduce((a, b) => Math.max(a, b), -Infinity) - least + LEAST_SPAN
  let last: number | undefined
  return years.map((year) => {
    if (year === undefined) return [0, 0, 0, 0]
    const before = last
    last = year
    const step = before === undefined ? [0, 0] : [Math.tanh((year - before) / STEP), 1]
    return [1, (year - least) / span - 0.5, ...step]
  })
}
