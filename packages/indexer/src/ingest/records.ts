import { decodeArticle } from '@leitmotif/encoder/stages'
import { isFieldName, MAX_FIELDS } from '../store/fields.js'
import type { Fields } from '../store/store.js'
import { isKeywordText, listOf } from './field-values.js'
import { hashOf, type SourceDocument } from './source-document.js'

/** A record in a file of several documents: a line of JSON or a row of a table. */
export interface SourceRecord {
  readonly source: string
  /** Line number, from 1. */
  readonly line: number
  readonly value: Readonly<Record<string, unknown>>
  /** The record as written, for its hash. */
  readonly text: string
}

export interface RecordOptions {
  /** The member or column with the text. Default: `text`. */
  readonly text?: string | undefined
  /** Returns the date in a name; undefined if dates are not taken from names. */
  readonly dateInName: (name: string) => string | undefined
}

/**
 * Converts a record to a document: an article (`{id, title, sections}`) or a text (`{id, text, title?, …}`). Other
 * members become fields.
 * @throws Error that names the invalid member.
 */
export function recordDocument({ source, line, value, text }: SourceRecord, options: RecordOptions): SourceDocument {
  const textName = options.text ?? 'text'
  const { id: stated, title, sections, ...rest } = value
  const { [textName]: plain, ...others } = rest
  const id = idOf(stated)
  if (title !== undefined && typeof title !== 'string')
    throw new Error('has a title that is not a string; expected a string')
  if (sections === undefined && typeof plain !== 'string') {
    throw new Error(`has neither ${textName} nor sections; expected one`)
  }
  const body: SourceDocument['body'] =
    typeof plain === 'string'
      ? { kind: 'plain', text: plain }
      : { kind: 'article', article: decodeArticle({ ...value, id }) }
  const titled = title === undefined || title === '' ? {} : { title: unquoted(title) }
  const date = options.dateInName(id)
  const { fields, passedOver } = fieldsOf(others)
  const kind = ['line', ...(date === undefined ? [] : [`of ${date}`]), ...(textName === 'text' ? [] : [textName])]
  return {
    document: id,
    source,
    line,
    hash: hashOf(source, kind.join(' '), text),
    body,
    ...titled,
    name: id,
    fields,
    ...(passedOver.length > 0 && { passedOver }),
    ...(date === undefined ? {} : { dateInName: date })
  }
}

/** Removes quotes that are part of a title taken from front matter. */
function unquoted(title: string): string {
  const single = /^'((?:[^']|'')+)'$/s.exec(title)
  if (single !== null) return single[1].replaceAll("''", "'")
  return /^"([^"\\]+)"$/s.exec(title)?.[1] ?? title
}

/** Returns the id of a record: text, or a whole number as text. */
function idOf(stated: unknown): string {
  if (typeof stated === 'string' && stated !== '') return stated
  if (Number.isSafeInteger(stated)) return String(stated)
  const expected = 'expected text that no other document has, or a whole number'
  if (stated === undefined || stated === '') throw new Error(`has no id; ${expected}`)
  throw new Error(`id is ${JSON.stringify(stated).slice(0, 80)}; ${expected}`)
}

/**
 * Returns the members that can be fields (short text, numbers, booleans, and lists of these), and the names of the
 * others. Ignores empty members.
 * @throws Error for more fields than a collection allows.
 */
function fieldsOf(members: Readonly<Record<string, unknown>>): { fields: Fields; passedOver: string[] } {
  const fields: [string, Fields[string]][] = []
  const passedOver: string[] = []
  for (const [name, value] of Object.entries(members)) {
    if (value === null || value === '') continue
    if (!isFieldName(name)) passedOver.push(name)
    else if (typeof value === 'number') fields.push([name, value])
    else if (typeof value === 'boolean') fields.push([name, String(value)])
    else if (typeof value === 'string' && isKeywordText(value)) fields.push([name, value])
    else if (Array.isArray(value)) {
      const { values, whole } = listOf(value)
      if (values !== undefined) fields.push([name, values])
      if (!whole) passedOver.push(name)
    } else passedOver.push(name)
  }
  if (fields.length > MAX_FIELDS) throw new Error(`has ${fields.length} fields; expected at most ${MAX_FIELDS}`)
  return { fields: Object.fromEntries(fields), passedOver }
}
