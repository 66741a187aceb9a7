import { splitSentences } from '@leitmotif/encoder'
import type { Article } from '@leitmotif/encoder/stages'
import type { Section } from '@leitmotif/encoder/training'
import type { MiningOptions } from './options.js'

/** The units that mining counts, in the order of filtering, with their filters. */
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

/** Counts what mining keeps and drops. */
export interface Tally {
  keep(unit: Unit, count: number): void
  /** `example`: a text that was dropped; may be empty. */
  drop(filter: Filter, example: string): void
}

/** A paragraph and its place: `article.sections[section].paragraphs[paragraph]`. */
export interface Paragraph {
  readonly section: number
  readonly paragraph: number
  readonly text: string
}

/** A section as mining sees it, perhaps with its subsections' paragraphs. */
export interface MinedSection {
  readonly heading: string
  /** Index of its heading in `article.sections`. */
  readonly section: number
  /** Its non-blank paragraphs in reading order. */
  readonly paragraphs: Paragraph[]
}

interface Group extends MinedSection {
  readonly level: number
  readonly named: boolean
}

/** A heading of a glossary or an index. */
const LETTER = /^\s*\p{L}\.?\s*$/u

/** Fewer headings of one letter may be names, such as those of the languages C, D and R. */
const MIN_LETTERS = 5

/** Returns the sections of an article that pass the section filters, in reading order. */
export function remainingSections(article: Article, options: MiningOptions, tally?: Tally): MinedSection[] {
  const written = groupSections(article, options).filter((group) => {
    const empty = group.paragraphs.length === 0 && !group.named
    if (empty) tally?.drop('empty', group.heading)
    return !empty
  })
  const lettered = options.dropLetters && written.filter(({ heading }) => LETTER.test(heading)).length >= MIN_LETTERS
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
  const texts = group.paragraphs.map(({ text }) => text)
  if (options.dropReferring && (options.strictReferring ? texts.some(hasReference) : texts.every(refersElsewhere)))
    return 'refers elsewhere'
  return null
}

/** Gathers sections, or top-level sections with their subsections, and marks those that a heading excludes. */
function groupSections(article: Article, options: MiningOptions): Group[] {
  const names = new Set(options.dropHeadings.map(foldHeading))
  const groups: Group[] = []
  // Level of the excluded heading above the present section.
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

/** Says whether a section starts a new group. The lead has no subsections; other sections include deeper levels. */
function opensGroup(section: Section, current: Group): boolean {
  return current.level === 0 || section.level <= current.level
}

function foldHeading(heading: string): string {
  return heading.trim().toLowerCase()
}

function hasSentences(paragraphs: readonly Paragraph[], wanted: number): boolean {
  // A non-blank paragraph has a sentence, so splitting is rarely needed.
  let count = paragraphs.length
  for (const { text } of paragraphs) {
    if (count >= wanted) return true
    count += splitSentences(text).length - 1
  }
  return count >= wanted
}

/** Maximum length of a paragraph that only refers elsewhere, in UTF-16 code units; limits the search, too. */
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
 * True for a paragraph that only refers to another section or article. Recognizes English wording, because articles have no
 * links.
 */
export function refersElsewhere(paragraph: string): boolean {
  const text = paragraph.trim()
  if (text.length > MAX_POINTER_LENGTH) return false
  return splitSentences(text).every(({ start, end }) => {
    const sentence = text.slice(start, end)
    return POINTERS.some((pointer) => pointer.test(sentence))
  })
}

/** "(see the section on soils)", "(cf. Grafting)" */
const REMARK = /\((?:please\s+)?(?:also\s+)?(?:see|cf\.)\s[^()]{1,200}\)/i

/** True for a paragraph with at least one sentence that refers to another section or article, or a remark in brackets that does. */
function hasReference(paragraph: string): boolean {
  return splitSentences(paragraph).some(({ start, end }) => {
    const sentence = paragraph.slice(start, end)
    return refersElsewhere(sentence) || REMARK.test(sentence)
  })
}
