import { splitSentences } from '@leitmotif/encoder'
import type { Article } from '@leitmotif/encoder/stages'
import type { Section } from '@leitmotif/encoder/training'
import type { MiningOptions } from './options.js'

/** What mining counts, in the order in which it is filtered, and the filters of each. */
export const FILTERS = {
  sections: [
    'empty',
    'first section',
    'last section',
    'excluded heading',
    'one letter',
    'few sentences',
    'refers elsewhere'
  ],
  articles: ['few sections'],
  sentences: ['few tokens', 'many tokens'],
  pivots: ['no positive', 'no negative'],
  triplets: ['over its share']
} as const

export type Unit = keyof typeof FILTERS
export type Filter = (typeof FILTERS)[Unit][number]

/** Told of what mining keeps and drops. */
export interface Tally {
  keep(unit: Unit, count: number): void
  /** `example` is text that shows what was dropped; it may be empty. */
  drop(filter: Filter, example: string): void
}

/** A paragraph and its place: `article.sections[section].paragraphs[paragraph]`. */
export interface Paragraph {
  readonly section: number
  readonly paragraph: number
  readonly text: string
}

/** A section as mining sees it, which may hold its subsections' paragraphs too. */
export interface MinedSection {
  readonly heading: string
  /** Where its heading stands in `article.sections`. */
  readonly section: number
  /** Its paragraphs that are not blank, in reading order. */
  readonly paragraphs: Paragraph[]
}

interface Group extends MinedSection {
  readonly level: number
  readonly named: boolean
}

/** A heading of a glossary or an index. */
const LETTER = /^\s*\p{L}\.?\s*$/u

/** Fewer headings of one letter may be names, as of the languages C, D and R. */
const LEAST_LETTERS = 5

/** The sections of an article that remain after the section filters, in reading order. */
export function remainingSections(article: Article, options: MiningOptions, tally?: Tally): MinedSection[] {
  const written = groupSections(article, options).filter((group) => {
    const empty = group.paragraphs.length === 0 && !group.named
    if (empty) tally?.drop('empty', group.heading)
    return !empty
  })
  const lettered = options.dropLetters && written.filter(({ heading }) => LETTER.test(heading)).length >= LEAST_LETTERS
  const remaining = written.filter((group, index) => {
    const filter =
      lettered && LETTER.test(group.heading)
        ? 'one letter'
        : sectionFilter(group, index === 0, index === written.length - 1, options)
    if (filter !== null)
      tally?.drop(filter, [group.heading, group.paragraphs.at(0)?.text ?? ''].filter(Boolean).join(': '))
    return filter === null
  })
  tally?.keep('sections', remaining.length)
  return remaining
}

function sectionFilter(group: Group, first: boolean, last: boolean, options: MiningOptions): Filter | null {
  if (first && options.dropFirst) return 'first section'
  if (group.named) return 'excluded heading'
  if (last && options.dropLast) return 'last section'
  if (!hasSentences(group.paragraphs, options.minSentences)) return 'few sentences'
  if (options.dropReferring && group.paragraphs.every(({ text }) => refersElsewhere(text))) return 'refers elsewhere'
  return null
}

/** Gathers sections, or top-level sections with their subsections, and marks those that a heading excludes. */
function groupSections(article: Article, options: MiningOptions): Group[] {
  const names = new Set(options.dropHeadings.map(foldHeading))
  const groups: Group[] = []
  // The level of the excluded heading that we are beneath.
  let excluded = Infinity
  article.sections.forEach((section, index) => {
    if (section.level <= excluded) excluded = names.has(foldHeading(section.heading)) ? section.level : Infinity
    const named = excluded < Infinity
    const current = groups.at(-1)
    if (current === undefined || options.sections === 'each' || opensGroup(section, current)) {
      groups.push({ heading: section.heading, section: index, level: section.level, named, paragraphs: [] })
    }
    if (named) return
    section.paragraphs.forEach((text, paragraph) => {
      if (/\S/.test(text)) groups.at(-1)!.paragraphs.push({ section: index, paragraph, text })
    })
  })
  return groups
}

/** The lead takes in no section; any other takes in those of deeper levels. */
function opensGroup(section: Section, current: Group): boolean {
  return current.level === 0 || section.level <= current.level
}

function foldHeading(heading: string): string {
  return heading.trim().toLowerCase()
}

function hasSentences(paragraphs: readonly Paragraph[], wanted: number): boolean {
  // A paragraph that is not blank has a sentence: most often nothing need be split.
  let count = paragraphs.length
  for (const { text } of paragraphs) {
    if (count >= wanted) return true
    count += splitSentences(text).length - 1
  }
  return count >= wanted
}

/** A paragraph that only points elsewhere is no longer than this, in UTF-16 code units; bounds the search, too. */
const MAX_POINTER_LENGTH = 300

const POINTERS = [
  // Main article: X. Further information: X and Y. Related pages: X.
  /^(?:main|full|further|more|additional|related|detailed|other)\s+(?:articles?|pages?|sections?|topics?|chapters?|information|details|documentation|reading)\s*:/i,
  // See X. See also: X. Please refer to X. Read more about it in X.
  /^(?:please\s+)?(?:(?:also\s+)?see\b|cf\.|refer\s+to\b|consult\b|read\s+more\b|learn\s+more\b)/i,
  // For more on this, see X. For the earlier history, see the article X. To learn more, visit X.
  /^(?:for|to)\b[^.!?]*(?:,|\b(?:more|details|information))\s+(?:please\s+)?(?:see|refer\s+to|consult|visit|read)\b/i,
  // This subject is described in the article X.
  /^(?:this|these|the|it|they|details?|more)\b[^.!?]*\b(?:is|are)\s+(?:described|covered|discussed|documented|explained|listed|treated)\s+(?:\w+\s+)?(?:in|on|at|under|by)\s+(?:the|its|their|a)\s+(?:\w+\s+)?(?:article|page|section|chapter|appendix|list)\b/i
]

/**
 * Whether a paragraph only sends the reader to another section, another article or a section of one. Articles carry no
 * links, so this goes by wording, in English.
 */
export function refersElsewhere(paragraph: string): boolean {
  const text = paragraph.trim()
  if (text.length > MAX_POINTER_LENGTH) return false
  return splitSentences(text).every(({ start, end }) => {
    const sentence = text.slice(start, end)
    return POINTERS.some((pointer) => pointer.test(sentence))
  })
}
