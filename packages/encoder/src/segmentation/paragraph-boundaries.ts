import { checkRows, type Vectors } from '../vectors/vectors.js'
import { meanScatter, settleLengths, type BoundaryOptions } from './boundaries.js'
import { BOUNDARY_NETWORK, boundaryOdds, type BoundaryWeights } from './boundary-network.js'
import { divideByOdds } from './boundary-odds.js'
import { chronology } from './chronology.js'
import { longestWithin, sectionScatter, weighDivisions } from './division.js'
import { countWords } from './sections.js'
import { rowsWithWords } from './word-rows.js'

/** How likely a section begins at a paragraph. */
const PARAGRAPH_BOUNDARY = {
  /**
   * A logistic regression over `boundaryFeatures`, on the validation articles of the training corpora by the
   * representation `static`: `node bench/dist/boundary-weights.js`, and bench/RESULTS.md, *Segmentation*.
   */
  weights: [1.151, 0.475, 0.227, 0.088, -0.571, -0.579, 0.446],
  constant: -0.541,
  /** Penalties of the divisions that are weighed, in units of the mean scatter of one row. */
  penalties: [1, 2],
  /** A division is as likely as exp(-this · its scatter and penalties). */
  sharpness: 3,
  /** Log probabilities are kept within these, that none outweighs all else. */
  least: -10,
  most: -1e-4
} as const

/** The network of boundaries, and what it reads beside rows that are relative to the text's mean. */
export interface BoundaryReading {
  /** `Encoder.learned.boundaries`. */
  readonly weights: BoundaryWeights
  /** A row for each paragraph, not relative to the text: `paragraphDirections`. */
  readonly directions: Vectors
}

export interface ParagraphBoundaryOptions extends Omit<BoundaryOptions, 'penalty'> {
  /**
   * The network that has learned where sections of articles begin. It fits only rows and directions by the network `static`
   * of the same bundle. Default: a regression finds the boundaries.
   */
  readonly network?: BoundaryReading | undefined
}

export const PARAGRAPH_BOUNDARY_DEFAULTS = { minLength: 1, maxLength: 200 } as const

/** A paragraph that a section is drawn to begin at. */
export interface ParagraphBoundary {
  readonly paragraph: number
  /** That one begins there, from 0 to 1. */
  readonly chance: number
}

/**
 * Divides a text into sections at the paragraphs where one most likely begins (`boundaryFeatures`). Of articles put
 * together again from their sections this finds more, and draws fewer that are not there, than `findBoundaries`.
 * @param rows a row for each paragraph, unit or zero, relative to the text's mean
 * @returns ascending, the first paragraph of each section but the first.
 * @throws Error for an option out of its range, more work than the limit, rows that are not one for each text, or neither unit nor zero.
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
  const odds = network === undefined ? byRegression(rows, texts) : byNetwork(rows, texts, network)
  return divideByOdds(odds, lengths).map((paragraph) => ({ paragraph, chance: 1 / (1 + Math.exp(-odds[paragraph])) }))
}

/**
 * The paragraphs alone.
 * @example
 * const rows = { count: 4, dims: 2, data: Float32Array.of(1, 0, 1, 0, 0, 1, 0, 1) }
 * const texts = ['Tea is picked.', 'Tea is steamed.', 'Lenses are cut.', 'Lenses are ground.']
 * findParagraphBoundaries(centerRows(rows), texts, { sections: 2 }) // => [2]
 */
export function findParagraphBoundaries(...text: Parameters<typeof weighParagraphBoundaries>): number[] {
  return weighParagraphBoundaries(...text).map(({ paragraph }) => paragraph)
}

/** The log odds that a section begins at each paragraph; 0 for the first. */
function byRegression(rows: Vectors, texts: readonly string[]): number[] {
  const { weights, constant } = PARAGRAPH_BOUNDARY
  const odds = boundaryFeatures(rows, texts).map((features) =>
    features.reduce((sum, feature, f) => sum + weights[f] * feature, constant)
  )
  return [0, ...odds]
}

/** Likewise. */
function byNetwork(rows: Vectors, texts: readonly string[], { weights, directions }: BoundaryReading): Float64Array {
  const { dims } = BOUNDARY_NETWORK
  if (rows.dims !== dims) throw new Error(`rows have ${rows.dims} dimensions; expected ${dims}, those of static`)
  return boundaryOdds(weights, [rows, directions], boundaryFigures(rows, texts))
}

/** Scales that keep the network's inputs near zero: divisors of the log odds, and offsets of the logarithms. */
const FIGURES = { odds: 4, words: 4, place: 3 } as const

/**
 * What the network reads of each paragraph beside its rows, as Float32: `boundaryFeatures` near zero, the share of
 * preceding paragraphs, and its years (`chronology`). Unknown features of the first paragraph are 0.
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
 * What tells whether a section begins at a paragraph, for each but the first: at either penalty the log odds that a division
 * of the text has a boundary there, where divisions are the likelier the less scatter they leave of what paragraphs are
 * about and of the words that they share; then the logarithms of 1 + its words, 1 + those of the paragraph before, of how
 * how many paragraphs precede it, how many follow from it on, and how many there are.
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

/** For each penalty the log odds that a section begins at each row. */
function divisionOdds(rows: Vectors): Float64Array[] {
  const { penalties, sharpness, least, most } = PARAGRAPH_BOUNDARY
  const longest = longestWithin(rows.count, Math.min(PARAGRAPH_BOUNDARY_DEFAULTS.maxLength, rows.count))
  const unit = meanScatter(rows)
  const scatter = sectionScatter(rows, longest)
  return penalties.map((penalty) => {
    const { begins } = weighDivisions(
      rows.count,
      { minLength: 1, longest },
      // Equal rows scatter by rounding alone.
      (start, end) => sharpness * (penalty + (unit < EQUAL ? 0 : scatter(start, end) / unit))
    )
    return begins.map((log) => {
      const kept = Math.min(most, Math.max(least, log))
      return kept - Math.log1p(-Math.exp(kept))
    })
  })
}
