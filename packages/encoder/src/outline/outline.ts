import { yieldToHost } from '../vectors/host.js'
import { centerRow, checkVectors, meanVector, normalize, row, zeroVectors, type Vectors } from '../vectors/vectors.js'
import type { Term, ThemeLabel } from '../labels/theme-labels.js'
import { missingHeadings, type MissingHeading } from './missing-headings.js'
import { suggestMerges, type SectionMerge } from './section-merges.js'
import { suggestMixed, type MixedSectionSuggestion } from './mixed-sections.js'
import { suggestMoves, type Move } from './paragraph-moves.js'
import { findParagraphThemes, PARAGRAPH_THEMES_DEFAULTS, type ParagraphThemesOptions } from './paragraph-themes.js'
import { findParagraphBoundaries, type ParagraphBoundaryOptions } from '../segmentation/paragraph-boundaries.js'
import { labelParagraphThemes } from './theme-names.js'
import { fitDocument } from './section-fit.js'
import { suggestMisplaced, type SeparateSection } from './misplaced-paragraphs.js'
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
  /** How suggested sections are divided, in paragraphs. */
  readonly boundaries?: ParagraphBoundaryOptions
  /** Least score of suggestions: the chance that they are right, from 0 to 1. Default: 0.3. */
  readonly minScore?: number
  /** Least words of a paragraph to move, or of a part that needs a heading. Default: 25. */
  readonly minWords?: number
}

export const OUTLINE_DEFAULTS = {
  themes: PARAGRAPH_THEMES_DEFAULTS,
  boundaries: { minLength: 2 },
  minScore: 0.3,
  minWords: 25
} as const

/** Paragraphs [start, end) on one subject. */
interface SuggestedSection {
  readonly start: number
  readonly end: number
  /** A heading made of its words. */
  readonly heading: string
  readonly terms: readonly Term[]
  /** Headings of the existing section that starts here, if one does. */
  readonly path?: readonly string[]
}

/** Paragraphs of one theme, adjacent or not. */
interface OutlineTheme extends ThemeLabel {
  /** theme-1 has the largest share. */
  readonly id: string
  /** Ascending. */
  readonly paragraphs: readonly number[]
  /** Fraction of the document's words. */
  readonly share: number
}

/** A section with the share of each theme among its words, the largest first. */
interface ThemedSection extends OutlineSection {
  readonly themes: readonly { readonly theme: string; readonly share: number }[]
}

/** How a document could be divided better. */
export interface OutlineSuggestions {
  /** Most certain first. */
  readonly moves: readonly Move[]
  /** In reading order, like all that follow. */
  readonly misplaced: readonly SeparateSection[]
  readonly merges: readonly SectionMerge[]
  readonly mixed: readonly MixedSectionSuggestion[]
  readonly headings: readonly MissingHeading[]
}

export interface Outline extends OutlineSuggestions {
  readonly themes: readonly OutlineTheme[]
  readonly sections: readonly ThemedSection[]
  readonly suggested: readonly SuggestedSection[]
}

/**
 * Outlines a document: its themes, sections by subject with a heading each, and suggestions for moves, merges,
 * misplaced paragraphs, mixed sections and missing headings. Suggestions are few: each must be clear.
 * @throws Error unless each sentence has one finite vector and names an existing paragraph.
 * @example
 * const texts = ['Tea is steamed and rolled.', 'Tea is dried.', 'A telescope has lenses.', 'Lenses gather light.']
 * const encoder = await loadEncoder('models/leitmotif-en')
 * const outline = outlineOf({
 *   paragraphs: texts.map((text) => ({ text, path: ['Notes'] })),
 *   sentences: texts.map((text, paragraph) => ({ text, paragraph })),
 *   vectors: await encoder.encode(texts)
 * })
 * outline.sections.length // => 1
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
    ...runToEnd(changesOf(input, options))
  }
}

/**
 * Returns the suggestions of `outlineOf` alone, and yields to other work between the steps.
 * @throws Error as `outlineOf`; the signal's reason, once it is aborted.
 * @example
 * const text = 'Tea is steamed and rolled.'
 * const encoder = await loadEncoder('models/leitmotif-en')
 * const draft = { paragraphs: [{ text, path: [] }], sentences: [{ text, paragraph: 0 }], vectors: await encoder.encode([text]) }
 * const { moves } = await suggestChanges(draft, {}, AbortSignal.timeout(10_000))
 * moves // => []
 */
export async function suggestChanges(
  input: OutlineInput,
  options: OutlineOptions = {},
  signal?: AbortSignal
): Promise<OutlineSuggestions> {
  const steps = changesOf(input, options)
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value
    await yieldToHost()
    signal?.throwIfAborted()
  }
}

/** Yields after each step. */
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
  const misplaced = suggestMisplaced({ ...document, directions: paragraphDirections(input), sentences }, settings)
  yield
  const merges = suggestMerges(document, settings)
  yield
  const mixed = suggestMixed(document, settings)
  yield
  return { moves, misplaced, merges, mixed, headings: missingHeadings(input, rows, sections, settings) }
}

function runToEnd<T>(steps: Generator<undefined, T, undefined>): T {
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return step.value
}

/** Returns each theme's share of all words of the paragraphs, largest first; of equals, the lower theme first. */
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
 * Returns a row for each paragraph, unit or zero: the direction of its sentences' sum, relative to the document's mean.
 * @throws Error unless each sentence has one finite vector and names an existing paragraph.
 */
export function paragraphVectors({ paragraphs, sentences, vectors }: OutlineInput): Vectors {
  if (sentences.length !== vectors.count) {
    throw new Error(`${sentences.length} sentences have ${vectors.count} vectors; expected one for each sentence`)
  }
  checkVectors('vectors', vectors)
  const astray = sentences.find(({ paragraph }) => !(paragraph in paragraphs))
  if (astray !== undefined) {
    throw new Error(
      `a sentence names paragraph ${astray.paragraph}; expected an index from 0 to ${paragraphs.length - 1}`
    )
  }
  return sumSentences(paragraphs.length, sentences, vectors, meanVector(vectors))
}

/**
 * Returns a row for each paragraph, unit or zero: the direction of its sentences' sum, not relative to the document.
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
