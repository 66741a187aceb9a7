import { decodeArticle, type Article } from '@leitmotif/encoder/stages'
import { isFieldName, MAX_FIELDS } from '../store/fields.js'
import type { Fields } from '../store/store.js'
import { isKeywordText, listOf } from './field-values.js'
import { fileContent } from './file-document.js'
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

/** Members or columns that hold what a document consists of; dots lead into objects: `author.name`. */
export interface MemberNames {
  /** Default: `id`, or `_id` in a dump of Elasticsearch. */
  readonly id?: string | undefined
  /** Default: `text`. */
  readonly text?: string | undefined
  /** Default: `title`. */
  readonly title?: string | undefined
  /** Becomes the field `date`. */
  readonly date?: string | undefined
  /** Fields by name, each with its member. */
  readonly from?: Readonly<Record<string, string>> | undefined
  /** Fields that are read from the member of the same name. JSON and tables have all of these without being asked. */
  readonly declared?: readonly string[] | undefined
  /** Whether two files may state the same id: a document is then named by its file and its id. Default: false. */
  readonly idsPerFile?: boolean | undefined
}

export interface RecordOptions extends MemberNames {
  /** Formats of dates, for the hash. */
  readonly dateFormats?: readonly string[]
  readonly sought?: SoughtMembers | undefined
  /** Returns the date in a name; undefined if names date nothing. */
  readonly dateInName: (name: string) => string | undefined
}

/** Most members that are listed where one is missing. */
const MAX_LISTED = 20

/** Fields that formats without members give, such as mail and PDF: no member needs to have them. */
const FIELDS_OF_FORMATS = ['author', 'date', 'from', 'language', 'page', 'subject']

/** Finds out which members named for titles, dates and fields no record or front matter of a run has. */
export class SoughtMembers {
  /** Those not met yet: the title or field that each is for, and its path. */
  private readonly missing: Map<string, string>
  private readonly met = new Set<string>()

  constructor({ title, date, from = {}, declared = [] }: MemberNames) {
    const own = declared.filter((name) => !FIELDS_OF_FORMATS.includes(name)).map((name) => [name, name] as const)
    const named = Object.entries({ ...Object.fromEntries(own), title, date, ...from })
    this.missing = new Map(named.filter((entry): entry is [string, string] => entry[1] !== undefined))
  }

  /** Whether a member was not met yet. */
  get isOpen(): boolean {
    return this.missing.size > 0
  }

  see(value: SourceRecord['value']): void {
    for (const [name, path] of this.missing) if (memberAt(value, path) !== undefined) this.missing.delete(name)
    if (this.missing.size > 0 && this.met.size < MAX_LISTED) for (const name of Object.keys(value)) this.met.add(name)
  }

  /** Members that no record has, by what they are named for, and members that records have; undefined if none is missing. */
  found(): AbsentMembers | undefined {
    if (this.missing.size === 0 || this.met.size === 0) return undefined
    return { named: Object.fromEntries(this.missing), members: [...this.met].slice(0, MAX_LISTED) }
  }
}

export interface AbsentMembers {
  /** Paths of members that no record has, by the title or field that they are named for. */
  readonly named: Readonly<Record<string, string>>
  /** Members that records have, at most MAX_LISTED. */
  readonly members: readonly string[]
}

/**
 * Returns a record as a document: an article (`{id, title, sections}`) or a text (`{id, text, title?, …}`). Other members
 * become fields. A line of a dump of Elasticsearch is the object in `_source`. A text in HTML is read when it is loaded.
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
  if (!isHtml(plain)) return { ...common, body: { kind: 'plain', text: plain } }
  return {
    ...{ document: id, ...place, hash },
    load: async () => {
      const read = await fileContent('fragment', Buffer.from(plain), { id, name: id })
      return { ...common, ...read, fields, ...(common.title !== undefined && { title: common.title }) }
    }
  }
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

/** Returns the member at a path; a name with dots comes before a path. */
export function memberAt(value: Readonly<Record<string, unknown>>, path: string): unknown {
  if (Object.hasOwn(value, path)) return value[path]
  let at: unknown = value
  for (const name of path.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined
    at = (at as Record<string, unknown>)[name]
  }
  return at
}

/** A text, or a list of texts as paragraphs. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (!Array.isArray(value) || value.length === 0 || !value.every((part) => typeof part === 'string')) return undefined
  return value.join('\n\n')
}

/** Tags of HTML that texts in data have. */
const TAG = /<(?:\/(?:a|b|blockquote|code|div|em|h[1-6]|i|li|ol|p|pre|span|strong|table|td|tr|u|ul)|br ?\/?)>/gi

/** Whether a text is HTML: it starts with an element, or has at least two tags. */
function isHtml(text: string): boolean {
  if (!text.includes('>')) return false
  TAG.lastIndex = 0
  if (!TAG.test(text)) return false
  return /^\s*<[a-z!]/i.test(text) || TAG.test(text)
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

/**
 * Returns the members that can be fields (text that is not too long, numbers, booleans, and lists of these), and the names of the others.
 * Ignores empty members.
 */
export function memberFields(members: readonly (readonly [string, unknown])[]): {
  fields: Fields
  passedOver: string[]
} {
  const fields: [string, Fields[string]][] = []
  const passedOver: string[] = []
  for (const [name, value] of members) {
    if (value === null || value === undefined || value === '') continue
    if (!isFieldName(name) || fields.length >= MAX_FIELDS) passedOver.push(name)
    else if (typeof value === 'number') fields.push([name, value])
    else if (typeof value === 'boolean') fields.push([name, String(value)])
    else if (typeof value === 'string' && isKeywordText(value)) fields.push([name, value])
    else if (Array.isArray(value)) {
      const { values, whole } = listOf(value)
      if (values !== undefined) fields.push([name, values])
      if (!whole) passedOver.push(name)
    } else passedOver.push(name)
  }
  return { fields: Object.fromEntries(fields), passedOver }
}
