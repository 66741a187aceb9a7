import { decodeArticle, type Article } from '@leitmotif/encoder/stages'
import { dataDocument } from './data-text.js'
import { memberAt, memberFields, type MemberNames, type SoughtMembers } from './members.js'
import { hashOf, NO_FILE, type SourceDocument, type UnreadDocument } from './source-document.js'

/** A record of a file of several documents: a line of JSON, a member of a JSON array, or a row of a table. */
export interface SourceRecord {
  readonly source: string
  /** From 1. */
  readonly line: number
  /** Its number in a list, from 1. */
  readonly item?: number | undefined
  readonly value: Readonly<Record<string, unknown>>
  /** The record as written, for its hash. */
  readonly text: string
  /** The encoding of the file, if it is not UTF-8. */
  readonly encoding?: string | undefined
}

export interface RecordOptions extends MemberNames {
  /** Formats of dates, for the hash. */
  readonly dateFormats?: readonly string[]
  readonly sought?: SoughtMembers | undefined
  /** Returns the date in a name; undefined if names date nothing. */
  readonly dateInName: (name: string) => string | undefined
}

/**
 * Returns a record as a document: an article (`{id, title, sections}`) or a text (`{id, text, title?, …}`). Other members
 * become fields. A line of a dump of Elasticsearch is the object in `_source`.
 * @throws Error that names the member at fault.
 */
export function recordDocument(record: SourceRecord, options: RecordOptions): SourceDocument | UnreadDocument {
  const { source, line, item } = record
  const place = { source, line, ...(item !== undefined && { item }) }
  const value = sourceOf(record.value)
  options.sought?.see(value)
  const { id: idName = 'id', text: textName = 'text', title: titleName = 'title', date: dateName, from = {} } = options
  const named = { ...(dateName !== undefined && { date: dateName }), ...from }
  const own = idOf(
    memberAt(value, idName) ?? (options.id === undefined ? memberAt(value, '_id') : undefined),
    options.id
  )
  // A row without an id already has the name of its file, and standard input has none.
  const isWhole = options.idsPerFile !== true || source === NO_FILE || own.startsWith(`${source}:`)
  const id = isWhole ? own : `${source}:${own}`
  const title = memberAt(value, titleName)
  if (title !== undefined && title !== null && typeof title !== 'string')
    throw new Error('has a title that is not a string; expected a string')
  const text = memberAt(value, textName) ?? undefined
  const plain = textOf(text)
  if (value.sections === undefined && plain === undefined) {
    if (text === undefined) throw new Error(`has neither ${textName} nor sections; expected one`)
    throw new Error(
      `has a ${textName} that is ${shown(text)}; expected a text or a list of texts; --text names another member`
    )
  }
  const used = [
    idName,
    textName,
    titleName,
    '_id',
    ...Object.values(named),
    ...(plain === undefined ? ['sections'] : [])
  ]
  const others = Object.entries(value).filter(
    // A member whose name another member was chosen for is not taken in its place.
    ([name]) => !Object.hasOwn(named, name) && !used.some((path) => path === name || path.startsWith(`${name}.`))
  )
  const { fields, passedOver } = memberFields([
    ...others,
    ...Object.entries(named).map(([name, path]): [string, unknown] => [name, memberAt(value, path)])
  ])
  const date = options.dateInName(id)
  const { dateFormats } = options
  const read = [options.id, options.text, options.title, dateName, from, dateFormats]
  const hash = hashOf(source, JSON.stringify(['record', date, read]), record.text)
  const common = {
    ...{ document: id, ...place, hash, name: id, fields },
    ...(typeof title === 'string' && title !== '' && { title: unquoted(title) }),
    ...(passedOver.length > 0 && { passedOver }),
    ...(date !== undefined && { dateInName: date }),
    ...(record.encoding !== undefined && { encoding: record.encoding })
  }
  if (plain === undefined) return { ...common, body: { kind: 'article', article: articleOf(value, id, title) } }
  return dataDocument(common, plain)
}

/** @throws Error that names the member at fault, and what sections are. */
function articleOf(value: SourceRecord['value'], id: string, title: string | null | undefined): Article {
  const { sections } = value
  const isObject = (each: unknown): boolean => typeof each === 'object' && each !== null && !Array.isArray(each)
  const wrong: unknown = Array.isArray(sections) ? sections.find((each) => !isObject(each)) : sections
  if (wrong !== undefined)
    throw new Error(
      `has sections that are ${shown(sections)}; expected a list of {"heading": "…", "level": 1, "paragraphs": ["…"]}`
    )
  return decodeArticle({ ...value, id, title: title ?? id })
}

function shown(value: unknown): string {
  return JSON.stringify(value).slice(0, 80)
}

/** The document within a line of a dump of Elasticsearch, with its id; any other value as it is. */
function sourceOf(value: SourceRecord['value']): SourceRecord['value'] {
  const { _source: source, _id } = value
  if (typeof source !== 'object' || source === null || Array.isArray(source)) return value
  return { _id, ...source }
}

/** A text, or a list of texts as paragraphs. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (!Array.isArray(value) || value.length === 0 || !value.every((part) => typeof part === 'string')) return undefined
  return value.join('\n\n')
}

/** Removes the quotes around a title of front matter, if they are part of the value. */
function unquoted(title: string): string {
  const single = /^'((?:[^']|'')+)'$/s.exec(title)
  if (single !== null) return single[1].replaceAll("''", "'")
  return /^"([^"\\]+)"$/s.exec(title)?.[1] ?? title
}

/** Returns the id of a record: text, or a whole number as text. */
function idOf(stated: unknown, member: string | undefined): string {
  if (typeof stated === 'string' && stated !== '') return stated
  if (Number.isSafeInteger(stated)) return String(stated)
  const expected = 'expected text that no other document has, or a whole number'
  if (stated === undefined || stated === null || stated === '') {
    const hint = member === undefined ? `; if another member holds it, name that with --id` : ''
    throw new Error(`has no ${member ?? 'id'}; ${expected}${hint}`)
  }
  throw new Error(`${member ?? 'id'} is ${JSON.stringify(stated).slice(0, 80)}; ${expected}`)
}
