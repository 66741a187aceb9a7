import { splitSentences, type Span } from '@leitmotif/encoder'
import type { Article } from '@leitmotif/encoder/stages'
import { tokenize } from '@leitmotif/encoder/training'
import { remainingSections, type Paragraph, type Tally } from './section-filters.js'
import { MINING_DEFAULTS, type MiningOptions } from './options.js'

/** A sentence and its position: `article.sections[section].paragraphs[paragraph].slice(span.start, span.end)` is `text`. */
export interface Sentence {
  /** The article's id. */
  readonly article: string
  readonly section: number
  readonly paragraph: number
  /** Within the paragraph, without surrounding white space. */
  readonly span: Span
  readonly text: string
}

/** A sentence that may be in a triplet. */
export interface Opener extends Sentence {
  /** Index of its paragraph among the section's non-blank ones, including subsections'. */
  readonly position: number
  /** Its index in its paragraph. */
  readonly order: number
}

/** A section that passes the filters, with its sentences for triplets; perhaps none. */
export interface OpenedSection {
  readonly heading: string
  /** Index of its heading in `article.sections`. */
  readonly section: number
  /** In reading order. */
  readonly openers: readonly Opener[]
}

/**
 * Returns the sections of an article that pass the section filters, in reading order, each with the first sentences of its
 * paragraphs that are neither too short nor too long. Empty for an article with too few sections.
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

/** A heading with openers below it. */
export interface OpenHeading {
  readonly text: string
  /** Position of the first opener below it. */
  readonly position: number
}

/**
 * Returns the non-empty headings above a section's openers, its own and its subsections', in reading order. Linear in the
 * section.
 */
export function openHeadings({ sections }: Article, { section, openers }: OpenedSection): OpenHeading[] {
  const found: OpenHeading[] = []
  const above: number[] = [] // headings above the present opener; the first `added` are in `found`
  let [next, added] = [section, 0]
  for (const opener of openers) {
    for (; next <= opener.section; next++) {
      while (above.length > 0 && sections[above.at(-1)!].level >= sections[next].level) above.pop()
      added = Math.min(added, above.length)
      above.push(next)
    }
    for (; added < above.length; added++) {
      const text = sections[above[added]].heading.trim()
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
