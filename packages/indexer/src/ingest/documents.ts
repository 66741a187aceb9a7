import { printable } from '@leitmotif/command'
import { createHash } from 'node:crypto'
import { parseDocument, splitSentences, type DocumentBlock, type DocumentFormat } from '@leitmotif/encoder'
import type { Article } from '@leitmotif/encoder/stages'
import { fieldType, MAX_KEYWORD_LENGTH } from '../store/fields.js'
import { listOf } from './field-values.js'
import type { PageStart, Section } from './formats/file-content.js'
import { keysOfFields, leftOutKeys, parseFrontMatter, readFrontMatter } from './front-matter-fields.js'
import type { FrontMatterNames } from './members.js'
import { isoDate } from './stated-dates.js'
import type { SourceDocument } from './source-document.js'
import { htmlParts, type DocumentPart } from './html-parts.js'
import { tableRows } from './table-rows.js'
import type { Fields, SentenceRecord } from '../store/store.js'

/** Maximum length of an indexed sentence, in UTF-16 code units; longer ones are usually tables or lists without markup. */
export const MAX_SENTENCE_LENGTH = 2000

/** Maximum number of sentences in a document. All their vectors are in memory: 240 MB at 1,200 dimensions. */
export const MAX_DOCUMENT_SENTENCES = 50_000

/** A document as sentences, ready to be encoded. */
export interface SentenceDocument {
  /** At most MAX_KEYWORD_LENGTH code units. */
  readonly title: string
  readonly fields: Fields
  /** Sentences with at least one word and at most MAX_SENTENCE_LENGTH code units. */
  readonly sentences: readonly SentenceRecord[]
  /** Number of sentences that were left out. */
  readonly leftOut: number
  /** Whether its date is the one in the file's name. */
  readonly datedByName: boolean
  /** The date that it states, if it cannot be read, and it has no other. */
  readonly unreadDate?: string
  /** Members of the front matter that cannot be fields. */
  readonly passedOver?: readonly string[]
  /** Keys of the front matter that could be fields if they were named. */
  readonly leftOutKeys?: readonly string[]
  /** Why the front matter cannot be read. */
  readonly frontMatterFault?: string
}

interface ParsedText {
  readonly title?: string
  readonly fields?: Fields
  readonly unreadDate?: string
  readonly passedOver?: readonly string[]
  readonly leftOutKeys?: readonly string[]
  readonly frontMatterFault?: string
  /** Prose, and the headings above it. */
  readonly paragraphs: readonly ParsedParagraph[]
}

interface ParsedParagraph {
  readonly path: readonly string[]
  readonly text: string
  /** Whether it is a row of a table, which is not divided into sentences. */
  readonly isRow?: boolean
  /** The pages that it is on, if it has any. */
  readonly pages?: readonly PageStart[] | undefined
}

/**
 * Splits a document into its sentences, without control characters, which a terminal would obey. Headings are not sentences: they are the path of those below them.
 * @param dateFormats formats of the date that it states, as luxon writes them
 * @throws Error for a document that cannot be parsed, or has too many sentences.
 */
export function splitDocument(source: SourceDocument, dateFormats: readonly string[] = []): SentenceDocument {
  const { document, body } = source
  const parsed =
    body.kind === 'article'
      ? { paragraphs: articleParagraphs(body.article) }
      : parseText(body.text, body.kind, source.frontMatter)
  const stranger = source.unreadDate ?? parsed.unreadDate
  const read = stranger === undefined ? undefined : isoDate(stranger, { formats: dateFormats, isDate: true })
  const stated = source.title ?? parsed.title
  const title = printable(shortened(stated === undefined ? source.name : headingText(stated)))
  const { dateInName } = source
  const named = { ...(read !== undefined && { date: read }), ...parsed.fields, ...source.fields }
  // A second date beside one by another name would leave it open which of them time runs along.
  const datedByName = dateInName !== undefined && !Object.entries(named).some((field) => isDateField(...field))
  const fields = datedByName ? { date: dateInName, ...named } : named
  const sentences: SentenceRecord[] = []
  let position = 0
  for (const [paragraph, { path: headings, text, isRow = false, pages }] of parsed.paragraphs.entries()) {
    const path = headings.map(printable)
    for (const { start, end } of isRow ? [{ start: 0, end: text.length }] : splitSentences(text)) {
      const sentence = printable(text.slice(start, end).trim())
      if (sentence.length <= MAX_SENTENCE_LENGTH && WORD.test(sentence)) {
        const id = sentenceId(document, position, sentence)
        const page = pages?.findLast(({ at }) => at <= start)?.page
        const own = page === undefined ? fields : { ...fields, page }
        sentences.push({ id, document, title, path, position, paragraph, text: sentence, fields: own })
      }
      position++
    }
    if (sentences.length > MAX_DOCUMENT_SENTENCES) {
      throw new Error(`has more than ${MAX_DOCUMENT_SENTENCES} sentences; split it`)
    }
  }
  const page = sentences.at(0)?.fields.page
  return {
    ...{
      title,
      fields: page === undefined ? fields : { ...fields, page },
      sentences,
      leftOut: position - sentences.length,
      datedByName
    },
    ...(stranger === undefined || 'date' in fields ? {} : { unreadDate: stranger }),
    ...(parsed.passedOver !== undefined && { passedOver: parsed.passedOver }),
    ...(parsed.leftOutKeys !== undefined && { leftOutKeys: parsed.leftOutKeys }),
    ...(parsed.frontMatterFault !== undefined && { frontMatterFault: parsed.frontMatterFault })
  }
}

function isDateField(name: string, value: Fields[string]): boolean {
  return name === 'date' || fieldType(name, value) === 'date'
}

const WORD = /\p{L}/u

/** Cuts a title to the length of a keyword, without splitting a surrogate pair. */
function shortened(title: string): string {
  return title.length <= MAX_KEYWORD_LENGTH ? title : title.slice(0, MAX_KEYWORD_LENGTH).replace(/\p{Surrogate}$/u, '')
}

/** Returns the first 128 bits of SHA-256, in hexadecimal. */
function sentenceId(document: string, position: number, text: string): string {
  return createHash('sha256')
    .update(JSON.stringify([document, position, text]))
    .digest('hex')
    .slice(0, 32)
}

/** @param names keys of front matter that are named; with them, or `{}`, plain text may have front matter */
function parseText(whole: string, kind: DocumentFormat, names?: FrontMatterNames): ParsedText {
  const plain = kind === 'plain' && names !== undefined ? parseFrontMatter(whole) : undefined
  const text = plain !== undefined && 'keys' in plain ? whole.slice(plain.end) : whole
  const { title: own, frontMatter, blocks, html } = parseDocument(text, kind)
  const hasYaml = text !== whole || (kind === 'markdown' && Object.keys(frontMatter).length > 0)
  const yaml = hasYaml ? readFrontMatter(whole, names) : undefined
  const parts = [...tableRows(text, kind), ...htmlParts(html)]
  const { heading, paragraphs } = withParts(blocks, parts)
  // A heading in HTML may come before the first of Markdown.
  const title = html.length > 0 ? (frontMatter.title ?? heading) : own
  if (yaml !== undefined && !('fault' in yaml)) {
    const { fields, unreadDate, passedOver, leftOut } = yaml
    const stated = yaml.title ?? title
    return {
      ...(stated !== undefined && { title: stated }),
      ...{ fields, paragraphs },
      ...(unreadDate !== undefined && { unreadDate }),
      ...(passedOver.length > 0 && { passedOver }),
      ...(leftOut.length > 0 && { leftOutKeys: leftOut })
    }
  }
  const keys = keysOfFields(names ?? {})
  const date = frontMatter[keys.date] ?? ''
  const stated = (names?.title === undefined ? undefined : frontMatter[names.title]) ?? title
  const leftOut = kind === 'markdown' ? leftOutKeys(frontMatter, names) : []
  const fields = Object.entries(keys).flatMap(([name, key]): [string, Fields[string]][] => {
    const value = frontMatter[key] ?? ''
    if (name === 'date') {
      const iso = isoDate(value, { isDate: true })
      return iso === undefined ? [] : [[name, iso]]
    }
    // Other formats write lists as one text.
    const { values } = listOf(name === 'tags' || name === 'authors' ? value.split(',') : [value])
    return values === undefined ? [] : [[name, values]]
  })
  return {
    ...(stated === undefined ? {} : { title: stated }),
    fields: Object.fromEntries(fields),
    ...(date === '' || isoDate(date, { isDate: true }) !== undefined ? {} : { unreadDate: date }),
    paragraphs,
    ...(leftOut.length > 0 && { leftOutKeys: leftOut }),
    ...(yaml !== undefined && { frontMatterFault: yaml.fault })
  }
}

/**
 * Returns the paragraphs of a document with its other parts where they are, each with the headings above it, and the first heading of
 * level 1. As in Markdown, a single one that opens the text is no section.
 */
function withParts(
  blocks: readonly DocumentBlock[],
  parts: readonly DocumentPart[]
): { heading: string | undefined; paragraphs: ParsedParagraph[] } {
  const all = inOrder(blocks, parts)
  const outermost = all.filter(({ level }) => level === 1)
  const first = all.find(({ isBlock, level }) => isBlock || level > 0)
  const title = outermost.length === 1 && outermost[0] === first ? first : undefined
  const open: (typeof all)[number][] = []
  const paragraphs: ParsedParagraph[] = []
  for (const part of all) {
    const { level, text, isRow } = part
    if (level > 0) {
      while (open.length > 0 && open.at(-1)!.level >= level) open.pop()
      if (part !== title) open.push(part)
    } else paragraphs.push({ path: open.map((heading) => heading.text), text, isRow })
  }
  return { heading: outermost.at(0)?.text, paragraphs }
}

function inOrder(
  blocks: readonly DocumentBlock[],
  parts: readonly DocumentPart[]
): (DocumentPart & { readonly isBlock: boolean })[] {
  const rest = parts.map((part) => ({ ...part, isBlock: false })).sort((a, b) => a.at - b.at)
  const all: ReturnType<typeof inOrder> = []
  let next = 0
  for (const { level, prose, span } of blocks) {
    while (next < rest.length && rest[next].at < span.start) all.push(rest[next++])
    all.push({ at: span.start, text: prose.text, level, isRow: false, isBlock: true })
  }
  return [...all, ...rest.slice(next)]
}

function articleParagraphs(article: Article): ParsedText['paragraphs'] {
  const open: { level: number; heading: string }[] = []
  return article.sections.flatMap((section: Section) => {
    const { heading, level, paragraphs, pages } = section
    const rows = new Set(section.rows)
    while (open.length > 0 && open.at(-1)!.level >= level) open.pop()
    if (heading !== '') open.push({ level, heading: headingText(heading) })
    const path = open.map((section) => section.heading)
    return paragraphs.map((text, index) => ({
      ...{ path, text, pages: pages?.[index] },
      isRow: rows.has(index)
    }))
  })
}

/** An icon or emoji in the notation of MkDocs and GitHub: `:material-anchor:`. */
const ICON = /(?<![\w:]):[a-z][a-z0-9]*(?:[-_+][a-z0-9]+)*:(?![\w:])/g
/** A tag of a template: `{{ … }}`, `{% … %}`, or a comment of MDX. */
const TAG = /\{\{[^{}]*\}\}|\{%[^{}]*%\}|\{\/\*[^{}]*\*\/\}/g
/** An attribute list or a closing tag of a component: `{#id}`, `{: .class}`, `{/examples}`. */
const LIST = /^\{(?::|[ \t]*[#.]|\/)[^{}]*\}$/

/**
 * Removes the markup of site generators from a heading or title. Markdown's headings arrive without it, but stated
 * titles and headings in JSON lines often have it. Returns the heading unchanged if nothing else would remain.
 */
export function headingText(heading: string): string {
  let text = heading.replace(TAG, '').replace(ICON, '').trim()
  for (let open = text.lastIndexOf('{'); open >= 0 && LIST.test(text.slice(open)); open = text.lastIndexOf('{'))
    text = text.slice(0, open).trimEnd()
  if (text === '' || text === heading) return heading
  return text.replace(/[ \t]{2,}/g, ' ')
}
