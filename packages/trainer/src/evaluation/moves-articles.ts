import { splitSentences, type Representation } from '@leitmotif/encoder'
import { paragraphVectors, type Article, type OutlineSection } from '@leitmotif/encoder/stages'
import {
  findMoveCandidates,
  fitWords,
  subjectWords,
  type FitInput,
  type SuggestionWeights
} from '@leitmotif/encoder/training'
import { selectRows, type Random } from '@leitmotif/encoder/vectors'
import { remainingSections, type MinedSection } from '../mining/section-filters.js'
import { MINING_DEFAULTS } from '../mining/options.js'
import type { Measurable } from './tdc.js'

/** Limits for the task's articles: about seven sections, so that random choice finds one home in seven. */
const MOVES_BOUNDS = {
  /** Minimum and maximum number of top-level sections; shorter sections are left out. */
  sections: [6, 8],
  paragraphsPerSection: 3,
  /** Minimum number of sentences of a paragraph to move. */
  sentences: 2
} as const

/** Minimum number of paragraphs of a target section: with fewer, nobody could recognize the moved one. */
const MIN_TARGET = 2

/** An article's paragraphs in sections. */
export interface SectionedArticle extends FitInput {
  readonly paragraphs: readonly { readonly text: string }[]
  readonly sections: readonly OutlineSection[]
  /** The bundle's weights of moves; undefined for an encoder without them, which moves nothing. */
  readonly weights: SuggestionWeights | undefined
}

/** A sectioned article as it was read. */
export interface ReadArticle extends SectionedArticle {
  /** Indices of the paragraphs that may be moved. */
  readonly movable: readonly number[]
}

/**
 * Encodes the top-level sections of an article that pass mining's filters (no lead, no references). Undefined when the article
 * is outside of MOVES_BOUNDS.
 */
export async function prepareMoves(
  encoder: Measurable,
  article: Article,
  representation?: Representation
): Promise<ReadArticle | undefined> {
  const remaining = remainingSections(article, MINING_DEFAULTS).filter(
    ({ paragraphs }) => paragraphs.length >= MOVES_BOUNDS.paragraphsPerSection
  )
  const [fewest, most] = MOVES_BOUNDS.sections
  if (remaining.length < fewest || remaining.length > most) return undefined
  // Numbered, because two sections may have the same heading.
  const paths = remaining.map(({ heading }, s) => [`${s} ${heading}`])
  return encodeSections(encoder, remaining, paths, representation)
}

/** Encodes sections with headings `paths`: a row and the words of each paragraph. */
export async function encodeSections(
  encoder: Measurable,
  mined: readonly Pick<MinedSection, 'paragraphs'>[],
  paths: readonly (readonly string[])[],
  representation?: Representation
): Promise<ReadArticle> {
  const paragraphs = mined.flatMap((section, s) => section.paragraphs.map(({ text }) => ({ text, path: paths[s] })))
  const split = paragraphs.map(({ text }) => sentencesOf(text))
  const sentences = split.flatMap((own, paragraph) => own.map((text) => ({ text, paragraph })))
  const vectors = await encoder.encode(
    sentences.map(({ text }) => text),
    { representation }
  )
  let end = 0
  return {
    paragraphs,
    weights: encoder.learned?.suggestions,
    rows: paragraphVectors({ paragraphs, sentences, vectors }),
    words: paragraphs.map(({ text }) => subjectWords(text)),
    sections: mined.map((section, s) => ({ path: paths[s], start: end, end: (end += section.paragraphs.length) })),
    movable: Array.from(split.keys()).filter((p) => split[p].length >= MOVES_BOUNDS.sentences)
  }
}

function sentencesOf(text: string): string[] {
  return splitSentences(text)
    .map(({ start, end }) => text.slice(start, end).trim())
    .filter((sentence) => sentence !== '')
}

/** An article with one paragraph moved to another section. */
export interface MovedArticle extends SectionedArticle {
  /** The paragraph's new index, and its original section. */
  readonly paragraph: number
  readonly home: number
}

/**
 * Moves a paragraph to a random position of another random section. Every section with a movable paragraph is equally likely
 * to be the home, so that large sections are no better guess.
 */
export function moveOne({ sections, movable, ...article }: ReadArticle, random: Random): MovedArticle {
  const pick = <T>(items: readonly T[]): T => items[random.integer(items.length)]
  const inside = (s: number): number[] => movable.filter((p) => p >= sections[s].start && p < sections[s].end)
  const indices = Array.from(sections.keys())
  const home = pick(indices.filter((s) => inside(s).length > 0))
  const moved = pick(inside(home))
  const other = pick(indices.filter((s) => s !== home && sections[s].end - sections[s].start >= MIN_TARGET))
  const order = sections.map((section) => paragraphsOf(section).filter((p) => p !== moved))
  order[other].splice(random.integer(order[other].length + 1), 0, moved)
  const paths = sections.map(({ path }) => path)
  return { ...rearrange(article, order, paths), paragraph: order.flat().indexOf(moved), home }
}

/** Rearranges paragraphs into sections with these headings. */
export function rearrange(
  { rows, words, paragraphs, weights }: Omit<SectionedArticle, 'sections'>,
  order: readonly (readonly number[])[],
  paths: readonly (readonly string[])[]
): SectionedArticle {
  let end = 0
  return {
    rows: selectRows(rows, order.flat()),
    words: order.flat().map((p) => words[p]),
    paragraphs: order.flat().map((p) => paragraphs[p]),
    weights,
    sections: order.map(({ length }, s) => ({ path: paths[s], start: end, end: (end += length) }))
  }
}

/** Returns the likeliest move of each paragraph by the article's weights; none without them. */
export function movesIn({ weights, ...article }: SectionedArticle): ReturnType<typeof findMoveCandidates> {
  return weights === undefined ? [] : findMoveCandidates({ ...article, wordFit: fitWords(article) }, weights)
}

/** Returns the indices of a section's paragraphs. */
export function paragraphsOf({ start, end }: OutlineSection): number[] {
  return Array.from({ length: end - start }, (_, i) => start + i)
}

/** Returns the scores of suggested moves for an unchanged article's paragraphs; 0 without a suggestion. */
export function untouchedScores({ movable, ...article }: ReadArticle): number[] {
  const places = movesIn(article)
  const scores = new Map(places.map(({ paragraph, score }) => [paragraph, score]))
  return movable.map((paragraph) => scores.get(paragraph) ?? 0)
}
