import { yieldToHost } from '../vectors/host.js'
import { centerRow, checkVectors, meanVector, normalize, row, zeroVectors, type Vectors } from '../vectors/vectors.js'
import { missingHeadings, type MissingHeading } from './subject-changes.js'
import { suggestMerges, type SectionMerge } from './section-merges.js'
import { suggestMixed, type MixedSectionSuggestion } from './mixed-sections.js'
import { suggestMoves, type Move } from './paragraph-moves.js'
import { fitDocument } from './section-fit.js'
import { suggestMisplaced, type SeparateSection } from './separate-sections.js'
import { findSections, type OutlineInput } from '../segmentation/sections.js'
import type { SuggestionWeights } from '../segmentation/suggestion-weights.js'

export interface OutlineOptions {
  /** Minimum score of suggestions: the chance that they are right, from 0 to 1. Default: 0.3. */
  readonly minScore?: number
  /** Minimum number of words of a paragraph to move, or of a part that needs a heading. Default: 25. */
  readonly minWords?: number
  /** Learned weights: `Encoder.learned.suggestions`. Default: none, and no moves and no separate sections are suggested. */
  readonly weights?: SuggestionWeights | undefined
}

export const OUTLINE_DEFAULTS = { minScore: 0.3, minWords: 25 } as const

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

/**
 * Suggests moves, merges, misplaced paragraphs, mixed sections and missing headings; yields to other work between the
 * steps.
 * @throws Error unless each sentence has one finite vector and names an existing paragraph; the signal's reason, once it
 * is aborted.
 * @example
 * const text = 'Tea is steamed and rolled.'
 * const encoder = await loadEncoder('models/leitmotif-en')
 * const draft = { paragraphs: [{ text, path: [] }], sentences: [{ text, paragraph: 0 }], vectors: await encoder.encode([text]) }
 * const { moves } = await suggestChanges(draft, { weights: encoder.learned.suggestions }, AbortSignal.timeout(10_000))
 * moves // => []
 */
export async function suggestChanges(
  input: OutlineInput,
  options: OutlineOptions = {},
  signal?: AbortSignal
): Promise<OutlineSuggestions> {
  const settings = { ...OUTLINE_DEFAULTS, ...options }
  const pause = async (): Promise<void> => {
    await yieldToHost()
    signal?.throwIfAborted()
  }
  const rows = paragraphVectors(input)
  const sections = findSections(input.paragraphs)
  await pause()
  const document = fitDocument(input.paragraphs, rows, sections, input)
  await pause()
  const moves = settings.weights === undefined ? [] : suggestMoves(document, settings.weights, settings)
  await pause()
  const sentences = new Int32Array(rows.count)
  for (const { paragraph } of input.sentences) sentences[paragraph]++
  const misplaced =
    settings.weights === undefined
      ? []
      : suggestMisplaced({ ...document, directions: paragraphDirections(input), sentences }, settings.weights, settings)
  await pause()
  const merges = suggestMerges(document, settings)
  await pause()
  const mixed = suggestMixed(document, settings)
  await pause()
  return { moves, misplaced, merges, mixed, headings: missingHeadings(input, rows, sections, settings) }
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
  const outOfRange = sentences.find(({ paragraph }) => !(paragraph in paragraphs))
  if (outOfRange !== undefined) {
    throw new Error(
      `a sentence names paragraph ${outOfRange.paragraph}; expected an index from 0 to ${paragraphs.length - 1}`
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
