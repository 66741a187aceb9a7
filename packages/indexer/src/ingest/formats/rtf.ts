import { Failure } from '@leitmotif/command'
import { isEncoding } from '../encodings.js'
import { createOutline, hasWords, withTitle, type FileContent } from './file-content.js'
import { createTableCells } from './table-cells.js'

/** A control word with its number, a byte, a control symbol, a bracket, or text. */
const TOKEN = /\\([a-zA-Z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-fA-F]{2})|\\([^])|([{}])|[\r\n]+|([^\\{}\r\n]+)/y

/** Groups that hold no text of the document. Any group that begins with `\*` is one, too. */
const SKIPPED =
  /^(?:colortbl|filetbl|listtable|revtbl|pict|object|(?:header|footer)[lrf]?|footnote|annotation|fldinst|nonshppict|tc|xe|datafield|themedata)$/

const SYMBOLS: Readonly<Partial<Record<string, string>>> = {
  ...{ emdash: '—', endash: '–', lquote: '‘', rquote: '’', ldblquote: '“', rdblquote: '”', bullet: '•' },
  ...{ tab: ' ', line: ' ', emspace: ' ', enspace: ' ', '~': '\u00A0', _: '-', '\\': '\\', '{': '{', '}': '}' }
}

/** Code pages by the character set of a font. */
const CHARSETS: Readonly<Partial<Record<number, string>>> = {
  ...{ 77: 'macintosh', 128: 'shift_jis', 129: 'euc-kr', 134: 'gbk', 136: 'big5', 161: 'windows-1253' },
  ...{ 162: 'windows-1254', 177: 'windows-1255', 178: 'windows-1256', 186: 'windows-1257', 204: 'windows-1251' },
  ...{ 222: 'windows-874', 238: 'windows-1250' }
}
const PAGES: Readonly<Partial<Record<number, string>>> = {
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh'
}

/** Control words that end a paragraph. Tables within cells are paragraphs of these. */
const ENDS = new Set(['par', 'sect', 'page', 'nestcell', 'nestrow'])

/** Outline level of titles. */
const TITLE = -1

/** Most groups within each other. */
const MOST_DEPTH = 1000

/** What a group sets, and the group after it has not. */
interface Group {
  /** What its text is: prose, nothing, or an entry of the tables at the start. */
  readonly use: string
  readonly isHidden: boolean
  readonly encoding: string
  /** Characters after each `\u` for programs that do not know it. */
  readonly fallback: number
  /** The number of a style or a font in its table. */
  readonly number: number
}

/**
 * Reads the paragraphs of a Rich Text document, without headers, footers, notes, pictures and hidden text. Headings are
 * paragraphs of such a style or outline level. Takes linear time.
 */
export function readRtf(content: Uint8Array): Promise<FileContent> {
  const source = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('latin1')
  if (!source.startsWith('{\\rtf'))
    throw new Failure('is no RTF: it does not begin with {\\rtf; open and save it again')
  const outline = createOutline()
  const table = createTableCells(outline)
  const information = new Map<string, string>()
  const fonts = new Map<number, string>()
  const styles = new Map<number, number>()
  const open: Group[] = []
  let group: Group = { use: 'text', isHidden: false, encoding: 'windows-1252', fallback: 1, number: 0 }
  let standard = group.encoding
  let bytes = ''
  let text = ''
  let skip = 0
  let level = 0
  let inTable = false
  let inRow = false
  let inCell = false
  let titled = ''
  let date: number[] = []
  const decode = (): void => {
    if (bytes !== '')
      text += /[\x80-\xff]/.test(bytes) ? new TextDecoder(group.encoding).decode(Buffer.from(bytes, 'latin1')) : bytes
    bytes = ''
  }
  const add = (some: string): void => {
    decode()
    if (!group.isHidden && group.use !== 'none') text += some
  }
  const openCell = (): void => {
    if (!inRow) table.openRow()
    if (!inCell) table.openCell()
    inRow = inCell = true
  }
  const closeRow = (): void => {
    if (inRow) table.closeRow()
    inRow = inCell = false
  }
  const endParagraph = (isCell = inTable): void => {
    decode()
    const own = text
    text = ''
    if (isCell) openCell()
    else if (hasWords(own)) closeRow()
    if (level === TITLE) titled += titled === '' ? own : ` ${own}`
    else if (level > 0) outline.heading(level, own)
    else (isCell ? table : outline).paragraph(own)
  }
  /** Takes the text of an entry of a table or of the document's information. */
  const endEntry = ({ use, number }: Group): void => {
    decode()
    const entry = text.replace(/;\s*$/, '').trim()
    const heading = /^heading ([1-9])$/i.exec(entry)
    if (use === 'stylesheet' && heading !== null) styles.set(number, Number(heading[1]))
    else if (use === 'stylesheet' && /^title$/i.test(entry)) styles.set(number, TITLE)
    else if (['title', 'author'].includes(use) && entry !== '') information.set(use, entry)
    if (use !== 'text' && use !== 'none') text = ''
  }
  const word = (name: string, number: number | undefined): void => {
    const { use } = group
    if (use === 'none') return
    const symbol = SYMBOLS[name]
    if (symbol !== undefined) add(symbol)
    else if (name === 'u' && number !== undefined) {
      add(String.fromCharCode(number & 0xffff))
      skip = group.fallback
    } else if (name === 'uc') group = { ...group, fallback: Math.min(Math.max(number ?? 1, 0), 100) }
    else if (name === 'ansicpg') {
      standard = PAGES[number ?? 0] ?? (number === 65001 ? 'utf-8' : `windows-${number}`)
      if (!isEncoding(standard)) standard = 'windows-1252'
      group = { ...group, encoding: standard }
    } else if (['fonttbl', 'stylesheet', 'info'].includes(name)) {
      decode()
      group = { ...group, use: name }
    } else if (use === 'fonttbl' && name === 'f') group = { ...group, number: number ?? 0 }
    else if (use === 'fonttbl' && name === 'fcharset') fonts.set(group.number, CHARSETS[number ?? 0] ?? standard)
    else if (use === 'stylesheet' && name === 's') group = { ...group, number: number ?? 0 }
    else if (use === 'info' && ['title', 'author', 'creatim'].includes(name)) group = { ...group, use: name }
    else if (use === 'creatim' && ['yr', 'mo', 'dy'].includes(name)) date = [...date, number ?? 0].slice(0, 3)
    else if (SKIPPED.test(name)) {
      decode()
      group = { ...group, use: 'none' }
    } else if (use !== 'text') return
    else if (name === 'cell') {
      endParagraph(true)
      inCell = false
    } else if (name === 'row') closeRow()
    else if (ENDS.has(name)) endParagraph()
    else if (name === 'pard') [level, inTable] = [0, false]
    else if (name === 'intbl') inTable = true
    else if (name === 's') level = styles.get(number ?? 0) ?? 0
    else if (name === 'outlinelevel') level = number !== undefined && number >= 0 && number < 9 ? number + 1 : level
    else if (name === 'v' || name === 'deleted') {
      decode()
      group = { ...group, isHidden: number !== 0 }
    } else if (name === 'f' || name === 'plain') {
      decode()
      const encoding = name === 'f' ? (fonts.get(number ?? 0) ?? standard) : standard
      group = { ...group, encoding, isHidden: name === 'f' && group.isHidden }
    }
  }
  TOKEN.lastIndex = 0
  for (let token = TOKEN.exec(source); token !== null; token = TOKEN.exec(source)) {
    const [, name, number, byte, symbol, bracket, plain] = token as unknown as (string | undefined)[]
    if (bracket === '{') {
      if (open.length >= MOST_DEPTH)
        throw new Failure(`has more than ${MOST_DEPTH} groups within each other; save it again`)
      decode()
      open.push(group)
      skip = 0
      if (source.startsWith('\\*', TOKEN.lastIndex)) group = { ...group, use: 'none' }
    } else if (bracket === '}') {
      endEntry(group)
      const outer = open.pop()
      if (outer === undefined || open.length === 0) break
      group = outer
      skip = 0
    } else if (name === 'bin') TOKEN.lastIndex += Math.max(0, Number(number ?? 0))
    else if (name !== undefined) word(name, number === undefined ? undefined : Number(number))
    else if (symbol === '\r' || symbol === '\n') word('par', undefined)
    else if (symbol !== undefined) word(symbol, undefined)
    else if (skip > 0 && byte !== undefined) skip--
    else if (byte !== undefined || plain !== undefined) {
      const run = byte === undefined ? plain! : String.fromCharCode(Number.parseInt(byte, 16))
      if (!group.isHidden && group.use !== 'none') bytes += run.slice(skip)
      skip = Math.max(0, skip - run.length)
    }
  }
  if (open.length > 0) throw new Failure('is cut short: a group is not closed; fetch it again, or open and save it')
  endParagraph()
  closeRow()
  const found =
    titled.trim() === '' ? withTitle(outline.sections) : { title: titled.trim(), sections: outline.sections }
  const title = found.title ?? information.get('title')
  const author = information.get('author')
  return Promise.resolve({
    sections: found.sections,
    ...(title !== undefined && { title }),
    ...(date.length === 3 && { date: date.map((part) => String(part).padStart(2, '0')).join('-') }),
    fields: author === undefined ? {} : { author }
  })
}
