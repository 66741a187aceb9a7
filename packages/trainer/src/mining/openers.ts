import { splitSentences, type Span } from '@leitmotif/encoder'
import type { Article } from '@leitmotif/encoder/stages'
import { tokenize } from '@leitmotif/encoder/training'
import { remainingSections, type Paragraph, type Tally } from './section-filters.js'
import { MINING_DEFAULTS, type MiningOptions } from './options.js'

/** A sentence and its place: `article.sections[section].paragraphs[paragraph].slice(span.start, span.end)` is `text`. */
export interface Sentence {
  /** The article's id. */
  readonly article: string
  readonly section: number
  readonly paragraph: number
  /** Within the paragraph; without white space at either end. */
  readonly span: Span
  readonly text: string
}

/** A sentence that may stand in a triplet. */
export interface Opener extends Sentence {
  /** Its paragraph's place among those of its section that are not blank, subsections' included; from 0. */
  readonly position: number
  /** Its place in its paragraph; from 0. */
  readonly order: number
}

/** A section that remains, with its sentences that may stand in triplets; there may be none. */
export interface OpenedSection {
  readonly heading: string
  /** Where its heading stands in `article.sections`. */
  readonly section: number
  /** In reading order. */
  readonly openers: readonly Opener[]
}

/**
 * The sections of an article that remain after the section filters, in reading order, each with those of its
 * paragraphs' first sentences that are neither too short nor too long. Empty for an article of too few sections.
 */
export function openSections(article: Article, options: Partial<MiningOptions> = {}, tally?: Tally): OpenedSection[] {
  const settled = { ...MINING_DEFAULTS, ...options }
  const sections = remainingSections(article, settled, tally)
  if (sections.length < settled.minSections) {
    tally?.drop('few sections', article.title)
    return []
  }
  tally?.keep('articles', 1)
  return sections.map(({ heading, section, paragraphs }) => ({
    heading,
    section,
    openers: paragraphs.flatMap((paragraph, position) => openParagraph(article, paragraph, position, settled, tally))
  }))
}

/** A heading that openers stand under. */
export interface OpenHeading {
  readonly text: string
  /** Of the first opener under it. */
  readonly position: number
}

/**
 * The headings that a section's openers stand under, its own and its subsections', in reading order; empty ones are left out.
 * Linear in the section.
 */
export function openHeadings({ sections }: Article, { section, openers }: OpenedSection): OpenHeading[] {
  const found: OpenHeading[] = []
  const above: number[] = [] // the headings that a place stands under, of which the first `told` are found
  let [next, told] = [section, 0]
  for (const opener of openers) {
    for (; next <= opener.section; next++) {
      while (above.length > 0 && sections[above.at(-1)!].level >= sections[next].level) above.pop()
      told = Math.min(told, above.length)
      above.push(next)
    }
    for (; told < above.length; told++) {
      const text = sections[above[told]].heading.trim()
      if (text !== '') found.push({ text, position: opener.position })
    }
  }
  return found
}

function openParagraph(
  article: Article,
  { section, paragraph, text }: Paragraph,
  position: number,
  options: MiningOptions,
  tally?: Tally
): Opener[] {
  const found: Opener[] = []
  const spans = splitSentences(text)
  for (let order = 0; order < Math.min(spans.length, options.sentencesPerParagraph); order++) {
    const span = trimSpan(text, spans[order])
    const sentence = text.slice(span.start, span.end)
    const tokens = tokenize(sentence).length
    if (tokens < options.minTokens) tally?.drop('few tokens', sentence)
    else if (tokens > options.maxTokens) tally?.drop('many tokens', sentence)
    else found.push({ article: article.id, section, paragraph, span, text: sentence, position, order })
  }
  tally?.keep('sentences', found.length)
  return found
}

function trimSpan(text: string, { start, end }: Span): Span {
  const piece = text.slice(start, end)
  const from = start + piece.length - piece.trimStart().length
  return { start: from, end: from + piece.trim().length }
}
