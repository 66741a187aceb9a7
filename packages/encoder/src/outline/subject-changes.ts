import type { Vectors } from '../vectors/vectors.js'
import { meanScatter } from '../segmentation/boundaries.js'
import { refersBack } from './anchored-paragraphs.js'
import { countWords, labelSpans, type OutlineInput, type OutlineSection } from '../segmentation/sections.js'
import { rowsWithWords } from '../segmentation/word-rows.js'

/** A place inside a section where a new subject begins without a heading. */
export interface MissingHeading {
  /** Index of the paragraph that the heading would precede. */
  readonly paragraph: number
  /** Index of `sections`. */
  readonly section: number
  /**
   * The chance that a heading is missing here, from 0 to 1: the precision at this score in articles in which two
   * sections were joined.
   */
  readonly score: number
  readonly heading: string
  readonly reason: string
}

/** Parameters of a missing heading's score. */
const MISSING_HEADING = {
  /**
   * Logistic regression over `Split.features`, fitted on Wikipedia's validation articles with the representation
   * `sentences`: `node bench/dist/boundary-weights.js`, and bench/RESULTS.md, *Segmentation*.
   */
  weights: [0.095, 1.797, -0.951, 11.279],
  constant: -11.655,
  /** The highest score: the precision of the best places in long texts, which the regression was not fitted on. */
  most: 0.75
} as const

/** A part of a section needs at least this times `minWords` words to get a heading. */
const PART_WORDS = 2

/**
 * Matches the end of a sentence. Other endings introduce the next paragraph ("It prints:", "Why?"), or end an item or a
 * caption.
 */
const ENDED = /[.!…。！۔।][\p{Pe}\p{Pf}"'*_]*$/u

/** UTF-16 units read at a paragraph's end to find its last full stop, which bounds the cost. */
const MAX_END = 8

/**
 * Returns the places inside sections where the subject changes, at most one per section, in reading order. `rows` are
 * the paragraphs' vectors (unit or zero). Options are those of `suggestChanges`.
 */
export function missingHeadings(
  input: OutlineInput,
  rows: Vectors,
  sections: readonly OutlineSection[],
  { minScore, minWords }: { readonly minScore: number; readonly minWords: number }
): MissingHeading[] {
  const texts = input.paragraphs.map(({ text }) => text)
  const found = findSplits(rows, texts, sections, minWords)
    .map(({ paragraph, section, score }) => ({ paragraph, section, score }))
    .filter(({ paragraph, score }) => score >= minScore && !refersBack(texts[paragraph]))
  if (found.length === 0) return []
  const starts = [...sections.map(({ start }) => start), ...found.map(({ paragraph }) => paragraph)]
  starts.sort((a, b) => a - b)
  const labels = new Map(labelSpans(input, starts).map((label, s) => [starts[s], label]))
  return found.map((split) => {
    const { heading, terms } = labels.get(split.paragraph)!
    const about = terms.slice(0, 3).map(({ term }) => term)
    return { ...split, heading, reason: `a new subject begins here: ${about.join(', ')}` }
  })
}

/** The best place to divide a section in two. */
export interface Split {
  readonly paragraph: number
  /** Index of `sections`. */
  readonly section: number
  /**
   * Four features: the scatter that the division removes; the same in units of the section's mean scatter of one
   * paragraph; the log of the number of its paragraphs; that mean scatter.
   */
  readonly features: readonly number[]
  /** As `MissingHeading.score`. */
  readonly score: number
}

/**
 * Returns for each section the place that divides it into its two least similar parts. Each part has at least
 * `PART_WORDS · minWords` words. A section is left out if it has no such place, or if no sentence ends there.
 * O(paragraphs · dims).
 */
export function findSplits(
  rows: Vectors,
  texts: readonly string[],
  sections: readonly Pick<OutlineSection, 'start' | 'end'>[],
  minWords: number
): Split[] {
  const read = rowsWithWords(rows, texts)
  const words = texts.map(countWords)
  const wordsIn = (start: number, end: number): number => words.slice(start, end).reduce((sum, n) => sum + n, 0)
  return sections.flatMap(({ start, end }, section) => {
    const own = { count: end - start, dims: read.dims, data: read.data.subarray(start * read.dims, end * read.dims) }
    const gains = splitGains(own)
    const all = wordsIn(start, end)
    let before = 0
    let best = 0
    for (let i = 1; i < own.count; i++) {
      before += words[start + i - 1]
      const long = Math.min(before, all - before) >= PART_WORDS * minWords
      if (long && gains[i] > gains[best]) best = i
    }
    if (best === 0 || !ENDED.test(texts[start + best - 1].slice(-MAX_END))) return []
    const unit = meanScatter(own)
    const features = [gains[best], gains[best] / unit, Math.log(own.count), unit]
    return [{ paragraph: start + best, section, features, score: scoreOf(features) }]
  })
}

function scoreOf(features: readonly number[]): number {
  const { weights, constant, most } = MISSING_HEADING
  return Math.min(most, 1 / (1 + Math.exp(-features.reduce((sum, feature, f) => sum + weights[f] * feature, constant))))
}

/** Returns, for each row, the scatter that a division before that row removes; 0 for the first. */
function splitGains({ count, dims, data }: Vectors): Float64Array {
  const all = new Float64Array(dims)
  for (let at = 0; at < data.length; at++) all[at % dims] += data[at]
  const whole = all.reduce((sum, value) => sum + value * value, 0) / count
  const before = new Float64Array(dims)
  const gains = new Float64Array(count)
  for (let i = 1; i < count; i++) {
    let [left, right] = [0, 0]
    for (let d = 0, at = (i - 1) * dims; d < dims; d++, at++) {
      before[d] += data[at]
      left += before[d] * before[d]
      right += (all[d] - before[d]) * (all[d] - before[d])
    }
    gains[i] = left / i + right / (count - i) - whole
  }
  return gains
}
