import { createReadStream } from 'node:fs'
import { extname } from 'node:path'
import { isFieldName } from '../store/fields.js'
import { decodeChunks, fileEncoding, isEncodingFault, UNKNOWN_ENCODING, UTF8, WRONG_ENCODING } from './encodings.js'
import type { FieldType } from '../store/store.js'
import { isNumber } from './field-values.js'
import { recordDocument, type RecordOptions } from './records.js'
import { MAX_DOCUMENT_SIZE, reasonOf, type SourceItem } from './source-document.js'
import type { ReadableFile } from './source-files.js'

/** Number of rows that decide whether a column is numeric. */
const SAMPLE = 100

/** Maximum number of columns of a table. */
const MAX_COLUMNS = 1000

export interface TableOptions extends RecordOptions {
  /** Declared fields of the collection. They decide which columns are numbers. */
  readonly fields?: Readonly<Record<string, FieldType>>
  /** Default: recognised. */
  readonly encoding?: string | undefined
}

interface Row {
  readonly values: readonly string[]
  /** Number of its first line, from 1. */
  readonly line: number
}

/**
 * Reads the rows of a table of comma-separated (or semicolon- or tab-separated) values with a header. A row is a document: its
 * text, id and title are the columns that `options` names, other columns are fields. Without an `id` column the id is the file's name and the number of the row. Rows of another length than the header are yielded as problems.
 */
export async function* readTable(
  file: ReadableFile,
  options: TableOptions,
  onBytes: (read: number) => void
): AsyncGenerator<SourceItem> {
  const { source, path } = file
  const encoding = await fileEncoding(path, options.encoding).catch((error: unknown) => error)
  if (typeof encoding !== 'string') {
    yield { source, status: 'failed', reason: encoding === undefined ? UNKNOWN_ENCODING : reasonOf(path, encoding) }
    return
  }
  const rows = readRows(path, encoding, onBytes)
  const sample: Row[] = []
  let header: readonly string[] = []
  let numeric: ReadonlySet<string> | undefined
  let line = 1
  let count = 0
  let fault: SourceItem | undefined
  const other = encoding === UTF8 ? undefined : encoding
  const ofRow = (row: Row): SourceItem =>
    rowItem(row, ++count, { header, numeric: numeric!, source, encoding: other }, options)
  try {
    for await (const row of rows) {
      ;({ line } = row)
      if (header.length === 0) {
        header = row.values.map((name) => name.trim())
        const problem = headerProblem(header, options)
        if (problem === undefined) continue
        yield headerItem(source, problem, options)
        return
      }
      if (numeric === undefined) {
        sample.push(row)
        if (sample.length < SAMPLE) continue
        numeric = numericColumns(header, sample, options)
        for (const before of sample) yield ofRow(before)
      } else yield ofRow(row)
    }
  } catch (error) {
    fault = { source, line, status: 'failed', reason: tableFault(path, error) }
  }
  if (numeric === undefined) {
    numeric = numericColumns(header, sample, options)
    for (const row of sample) yield ofRow(row)
  }
  if (fault !== undefined) yield fault
  else if (header.length === 0) yield { source, status: 'skipped', reason: 'is empty' }
  else if (count === 0) yield { source, status: 'skipped', reason: 'has a header and no rows' }
}

async function* readRows(path: string, encoding: string, onBytes: (read: number) => void): AsyncGenerator<Row> {
  const { parse } = await import('csv-parse')
  const file = createReadStream(path, { highWaterMark: 1 << 18 })
  let bytes = 0
  file.on('data', (chunk) => {
    onBytes((bytes += chunk.length))
  })
  try {
    const chunks = decodeChunks(file, encoding)
    const first = await chunks.next()
    if (first.done === true) return
    const parser = parse({
      delimiter: extname(path).toLowerCase() === '.tsv' ? '\t' : delimiterOf(first.value),
      info: true,
      max_record_size: MAX_DOCUMENT_SIZE,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true
    })
    const feed = async (): Promise<void> => {
      try {
        for (let chunk = first as IteratorResult<string>; chunk.done !== true; chunk = await chunks.next()) {
          if (!parser.write(chunk.value)) await new Promise((resolve) => parser.once('drain', resolve))
          if (parser.destroyed) return
        }
        parser.end()
      } catch (error) {
        parser.destroy(error as Error)
      }
    }
    void feed()
    for await (const record of parser) {
      const { record: values, info } = record as { record: string[]; info: { lines: number } }
      const breaks = values.reduce((sum, value) => sum + (value.match(/\r\n|\r|\n/g)?.length ?? 0), 0)
      yield { values, line: info.lines - breaks }
    }
  } finally {
    file.destroy()
  }
}

/** The separator that the header has most of; spreadsheets write semicolons where commas are decimal. */
function delimiterOf(start: string): string {
  const [header] = /^.*/.exec(start.slice(0, 10_000))!
  const counts = [',', ';', '\t'].map((mark) => ({ mark, count: header.split(mark).length }))
  return counts.sort((a, b) => b.count - a.count)[0].mark
}

/** Returns why a table with these columns cannot be read; undefined if it can. */
export function headerProblem(header: readonly string[], options: TableOptions): string | undefined {
  if (header.length > MAX_COLUMNS) return `has ${header.length} columns; expected at most ${MAX_COLUMNS}`
  const twice = header.find((name, at) => name !== '' && header.indexOf(name) !== at)
  if (twice !== undefined) return `has two columns ${JSON.stringify(twice)}; rename one`
  const { id, text, title, date, from = {} } = options
  const wanted = [text ?? 'text', id, title, date, ...Object.values(from)]
  const missing = wanted.find((name) => name !== undefined && !header.includes(name))
  if (missing === undefined) return undefined
  const named = header
    .slice(0, 20)
    .map((name) => JSON.stringify(name.slice(0, 80)))
    .join(', ')
  const what = missing === (text ?? 'text') ? 'name the column of texts with --text, one of' : 'expected one of'
  return `has no column ${JSON.stringify(missing)}; ${what} ${named}${header.length > 20 ? ', …' : ''}`
}

/** Returns the problem of a table's header. A table found in a folder may have no text column; named columns must exist. */
export function headerItem(
  source: string,
  reason: string,
  { id, text, title, date, from = {} }: TableOptions
): SourceItem {
  const isNamed = [id, text, title, date, ...Object.values(from)].some((name) => name !== undefined)
  return isNamed ? { source, status: 'failed', reason } : { source, status: 'skipped', reason, keeps: true }
}

interface Table {
  readonly header: readonly string[]
  /** Columns of numbers. */
  readonly numeric: ReadonlySet<string>
  readonly source: string
  readonly encoding: string | undefined
}

function rowItem(
  { values, line }: Row,
  number: number,
  { header, numeric, source, encoding }: Table,
  options: TableOptions
): SourceItem {
  const { id = 'id', text = 'text' } = options
  if (values.length !== header.length) {
    const got = `has ${values.length} ${values.length === 1 ? 'column' : 'columns'}`
    const expected = `expected ${header.length} as in the header; put texts with separators or line ends in quotes`
    return { source, line, status: 'failed', reason: `${got}; ${expected}` }
  }
  const value: Record<string, unknown> = {}
  for (const [at, name] of header.entries()) {
    const own = values[at].trim()
    if (own === '' && name !== text) continue
    // A value that is no number in a column of numbers costs the field, not the document.
    if (name !== '') value[name] = numeric.has(name) && isNumber(own) ? Number(own) : own
  }
  value[id] ??= `${source}:${number}`
  if (value[text] === '') return { source, line, status: 'skipped', reason: 'has no text' }
  try {
    return recordDocument({ source, line, value, text: JSON.stringify(value), encoding }, options)
  } catch (error) {
    return { source, line, status: 'failed', reason: (error as Error).message }
  }
}

/** Returns the columns that the collection declares as numbers, or that contain only numbers. */
function numericColumns(
  header: readonly string[],
  rows: readonly Row[],
  { id = 'id', text = 'text', title = 'title', date = 'date', fields = {} }: TableOptions
): ReadonlySet<string> {
  return new Set(
    header.filter((name, at) => {
      if ([id, title, text, date].includes(name) || !isFieldName(name)) return false
      if (Object.hasOwn(fields, name)) return fields[name] === 'number'
      const values = rows.map(({ values }) => values.at(at)?.trim() ?? '').filter((value) => value !== '')
      return values.length > 0 && values.every(isNumber)
    })
  )
}

function tableFault(path: string, error: unknown): string {
  const { code } = error as { code?: string }
  if (code === 'CSV_MAX_RECORD_SIZE') {
    return `has a row of more than ${MAX_DOCUMENT_SIZE} characters from here on; close the quotes of a text, or split it`
  }
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'opens a quote that is never closed, here or below; close it'
  if (code?.startsWith('CSV_') === true)
    return `is no table from here on (${(error as Error).message}); mend its quotes`
  if (isEncodingFault(error)) return WRONG_ENCODING
  return reasonOf(path, error)
}
