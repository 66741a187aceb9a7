import { splitSentences, type Representation } from '@leitmotif/encoder'
import { paragraphVectors, type Article, type OutlineSection } from '@leitmotif/encoder/stages'
import { findMoveCandidates, fitSections, subjectWords, type FitInput } from '@leitmotif/encoder/training'
import { selectRows, type Random } from '@leitmotif/encoder/vectors'
import { remainingSections, type MinedSection } from '../mining/section-filters.js'
import { MINING_DEFAULTS } from '../mining/options.js'
import type { Measurable } from './tdc.js'

/** What articles the task takes: about seven sections, so that chance finds one home in seven. */
const MOVES_BOUNDS = {
  /** Top-level sections with those beneath them, the fewest and the most; shorter ones are left out. */
  sections: [6, 8],
  paragraphsPerSection: 3,
  /** Of a paragraph that is moved, or could be. */
  sentences: 2
} as const

/** Paragraphs that a section has at least where one is put into it: of fewer nobody could tell that it strays. */
const KEEPING = 2

/** An article's paragraphs in sections. */
export interface SectionedArticle extends FitInput {
  readonly sections: readonly OutlineSection[]
}

/** The same as it was read. */
export interface ReadArticle extends SectionedArticle {
  /** The paragraphs that may be moved. */
  readonly movable: readonly number[]
}

/**
 * An article as the task wants it: the top-level sections that remain after mining's filters (no lead, no references),
 * encoded. Undefined when it is out of MOVES_BOUNDS.
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
  // Two sections may have one heading.
  const paths = remaining.map(({ heading }, s) => [`${s} ${heading}`])
  return encodeSections(encoder, remaining, paths, representation)
}

/** Sections under headings `paths`, with a row and the words of each paragraph. */
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

/** An article of which one paragraph was put into another section. */
export interface MovedArticle extends SectionedArticle {
  /** Where the paragraph stands now, and the section that it was taken from. */
  readonly paragraph: number
  readonly home: number
}

/**
 * Puts a paragraph into another section: its home is any section that has one to move, as likely as another, so that
 * large sections are no better guess; the other section, and the place there, are any.
 */
export function moveOne({ rows, words, sections, movable }: ReadArticle, random: Random): MovedArticle {
  const pick = <T>(items: readonly T[]): T => items[random.integer(items.length)]
  const inside = (s: number): number[] => movable.filter((p) => p >= sections[s].start && p < sections[s].end)
  const indices = Array.from(sections.keys())
  const home = pick(indices.filter((s) => inside(s).length > 0))
  const moved = pick(inside(home))
  const other = pick(indices.filter((s) => s !== home && sections[s].end - sections[s].start >= KEEPING))
  const order = sections.map((section) => paragraphsOf(section).filter((p) => p !== moved))
  order[other].splice(random.integer(order[other].length + 1), 0, moved)
  const paths = sections.map(({ path }) => path)
  return { ...rearrange({ rows, words }, order, paths), paragraph: order.flat().indexOf(moved), home }
}

/** Sections of these paragraphs under these headings. */
export function rearrange(
  { rows, words }: Pick<SectionedArticle, 'rows' | 'words'>,
  order: readonly (readonly number[])[],
  paths: readonly (readonly string[])[]
): SectionedArticle {
  let end = 0
  return {
    rows: selectRows(rows, order.flat()),
    words: order.flat().map((p) => words[p]),
    sections: order.map(({ length }, s) => ({ path: paths[s], start: end, end: (end += length) }))
  }
}

/** The paragraphs of a section. */
export function paragraphsOf({ start, end }: OutlineSection): number[] {
  return Array.from({ length: end - start }, (_, i) => start + i)
}

/** The scores with which an article's paragraphs, as they are, are sent elsewhere; 0 where one is not. */
export function untouchedScores({ movable, ...article }: ReadArticle): number[] {
  const places = findMoveCandidates(article.rows, article.sections, fitSections(article))
  const scores = new Map(places.map(({ paragraph, score }) => [paragraph, score]))
  return movable.map((paragraph) => scores.get(paragraph) ?? 0)
}
