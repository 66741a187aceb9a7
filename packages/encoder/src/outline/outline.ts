import { turn } from '../vectors/host.js'
import { centerRow, checkVectors, meanVector, normalize, row, zeroVectors, type Vectors } from '../vectors/vectors.js'
import type { Term, ThemeLabel } from '../labels/labels.js'
import { missingHeadings, type MissingHeading } from './missing-headings.js'
import { suggestMerges, type SectionMerge } from './merges.js'
import { suggestMixed, type MixedSection } from './mixed.js'
import { suggestMoves, type Move } from './moves.js'
import { findParagraphThemes, PARAGRAPH_THEMES_DEFAULTS, type ParagraphThemesOptions } from './paragraph-themes.js'
import { findParagraphBoundaries, type ParagraphBoundaryOptions } from '../segmentation/paragraph-boundaries.js'
import { labelParagraphThemes } from './theme-names.js'
import { fitDocument } from './section-fit.js'
import { suggestStrays, type OwnSection } from './strays.js'
import {
  countWords,
  findSections,
  labelSpans,
  spanOf,
  type OutlineInput,
  type OutlineSection
} from '../segmentation/sections.js'

export interface OutlineOptions {
  readonly themes?: ParagraphThemesOptions
  /** How suggested sections are cut, in paragraphs. */
  readonly boundaries?: ParagraphBoundaryOptions
  /** The score that suggestions have at least: the chance that they are right, from 0 to 1. */
  readonly minScore?: number
  /** Words that a paragraph to move, or a part that should have a heading, has at least. */
  readonly minWords?: number
}

export const OUTLINE_DEFAULTS = {
  themes: PARAGRAPH_THEMES_DEFAULTS,
  boundaries: { minLength: 2 },
  minScore: 0.3,
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

/** Paragraphs of one theme, adjacent or not. */
export interface OutlineTheme extends ThemeLabel {
  /** theme-1 has the largest share. */
  readonly id: string
  /** Ascending. */
  readonly paragraphs: readonly number[]
  /** Of the document's words. */
  readonly share: number
}

/** A section with the share of each theme among its words, the largest first. */
export interface ThemedSection extends OutlineSection {
  readonly themes: readonly { readonly theme: string; readonly share: number }[]
}

/** How a document could be better divided. */
export interface OutlineSuggestions {
  /** The surest first. */
  readonly moves: readonly Move[]
  /** In reading order, as all that follow. */
  readonly apart: readonly OwnSection[]
  readonly merges: readonly SectionMerge[]
  readonly mixed: readonly MixedSection[]
  readonly headings: readonly MissingHeading[]
}

export interface Outline extends OutlineSuggestions {
  readonly themes: readonly OutlineTheme[]
  readonly sections: readonly ThemedSection[]
  readonly suggested: readonly SuggestedSection[]
}

/**
 * What one document is about, and how it could be better divided: its themes, sections by subject with a heading each,
 * paragraphs that belong elsewhere or apart, and headings that are missing. Suggestions are few: each must be clear.
 * @throws Error if there is not one vector for each sentence, one is not finite, or a sentence names a paragraph that is not there.
 */
export function outlineOf(input: OutlineInput, options: OutlineOptions = {}): Outline {
  const { paragraphs } = input
  const sections = findSections(paragraphs)
  const section = spanOf(
    sections.map(({ start }) => start),
    paragraphs.length
  )
  const rows = paragraphVectors(input)
  const { theme, centroids } = findParagraphThemes(rows, section, options.themes)
  const words = paragraphs.map(({ text }) => countWords(text))
  const order = shares(theme, words, centroids.length)
  const labels = labelParagraphThemes(input, theme, centroids.length)
  const id = new Map(order.map(({ theme }, n) => [theme, `theme-${n + 1}`]))
  return {
    themes: order.map(({ theme: own, share }) => ({
      id: id.get(own)!,
      ...labels[own],
      paragraphs: Array.from(theme.keys()).filter((p) => theme[p] === own),
      share
    })),
    sections: sections.map((part) => {
      const { start, end } = part
      const own = shares(theme.subarray(start, end), words.slice(start, end), centroids.length)
      return { ...part, themes: own.map(({ theme, share }) => ({ theme: id.get(theme)!, share })) }
    }),
    suggested: suggestSections(input, rows, sections, { ...OUTLINE_DEFAULTS.boundaries, ...options.boundaries }),
    ...inOneGo(changesOf(input, options))
  }
}

/**
 * The suggestions alone; others have their turn between the steps.
 * @throws Error as `outlineOf`; the signal's reason, once it is aborted.
 */
export async function suggestChanges(
  input: OutlineInput,
  options: OutlineOptions = {},
  signal?: AbortSignal
): Promise<OutlineSuggestions> {
  const steps = changesOf(input, options)
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value
    await turn()
    signal?.throwIfAborted()
  }
}

/** Step by step. */
function* changesOf(input: OutlineInput, options: OutlineOptions): Generator<undefined, OutlineSuggestions, undefined> {
  const settings = { ...OUTLINE_DEFAULTS, ...options }
  const rows = paragraphVectors(input)
  const sections = findSections(input.paragraphs)
  yield
  const document = fitDocument(input.paragraphs, rows, sections)
  yield
  const moves = suggestMoves(document, settings)
  yield
  const sentences = new Int32Array(rows.count)
  for (const { paragraph } of input.sentences) sentences[paragraph]++
  const apart = suggestStrays({ ...document, directions: paragraphDirections(input), sentences }, settings)
  yield
  const merges = suggestMerges(document, settings)
  yield
  const mixed = suggestMixed(document, settings)
  yield
  return { moves, apart, merges, mixed, headings: missingHeadings(input, rows, sections, settings) }
}

function inOneGo<T>(steps: Generator<undefined, T, undefined>): T {
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return step.value
}

/** The themes that paragraphs have, and the share of each in all their words, the largest first; the lower of equals first. */
export function shares(
  theme: Int32Array,
  words: readonly number[],
  count: number
): { readonly theme: number; readonly share: number }[] {
  const own = new Float64Array(count)
  theme.forEach((c, p) => {
    if (c >= 0) own[c] += words[p]
  })
  const all = words.reduce((sum, n) => sum + n, 0)
  return Array.from(own, (sum, c) => ({ theme: c, share: all === 0 ? 0 : sum / all }))
    .filter(({ theme: c }) => theme.includes(c))
    .sort((a, b) => b.share - a.share || a.theme - b.theme)
}

/**
 * A row for each paragraph, unit or zero: the direction of its sentences' sum, relative to the document's mean.
 * @throws Error if there is not one vector for each sentence, one is not finite, or a sentence names a paragraph that is not there.
 */
export function paragraphVectors({ paragraphs, sentences, vectors }: OutlineInput): Vectors {
  if (sentences.length !== vectors.count) {
    throw new Error(`${sentences.length} sentences have ${vectors.count} vectors; expected one for each sentence`)
  }
  checkVectors('vectors', vectors)
  const astray = sentences.find(({ paragraph }) => !(paragraph in paragraphs))
  if (astray !== undefined) {
    throw new Error(`a sentence names paragraph ${astray.paragraph}; expected one of 0 … ${paragraphs.length - 1}`)
  }
  return sumSentences(paragraphs.length, sentences, vectors, meanVector(vectors))
}

/**
 * A row for each paragraph, unit or zero: the direction of its sentences' sum. `paragraphVectors` gives the same relative
 * to the document.
 */
export function paragraphDirections({ paragraphs, sentences, vectors }: OutlineInput): Vectors {
  return sumSentences(paragraphs.length, sentences, vectors)
}

function sumSentences(
  count: number,
  sentences: OutlineInput['sentences'],
  vectors: Vectors,
  mean?: Float32Array
): Vectors {
  const rows = zeroVectors(count, vectors.dims)
  const centered = new Float32Array(vectors.dims)
  sentences.forEach(({ paragraph }, i) => {
    const to = row(rows, paragraph)
    let from = row(vectors, i)
    if (mean !== undefined) {
      centerRow(from, mean, centered)
      from = centered
    }
    for (let d = 0; d < vectors.dims; d++) to[d] += from[d]
  })
  for (let p = 0; p < count; p++) normalize(row(rows, p))
  return rows
}

function suggestSections(
  input: OutlineInput,
  rows: Vectors,
  sections: readonly OutlineSection[],
  options: ParagraphBoundaryOptions
): SuggestedSection[] {
  if (rows.count === 0) return []
  const texts = input.paragraphs.map(({ text }) => text)
  const weights = input.boundaries
  const network = weights && { weights, directions: paragraphDirections(input) }
  const starts = [0, ...findParagraphBoundaries(rows, texts, { ...options, network })]
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
