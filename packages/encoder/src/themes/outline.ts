import { centerRows, meanVector, normalize, row, zeroVectors, type Vectors } from '../vectors.js'
import { BOUNDARY_DEFAULTS, findBoundaries, longestWithin, type BoundaryOptions } from './boundaries.js'
import type { Term } from './labels.js'
import { missingHeadings, type MissingHeading } from './missing-headings.js'
import { suggestMoves, type Move } from './moves.js'
import { labelSpans, readSections, sectionStarts, spanOf, type OutlineInput, type OutlineSection } from './sections.js'
import { findThemes, type Themes, type ThemesOptions } from './themes.js'

export interface OutlineOptions {
  readonly themes?: ThemesOptions
  /** How suggested sections are cut, in paragraphs. */
  readonly boundaries?: BoundaryOptions
  /**
   * A move is suggested where another section is nearer than the paragraph's own by this much cosine more than is usual
   * in the document. At .6, one document in ten gets a suggestion as its authors left it; of paragraphs moved to another
   * section at random, 17 % are found.
   */
  readonly margin?: number
  /**
   * Scatter that a heading inside a section must take away, in squared distance between unit vectors. At 1.6, three in a
   * hundred sections as their authors left them get one; of sections made of two, 17 % are divided where they met. At
   * 1.4 it is five in a hundred, and 28 %.
   */
  readonly headingGain?: number
  /** Words that a paragraph to move, or a part that should have a heading, has at least. */
  readonly minWords?: number
}

export const OUTLINE_DEFAULTS = {
  themes: { most: 8 },
  boundaries: { minLength: 2, penalty: 1.2 },
  margin: 0.6,
  headingGain: 1.6,
  minWords: 25
} as const

/** Paragraphs [start, end) that keep to one subject. */
export interface SuggestedSection {
  readonly start: number
  readonly end: number
  /** A heading made of its words. */
  readonly heading: string
  readonly terms: readonly Term[]
  /** Headings of the section that starts here already; absent where none does. */
  readonly path?: readonly string[]
}

export interface Outline {
  readonly themes: Themes
  readonly sections: readonly OutlineSection[]
  readonly suggested: readonly SuggestedSection[]
  /** The surest first. */
  readonly moves: readonly Move[]
  /** In reading order. */
  readonly headings: readonly MissingHeading[]
}

/**
 * What one document is about, and how it could be better divided: its themes, sections by subject with a heading each,
 * paragraphs that belong elsewhere, and headings that are missing. Suggestions are few: each must be clear.
 * @throws Error if there is not one vector for each sentence, or a sentence names a paragraph that is not there.
 */
export function outlineOf(input: OutlineInput, options: OutlineOptions = {}): Outline {
  const settings = {
    ...OUTLINE_DEFAULTS,
    ...options,
    themes: { ...OUTLINE_DEFAULTS.themes, ...options.themes },
    boundaries: { ...OUTLINE_DEFAULTS.boundaries, ...options.boundaries }
  }
  const { paragraphs, sentences, vectors } = input
  const astray = sentences.find(({ paragraph }) => !(paragraph in paragraphs))
  if (astray !== undefined) {
    throw new Error(`a sentence names paragraph ${astray.paragraph}; expected one of 0 … ${paragraphs.length - 1}`)
  }
  const starts = sectionStarts(paragraphs)
  const section = spanOf(starts, paragraphs.length)
  const themes = findThemes(
    {
      sentences: sentences.map(({ text }) => text),
      vectors,
      passages: sentences.map(({ paragraph }) => section[paragraph])
    },
    settings.themes
  )
  const rows = paragraphVectors(input)
  const sections = readSections(input, starts, themes)
  const suggested = suggestSections(input, rows, sections, settings.boundaries)
  return {
    themes,
    sections,
    suggested,
    moves: suggestMoves(input, rows, sections, settings),
    headings: missingHeadings(input, rows, sections, settings)
  }
}

/** A row for each paragraph: the direction of its sentences' sum, relative to the document's mean. */
function paragraphVectors({ paragraphs, sentences, vectors }: OutlineInput): Vectors {
  const centered = centerRows(vectors, meanVector(vectors))
  const rows = zeroVectors(paragraphs.length, vectors.dims)
  sentences.forEach(({ paragraph }, i) => {
    const to = row(rows, paragraph)
    const from = row(centered, i)
    for (let d = 0; d < vectors.dims; d++) to[d] += from[d]
  })
  for (let p = 0; p < rows.count; p++) normalize(row(rows, p))
  return rows
}

function suggestSections(
  input: OutlineInput,
  rows: Vectors,
  sections: readonly OutlineSection[],
  options: BoundaryOptions
): SuggestedSection[] {
  if (rows.count === 0) return []
  const maxLength = options.maxLength ?? longestWithin(rows.count, BOUNDARY_DEFAULTS.maxLength)
  const starts = [0, ...findBoundaries(rows, { ...options, maxLength })]
  const labels = labelSpans(input, starts)
  const existingAt = new Map(sections.map((section) => [section.start, section]))
  return starts.map((start, s) => {
    const existing = existingAt.get(start)
    return {
      start,
      end: starts[s + 1] ?? rows.count,
      heading: labels[s].heading,
      terms: labels[s].terms,
      ...(existing === undefined || existing.path.length === 0 ? {} : { path: existing.path })
    }
  })
}
