import type { Vectors } from '../vectors.js'
import { findBoundaries, longestWithin, meanScatter, type BoundaryOptions } from './boundaries.js'
import { countWords, labelSpans, type OutlineInput, type OutlineSection } from './sections.js'

/** A place inside a section where a new subject begins without a heading. */
export interface MissingHeading {
  /** The heading would stand before this paragraph. */
  readonly paragraph: number
  /** Index of `sections`. */
  readonly section: number
  readonly heading: string
  readonly reason: string
}

/** A longer stretch of one section gets a heading in any case. */
const LONGEST_PART = 1_000

/** A part of a section must have this many times the words that a paragraph must have, to deserve a heading. */
const PART_WORDS = 2

/** Ends as a sentence does. What ends otherwise leads into what follows ("It prints:", "Why?"), or is an item or a caption. */
const ENDED = /[.!…。！۔।][\p{Pe}\p{Pf}"'*_]*$/u

/** How far from a paragraph's end its last full stop is looked for, in UTF-16 units: bounds the cost. */
const MAX_END = 8

/**
 * The places where `rows`, the paragraphs' vectors (unit or zero), change their subject inside a section, in reading
 * order. Options are those of `outlineOf`.
 */
export function missingHeadings(
  input: OutlineInput,
  rows: Vectors,
  sections: readonly OutlineSection[],
  { headingGain, minWords, boundaries }: { headingGain: number; minWords: number; boundaries: BoundaryOptions }
): MissingHeading[] {
  const words = input.paragraphs.map(({ text }) => countWords(text))
  const wordsIn = (start: number, end: number): number => words.slice(start, end).reduce((sum, n) => sum + n, 0)
  const found = sections.flatMap(({ start, end }, section) => {
    const own = { count: end - start, dims: rows.dims, data: rows.data.subarray(start * rows.dims, end * rows.dims) }
    const unit = meanScatter(own)
    if (unit === 0) return []
    const maxLength = longestWithin(own.count, LONGEST_PART)
    const options = { minLength: boundaries.minLength ?? 1, maxLength, penalty: headingGain / unit }
    const inside = findBoundaries(own, options).map((at) => start + at)
    return inside.flatMap((at, i) => {
      const before = wordsIn(inside[i - 1] ?? start, at)
      const after = wordsIn(at, inside[i + 1] ?? end)
      const long = before >= PART_WORDS * minWords && after >= PART_WORDS * minWords
      return long && ENDED.test(input.paragraphs[at - 1].text.slice(-MAX_END)) ? [{ paragraph: at, section }] : []
    })
  })
  if (found.length === 0) return []
  const starts = [...sections.map(({ start }) => start), ...found.map(({ paragraph }) => paragraph)]
  starts.sort((a, b) => a - b)
  const labels = new Map(labelSpans(input, starts).map((label, s) => [starts[s], label]))
  return found.map(({ paragraph, section }) => {
    const { heading, terms } = labels.get(paragraph)!
    const about = terms.slice(0, 3).map(({ term }) => term)
    return { paragraph, section, heading, reason: `a new subject begins here: ${about.join(', ')}` }
  })
}
