import { withoutSpeakers } from '../labels/speakers.js'
import { parseDocument, type DocumentFormat, type ParsedDocument } from '../text/document.js'
import { splitSentences } from '../text/sentence-splitter.js'
import { slice, type Span } from '../text/span.js'
import { countWords } from '../segmentation/sections.js'
import type { DraftParagraph, DraftSection } from './analysis.js'
import { formsOf, type FormedParagraph } from './paragraph-forms.js'

/** A draft before its themes are known. */
export interface DraftText {
  /** From the front matter or the title heading, which is not a section; empty if there is none. */
  readonly title: string
  readonly paragraphs: readonly TextParagraph[]
  readonly sections: readonly TextSection[]
  /** Its language (ISO 639-1) if that is not English: its suggestions and names do without English. */
  readonly language?: string
  /** In reading order, without the names of speakers (`withoutSpeakers`). */
  readonly sentences: readonly { readonly text: string; readonly paragraph: number }[]
}

interface TextParagraph extends Omit<DraftParagraph, 'theme'> {
  /** Its text without markup, one block a line. */
  readonly text: string
  /** Whether it ends with code, a table or the like, which is not in its text. */
  readonly endsWithCode: boolean
  /** Its kind of text, and words in it that can serve as a heading. */
  readonly form: FormedParagraph
  /** Whether a scene break, such as `* * *`, is above it. */
  readonly isAfterBreak: boolean
}

interface TextSection extends Omit<DraftSection, 'themes'> {
  /** The headings above it and its own, the outermost first. */
  readonly path: readonly string[]
}

/** Ends with a colon, as "The settings are:" does. */
const LEADS = /[:：]["'”’)*_]*$/u

/** Matches the end of a sentence. */
const ENDED = /[.!…。！۔।][\p{Pe}\p{Pf}"'*_]*$/u

/** The number of UTF-16 units read at a paragraph's end, which bounds the cost. */
const MAX_END = 8

/** Maximum number of UTF-16 units of a paragraph's opening. */
const OPENING = 80

/** A line without words between two scenes: `* * *`, `---`, `⁂`. */
const SCENE_BREAK = /^\s*(?:[*_~=#+•·⁂❦✻✽-][ \t]*){1,60}\s*$|^\s*'{3,}\s*$/u

/**
 * Reads a draft. Blocks that are neither prose nor headings, such as code or tables, belong to the paragraph before them. A list or
 * quote belongs to a paragraph before it that ends with a colon, and text that goes on in small letters after code or a formula to the
 * text before that. Front matter, comments and definitions of links and footnotes are not paragraphs. A footnote's words are added to
 * the first paragraph that refers to it; if a heading does, to the first paragraph below. If only tables refer to it, it is omitted, as
 * the words of tables are.
 * @throws Error if the text is longer than the parser's limit
 */
export function readDraftText(text: string, format: DocumentFormat): DraftText {
  const document = parseDocument(text, format)
  const { title = '', blocks } = document
  const gathered = gatherParagraphs(document, text)
  const sections = findSections(document, gathered, text.length)
  const sentences: DraftText['sentences'][number][] = []
  const forms = formsOf(
    gathered.map(({ start, end, blocks: own }) => ({
      source: text.slice(start, end),
      text: own.map((index) => blocks[index].prose.text).join('\n'),
      isContained: blocks[own[0]].container !== 'none'
    })),
    format
  )
  let section = 0
  const paragraphs = gathered.map(
    ({ start, end, isAfterBreak, endsWithCode, blocks: own, notes }, paragraph): TextParagraph => {
      while (sections[section].end <= paragraph) section++
      const texts = [...own, ...notes].map((index) => blocks[index].prose.text)
      for (const shown of texts) {
        for (const piece of splitSentences(shown)) {
          const sentence = slice(shown, piece).trim()
          if (/\p{L}/u.test(sentence)) sentences.push({ text: sentence, paragraph })
        }
      }
      const joined = texts.join('\n')
      const opening = openingOf(texts.slice(0, own.length).join('\n')) || openingOf(text.slice(start, end))
      const words = countWords(joined)
      const form = forms[paragraph]
      return { span: { start, end }, opening, section, text: joined, endsWithCode, words, form, isAfterBreak }
    }
  )
  const said = withoutSpeakers(sentences.map(({ text }) => text))
  return { title, paragraphs, sections, sentences: sentences.map((one, i) => ({ ...one, text: said[i] })) }
}

/** Returns the beginning of a text on one line, cut between two words. */
function openingOf(text: string): string {
  const line = text
    .slice(0, 2 * OPENING)
    .replace(/\s+/gu, ' ')
    .trim()
  if (line.length <= OPENING) return line
  const cut = line.lastIndexOf(' ', OPENING)
  return `${line.slice(0, cut > OPENING / 2 ? cut : OPENING)}…`
}

/** A paragraph and its blocks by index. */
interface Gathered {
  readonly start: number
  end: number
  readonly isAfterBreak: boolean
  endsWithCode: boolean
  readonly blocks: number[]
  /** The blocks of its footnotes. */
  readonly notes: number[]
  /** The blocks of headings directly above it. */
  readonly headings: readonly number[]
}

function gatherParagraphs({ units, blocks }: ParsedDocument, text: string): Gathered[] {
  const gathered: Gathered[] = []
  /** The paragraph that following blocks may join. */
  let open: Gathered | undefined
  /** The headings above that have no paragraph yet. */
  let headings: { readonly block: number; readonly level: number }[] = []
  let isAfterBreak = false
  for (const {
    kind,
    level,
    span,
    blocks: [first, end]
  } of units) {
    const joins =
      open !== undefined &&
      (kind === 'other' || (kind === 'prose' && (isLedInto(blocks, first) || goesOn(blocks, first, open))))
    if (kind === 'heading') headings = [...headings.filter((above) => above.level < level), { block: first, level }]
    if (kind === 'prose' && !joins) {
      const above = headings.map(({ block }) => block)
      gathered.push({ ...span, isAfterBreak, endsWithCode: false, blocks: [], notes: [], headings: above })
      headings = []
    }
    if (kind !== 'other') isAfterBreak = kind === 'fixed' && SCENE_BREAK.test(text.slice(span.start, span.end))
    open = joins || kind === 'prose' ? gathered[gathered.length - 1] : undefined
    if (open === undefined) continue
    open.end = span.end
    open.endsWithCode = kind === 'other'
    for (let block = first; block < end; block++) open.blocks.push(block)
  }
  addNotes(gathered, units, blocks)
  return gathered
}

/**
 * Adds each footnote to the first paragraph that refers to it, directly or in its headings or footnotes. Footnotes without such a
 * paragraph are omitted.
 */
function addNotes(
  paragraphs: readonly Gathered[],
  units: ParsedDocument['units'],
  blocks: ParsedDocument['blocks']
): void {
  const notes = new Map<string, number[]>()
  for (const {
    kind,
    blocks: [first, end]
  } of units) {
    if (kind !== 'fixed') continue
    for (let block = first; block < end; block++) {
      const { note } = blocks[block]
      if (note === undefined) continue
      const own = notes.get(note) ?? []
      own.push(block)
      notes.set(note, own)
    }
  }
  for (const paragraph of paragraphs) {
    const add = (index: number): void => {
      for (const name of blocks[index].refersTo ?? []) {
        for (const block of notes.get(name) ?? []) paragraph.notes.push(block)
        notes.delete(name)
      }
    }
    paragraph.headings.forEach(add)
    paragraph.blocks.forEach(add)
    for (const index of paragraph.notes) add(index) // The loop adds to the list that it reads.
  }
}

/** Returns whether a block belongs to a list or quote after a block that ends with a colon. */
function isLedInto(blocks: ParsedDocument['blocks'], block: number): boolean {
  return blocks[block].container !== 'none' && block > 0 && LEADS.test(blocks[block - 1].prose.text.slice(-MAX_END))
}

/** Returns whether a block goes on with a sentence of a paragraph, which code or a formula interrupted. */
function goesOn(blocks: ParsedDocument['blocks'], block: number, { endsWithCode, blocks: own }: Gathered): boolean {
  if (!endsWithCode || !/^\p{Ll}/u.test(blocks[block].prose.text)) return false
  const before = own.findLast((index) => blocks[index].prose.text !== '')
  return before !== undefined && !endsSentence(blocks[before].prose.text)
}

/** Returns whether a text ends with a full stop or an exclamation mark. */
export function endsSentence(text: string): boolean {
  return ENDED.test(text.slice(-MAX_END))
}

function findSections(
  { units, blocks }: ParsedDocument,
  paragraphs: readonly Gathered[],
  length: number
): TextSection[] {
  const titled = blocks.at(0)?.level === 1 && blocks.filter(({ level }) => level === 1).length === 1
  const headings = units.filter(({ kind }) => kind === 'heading')
  const titleEnd = titled ? headings[0].span.end : 0
  const sections: (TextSection & { whole: Span })[] = []
  const open: number[] = []
  let start = 0
  const push = (section: Pick<TextSection, 'heading' | 'level' | 'headingSpan' | 'path'>, span: Span): void => {
    const first = start
    while (start < paragraphs.length && paragraphs[start].start < span.end) start++
    while (open.length > 0 && sections[open[open.length - 1]].level >= section.level) open.pop()
    const parent = open.at(-1) ?? -1
    if (section.level > 0) open.push(sections.length)
    sections.push({ ...section, span, whole: span, start: first, end: start, parent })
  }
  const own = titled ? headings.slice(1) : headings
  const leadEnd = own.at(0)?.span.start ?? length
  if (paragraphs.length > 0 && paragraphs[0].start < leadEnd) {
    push({ heading: '', level: 0, path: [] }, { start: titleEnd, end: leadEnd })
  }
  own.forEach(({ span, blocks: [index] }, h) => {
    const { path, prose } = blocks[index]
    const heading = { heading: prose.text, level: path.length + 1, headingSpan: span, path: [...path, prose.text] }
    push(heading, { start: span.start, end: own.at(h + 1)?.span.start ?? length })
  })
  for (let s = sections.length - 1; s >= 0; s--) {
    const { parent, whole } = sections[s]
    if (parent >= 0 && sections[parent].whole.end < whole.end) {
      sections[parent].whole = { start: sections[parent].span.start, end: whole.end }
    }
  }
  return sections
}
