import { terms } from '../text/tokens.js'
import { normalize, row, zeroVectors, type Vectors } from '../vectors.js'
import { settleLengths, type BoundaryOptions } from './boundaries.js'
import { cheapestDivision, longestWithin, sectionScatter, type SectionCost } from './division.js'
import { SENTENCE_METRIC, SENTENCE_WEIGHTS } from './sentence-weights.js'
import { wordRows } from './word-rows.js'

export { SENTENCE_FINGERPRINT } from './sentence-weights.js'

export type SentenceBoundaryOptions = Omit<BoundaryOptions, 'penalty'>

export const SENTENCE_BOUNDARY_DEFAULTS = { minLength: 1, maxLength: 100 } as const

/** Dimensions of the rows that the metric takes. */
export const SENTENCE_DIMS = 600

/**
 * Divides a text into sections of sentences: the division that costs least, where a section costs by its scatter, seen
 * three ways (`sentenceEvidence`), by its length, and by how it opens.
 * @param rows a row for each sentence, unit or zero, relative to the text's mean, by the network `static` whose fingerprint
 * is `SENTENCE_FINGERPRINT`: to the metric rows of another training are noise, even of as many dimensions.
 * @returns the first sentence of each section but the first, ascending.
 * @throws Error for an option out of its range, or more work than the limit.
 */
export function findSentenceBoundaries(
  rows: Vectors,
  texts: readonly string[],
  options: SentenceBoundaryOptions = {}
): number[] {
  const maxLength = longestWithin(rows.count, SENTENCE_BOUNDARY_DEFAULTS.maxLength)
  const lengths = settleLengths(rows.count, { ...SENTENCE_BOUNDARY_DEFAULTS, maxLength, ...options })
  if (lengths === undefined) return []
  if (rows.dims !== SENTENCE_DIMS)
    throw new Error(`rows have ${rows.dims} dimensions; expected ${SENTENCE_DIMS}, those of static`)
  metric ??= readMetric(SENTENCE_METRIC)
  const { within, opening } = sentenceEvidence(rows, texts, lengths.longest, metric)
  const split = within.length
  const opens = opening.map((cues) => cues.reduce((sum, cue, c) => sum + SENTENCE_WEIGHTS[split + c] * cue, 0))
  return cheapestDivision(
    rows.count,
    lengths,
    (start, end) =>
      within.reduce((sum, cost, c) => sum + SENTENCE_WEIGHTS[c] * cost(start, end), 0) +
      (start === 0 ? 0 : opens[start])
  )
}

/** Read when it is first needed. */
let metric: Vectors | undefined

/** What a section costs, a figure for each weight. */
export interface SentenceEvidence {
  /** Of all that it holds. */
  readonly within: readonly SectionCost[]
  /** Of each sentence that it may begin at. */
  readonly opening: readonly (readonly number[])[]
}

/** How many letters of a word tell its stem. */
const STEM = 5

/** Fewer sentences count as so many: what a boundary costs was learned from texts of 30 sentences up. */
const LEAST_SENTENCES = 30

/**
 * The scatter of a section's rows, of the same as `metric` ([dims, less]) sees them, and of the stems of words that
 * sentences share; the logarithm of its length; then of a first sentence: 1, ln(sentences of the text) - 4, and 1 for each
 * list of `CUES` that has its first word. O(sentences · longest · dims).
 */
export function sentenceEvidence(
  rows: Vectors,
  texts: readonly string[],
  longest: number,
  metric: Vectors
): SentenceEvidence {
  const size = Math.log(Math.max(LEAST_SENTENCES, rows.count)) - 4
  return {
    within: [
      sectionScatter(rows, longest),
      sectionScatter(throughMetric(rows, metric), longest),
      sectionScatter(wordRows(texts, STEM), longest),
      (start, end) => Math.log(end - start)
    ],
    opening: texts.map((text) => {
      const first = firstWord(text)
      return [1, size, ...CUES.map((cue) => (cue.has(first) ? 1 : 0))]
    })
  }
}

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '))

/** Words that seldom open a text: they speak of what was said before. */
const CUES = [
  wordSet('he she they him her them his their hers theirs himself herself themselves'),
  wordSet('it its itself'),
  wordSet('i we me us my our you your'),
  wordSet('this these those that such'),
  wordSet(
    'but and however also thus therefore then so yet still or nor furthermore moreover nevertheless for because though ' +
      'although instead rather similarly another other both when after'
  )
] as const

/** How many weights there are: those of `within`, then those of `opening`. */
export const SENTENCE_COSTS = 4 + 2 + CUES.length

/** Tokens among which a sentence's first word is looked for. */
const OPENING = 4

function firstWord(text: string): string {
  let read = 0
  for (const term of terms(text)) {
    if (/[\p{L}\p{N}]/u.test(term)) return term
    if (++read === OPENING) break
  }
  return ''
}

/** Unit rows of `rows` · `metric`; zero rows stay zero. */
function throughMetric(rows: Vectors, metric: Vectors): Vectors {
  const seen = zeroVectors(rows.count, metric.dims)
  for (let i = 0; i < rows.count; i++) {
    const [from, to] = [row(rows, i), row(seen, i)]
    for (let d = 0; d < metric.count; d++) {
      const value = from[d]
      if (value === 0) continue
      for (let m = 0, at = d * metric.dims; m < metric.dims; m++, at++) to[m] += value * metric.data[at]
    }
    normalize(to)
  }
  return seen
}

/** The greatest step either side of zero. */
const STEPS = 127

/** A matrix of [count, dims] as bytes: steps of an int8 each, of which the greatest value has 127. */
export function packMetric({ data }: Vectors): Int8Array {
  const most = data.reduce((greatest, value) => Math.max(greatest, Math.abs(value)), 0)
  return Int8Array.from(data, (value) => Math.round((STEPS * value) / most))
}

/** The metric of packed bytes in Base64. Its length is no matter: rows seen through it are scaled to length 1. */
function readMetric(packed: string): Vectors {
  const bytes = atob(packed.replace(/\s+/g, ''))
  const data = Float32Array.from(bytes, (character) => (character.charCodeAt(0) << 24) >> 24)
  return { count: SENTENCE_DIMS, dims: data.length / SENTENCE_DIMS, data }
}
