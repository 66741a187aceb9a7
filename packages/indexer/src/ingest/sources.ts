import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, extname, posix } from 'node:path'
import { readFailure, readLines } from '@leitmotif/command'
import type { DocumentFormat } from '@leitmotif/encoder'
import { decodeArticle, type Article } from '@leitmotif/encoder/stages'
import { isFieldName, MAX_FIELDS, MAX_KEYWORD_LENGTH, VALUE_SEPARATOR } from '../store/fields.js'
import { listFiles, type SourceFile } from './source-files.js'
import type { Fields } from '../store/store.js'
import { isDate } from '../store/dates.js'

/** The largest document that is read: bytes of a file of prose, characters of a line of JSON. A long novel has 3 MB. */
export const MAX_DOCUMENT_SIZE = 8 * 1024 * 1024

/** Source of documents without a file. */
export const NO_FILE = 'service:'

/** Version of the text splitting: a change makes the next run index everything again. */
const FORMAT = 5

/** A document as it was read, before it is parsed. */
export interface SourceDocument {
  readonly document: string
  readonly source: string
  /** Of a file of lines: which, from 1. */
  readonly line?: number
  /** sha256 of all that its sentences and fields are made from. */
  readonly hash: string
  readonly body:
    { readonly kind: DocumentFormat; readonly text: string } | { readonly kind: 'article'; readonly article: Article }
  /** The title, if the source states one. */
  readonly title?: string
  /** Title if the text has none either. */
  readonly name: string
  readonly fields: Fields
  /** Names of non-empty members that cannot be fields; absent without any. */
  readonly passedOver?: readonly string[]
  /** The date in its path, or in its id where it is a line of data, for where it names none itself. */
  readonly dateInName?: string
}

/** A document that was not indexed, with the reason: not read, or rejected by the store (`dead`). */
export interface SourceProblem {
  readonly status: 'skipped' | 'failed' | 'dead'
  readonly source: string
  /** Of a file of lines: which, from 1. */
  readonly line?: number
  readonly reason: string
  /** Skipped for its size, and so perhaps missed. */
  readonly tooLarge?: true
}

/** Outcome of a document that was read. */
export function problemOf(item: SourceDocument, status: SourceProblem['status'], reason: string): SourceProblem {
  const { source, line } = item
  return { source, status, reason, ...(line === undefined ? {} : { line }) }
}

export type SourceItem = SourceDocument | SourceProblem | OtherKind

/** A file in a folder that is of a kind that cannot be indexed. */
interface OtherKind {
  readonly status: 'other kind'
  readonly source: string
  readonly reason: string
}

/**
 * Reads the documents under `paths` one after another; memory holds one. A prose file is one document, named by its
 * path relative to `base`. A line of JSON is an article (`{id, title, sections}`) or a text (`{id, text, title?, …}`),
 * named by its id.
 *
 * Unreadable input is yielded too: empty, binary or too large input as skipped, damaged input as failed. Calls
 * `onBytes` with the number of bytes read so far. With `datesFromNames`, prose files get the date in their path, and
 * lines the date in their id, which is often a path.
 * @throws Failure for a path that does not exist.
 */
export async function* readSources(
  paths: readonly string[],
  base: string,
  onBytes: (read: number) => void = () => {},
  { datesFromNames = false }: { readonly datesFromNames?: boolean } = {}
): AsyncGenerator<SourceItem> {
  const dateInName = (name: string): string | undefined => (datesFromNames ? dateInPath(name) : undefined)
  let before = 0
  for await (const file of listFiles(paths, base)) {
    if ('status' in file) {
      const { source, status, reason } = file
      yield { source, status, reason }
      continue
    }
    const start = before
    if (file.kind === 'lines')
      yield* readJsonLines(file, dateInName, (read) => {
        onBytes(start + read)
      })
    else yield await readProse(file, file.kind, dateInName(file.source))
    before += file.bytes
    onBytes(before)
  }
}

type DateInName = (name: string) => string | undefined

type ReadableFile = Extract<SourceFile, { kind: unknown }>

/** Other encodings that a text's first bytes identify without doubt, such as Windows' “Unicode”. */
const UTF16 = [
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff]
] as const

async function readProse(
  { path, source, bytes }: ReadableFile,
  kind: DocumentFormat,
  dateInName: string | undefined
): Promise<SourceItem> {
  if (bytes > MAX_DOCUMENT_SIZE) return { source, status: 'skipped', reason: tooLarge(bytes, 'bytes'), tooLarge: true }
  let content: Buffer
  try {
    content = await readFile(path)
  } catch (error) {
    return { source, status: 'failed', reason: reasonOf(path, error) }
  }
  const wide = UTF16.find(([, ...mark]) => mark.every((byte, at) => content[at] === byte))
  if (wide === undefined && content.includes(0))
    return {
      source,
      status: 'skipped',
      reason: 'is binary: it has NUL bytes; expected text in UTF-8, or in UTF-16 with its mark'
    }
  let text: string
  try {
    text = new TextDecoder(wide?.[0] ?? 'utf-8', { fatal: true }).decode(content)
  } catch {
    return { source, status: 'failed', reason: 'is not UTF-8; save it as UTF-8' }
  }
  if (text.trim() === '') return { source, status: 'skipped', reason: 'is empty' }
  const name = basename(source, extname(source))
  const hash = hashOf(source, dateInName === undefined ? kind : `${kind} of ${dateInName}`, content)
  const dated = dateInName === undefined ? {} : { dateInName }
  return { document: source, source, hash, body: { kind, text }, name, fields: {}, ...dated }
}

async function* readJsonLines(
  file: ReadableFile,
  dateInName: DateInName,
  onBytes: (read: number) => void
): AsyncGenerator<SourceItem> {
  const { path, source } = file
  let lines = 0
  try {
    for await (const { text, number, utf8 } of readLines(path, onBytes)) {
      if (text.trim() === '') continue
      lines++
      yield readLine(text, number, source, utf8, dateInName)
    }
  } catch (error) {
    yield { source, status: 'failed', reason: reasonOf(path, error) }
    return
  }
  if (lines === 0) yield { source, status: 'skipped', reason: 'is empty' }
}

function readLine(text: string, line: number, source: string, utf8: boolean, dateInName: DateInName): SourceItem {
  if (text.length > MAX_DOCUMENT_SIZE)
    return { source, line, status: 'skipped', reason: tooLarge(text.length, 'characters'), tooLarge: true }
  if (!utf8) return { source, line, status: 'failed', reason: 'is not UTF-8; save the file as UTF-8' }
  try {
    const value: unknown = JSON.parse(text, ESCAPED_SURROGATE.test(text) ? wellFormed : undefined)
    return decodeLine(value, text, line, source, dateInName)
  } catch (error) {
    const reason =
      error instanceof SyntaxError ? `is not JSON: ${error.message.slice(0, 200)}` : (error as Error).message
    return { source, line, status: 'failed', reason }
  }
}

/** JSON can escape a lone surrogate, which no store accepts. */
const ESCAPED_SURROGATE = /\\u[dD][89a-fA-F]/

function wellFormed(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? Buffer.from(value).toString() : value
}

function decodeLine(
  value: unknown,
  text: string,
  line: number,
  source: string,
  dateInName: DateInName
): SourceDocument {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error('is not a JSON object; expected an object with id, and text or sections')
  }
  const { id: stated, title, text: plain, sections, ...others } = value as Record<string, unknown>
  const id = idOf(stated)
  if (title !== undefined && typeof title !== 'string')
    throw new Error('has a title that is not a string; expected a string')
  if (sections === undefined && typeof plain !== 'string')
    throw new Error('has neither text nor sections; expected one')
  const body = typeof plain === 'string' ? ({ kind: 'plain', text: plain } as const) : articleBody({ ...value, id })
  const titled = title === undefined || title === '' ? {} : { title: unquoted(title) }
  const date = dateInName(id)
  const { fields, passedOver } = fieldsOf(others)
  return {
    document: id,
    source,
    line,
    hash: hashOf(source, date === undefined ? 'line' : `line of ${date}`, text),
    body,
    ...titled,
    name: id,
    fields,
    ...(passedOver.length > 0 && { passedOver }),
    ...(date === undefined ? {} : { dateInName: date })
  }
}

/** Removes the quotes around a title of front matter, if they are part of the value. */
function unquoted(title: string): string {
  const single = /^'((?:[^']|'')+)'$/s.exec(title)
  if (single !== null) return single[1].replaceAll("''", "'")
  return /^"([^"\\]+)"$/s.exec(title)?.[1] ?? title
}

/** Returns the id of a line: text, or a whole number as text. */
function idOf(stated: unknown): string {
  if (typeof stated === 'string' && stated !== '') return stated
  if (Number.isSafeInteger(stated)) return String(stated)
  const expected = 'expected text that no other document has, or a whole number'
  if (stated === undefined || stated === '') throw new Error(`has no id; ${expected}`)
  throw new Error(`id is ${JSON.stringify(stated).slice(0, 80)}; ${expected}`)
}

function articleBody(value: unknown): SourceDocument['body'] {
  return { kind: 'article', article: decodeArticle(value) }
}

/**
 * Returns the members that can be fields (text that is not too long, numbers, booleans, and lists of these), and the names of the others.
 * Ignores empty members.
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

function isKeywordText(text: string): boolean {
  return text.length <= MAX_KEYWORD_LENGTH && !text.includes(VALUE_SEPARATOR)
}

/**
 * Returns a list as the values of a keyword, each once: texts, numbers and booleans; alone if there is one, undefined
 * if there is none. `whole` tells whether nothing else was in it.
 */
export function listOf(list: readonly unknown[]): { values: string | string[] | undefined; whole: boolean } {
  const textOf = (value: unknown): string | undefined =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? String(value).trim()
      : undefined
  const texts = list.flatMap((value) => {
    const text = textOf(value) ?? ''
    return text !== '' && isKeywordText(text) ? [text] : []
  })
  const values = [...new Set(texts)]
  const whole = list.every((value) => value === null || value === '' || texts.includes(textOf(value) ?? ''))
  return { values: values.length > 1 ? values : values.at(0), whole }
}

function hashOf(source: string, kind: string, content: string | Buffer): string {
  return createHash('sha256')
    .update(JSON.stringify([FORMAT, kind, source]))
    .update(content)
    .digest('hex')
}

function reasonOf(path: string, error: unknown): string {
  return readFailure(path, error).message.replace(`${path}: `, '')
}

function tooLarge(size: number, unit: string): string {
  return `has ${size} ${unit}; expected at most ${MAX_DOCUMENT_SIZE}; split it`
}

/** A day in a file's name: 2021-05-04-title, title_2021_05_04, 20210504. */
const DAY = /(?<!\d)((?:1[5-9]|20)\d\d)([-_.]?)(\d\d)\2(\d\d)(?!\d)/

/**
 * A month at the start or the end of a name: 2021-05 title, title-2021-05. Not if a number follows, as in 2021-05-99,
 * nor after capitals, which mark another numbering: RFC-2024-10.
 */
const MONTH_FIRST = /^((?:1[5-9]|20)\d\d)[-_.](\d\d)(?![-_.]?\d)/
const MONTH_LAST = /(?<!\d|[-_.\d][-_.]|[A-Z]{2}[-_. ]?)((?:1[5-9]|20)\d\d)[-_.](\d\d)$/

/** Folders of a year, a month and a day, in this order, at the end of a path. */
const FOLDERS = /(?:^|\/)((?:1[5-9]|20)\d\d)(?:\/(\d\d))?(?:\/(\d\d))?$/

/**
 * Returns the date in a path with slashes, from 1500 to 2099: that in the file's name, else that of the folders
 * directly above it. If the folders' month and day do not form a date, returns the year alone. Undefined if the path
 * has no valid date.
 */
export function dateInPath(path: string): string | undefined {
  const at = path.lastIndexOf('/')
  const name = posix.parse(path).name
  const [, year, , month, day] = DAY.exec(name) ?? []
  const ofMonth = (MONTH_FIRST.exec(name) ?? MONTH_LAST.exec(name) ?? []).slice(1)
  const folders: (string | undefined)[] = FOLDERS.exec(path.slice(0, Math.max(0, at)))?.slice(1) ?? []
  const found = [
    [year, month, day],
    spansTwoYears(ofMonth) ? ofMonth.slice(0, 1) : ofMonth,
    folders,
    folders.slice(0, 1)
  ].map((parts) => parts.filter((part) => part !== undefined).join('-'))
  return found.find((date) => date !== '' && isDate(date))
}

/** Whether a month may also be the next year, as in 1910-11. Only the year is certain then. */
function spansTwoYears([year, month]: readonly string[]): boolean {
  return Number(month) === (Number(year) + 1) % 100
}
