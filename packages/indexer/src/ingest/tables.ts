import { createReadStream } from 'node:fs'
import { extname } from 'node:path'
import { isFieldName } from '../store/fields.js'
import type { FieldType } from '../store/store.js'
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
}

interface Row {
  readonly values: readonly string[]
  /** Number of its first line, from 1. */
  readonly line: number
}

/**
 * Reads the rows of a table with a header; values are separated by commas, semicolons or tabs. A row is a document. Its
 * text is the column that the option `text` names; `id` and `title` are the columns of these names, other columns are
 * fields. Without an `id` column, the id is the file's name and the number of the row. Rows whose length differs from
 * the header are yielded as problems.
 */
export async function* readTable(
  file: ReadableFile,
  options: TableOptions,
  onBytes: (read: number) => void
): AsyncGenerator<SourceItem> {
  const { source, path } = file
  const rows = readRows(path, onBytes)
  const sample: Row[] = []
  let header: readonly string[] = []
  let numeric: ReadonlySet<string> | undefined
  let line = 1
  let count = 0
  let fault: SourceItem | undefined
  const ofRow = (row: Row): SourceItem => rowItem(row, ++count, header, numeric!, source, options)
  try {
    for await (const row of rows) {
      ;({ line } = row)
      if (header.length === 0) {
        header = row.values.map((name) => name.trim())
        const problem = headerProblem(header, options.text)
        if (problem === undefined) continue
        // A table found in a folder may have no text column. If the user named the column, it must exist.
        yield { source, status: options.text === undefined ? 'skipped' : 'failed', reason: problem }
        return
      }
      if (numeric === undefined) {
        sample.push(row)
        if (sample.length < SAMPLE) continue
        numeric = numericColumns(header, sample, options.fields)
        for (const before of sample) yield ofRow(before)
      } else yield ofRow(row)
    }
  } catch (error) {
    fault = { source, line, status: 'failed', reason: tableFault(path, error) }
  }
  if (numeric === undefined) {
    numeric = numericColumns(header, sample, options.fields)
    for (const row of sample) yield ofRow(row)
  }
  if (fault !== undefined) yield fault
  else if (header.length === 0) yield { source, status: 'skipped', reason: 'is empty' }
  else if (count === 0) yield { source, status: 'skipped', reason: 'has a header and no rows' }
}

async function* readRows(path: string, onBytes: (read: number) => void): AsyncGenerator<Row> {
  const { parse } = await import('csv-parse')
  const file = createReadStream(path, { highWaterMark: 1 << 18 })
  let bytes = 0
  file.on('data', (chunk) => {
    onBytes((bytes += chunk.length))
  })
  try {
    const chunks = decoded(file)
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

/** Decodes UTF-8, or UTF-16 with its byte order mark. @throws TypeError for other bytes. */
async function* decoded(chunks: AsyncIterable<unknown>): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined
  for await (const chunk of chunks) {
    const bytes = chunk as Buffer
    decoder ??= new TextDecoder(
      bytes[0] === 0xff && bytes[1] === 0xfe
        ? 'utf-16le'
        : bytes[0] === 0xfe && bytes[1] === 0xff
          ? 'utf-16be'
          : 'utf-8',
      { fatal: true }
    )
    const text = decoder.decode(bytes, { stream: true })
    if (text !== '') yield text
  }
  const rest = decoder?.decode() ?? ''
  if (rest !== '') yield rest
}

/** Returns the most frequent separator in the header. Spreadsheets write semicolons if commas are decimal. */
function delimiterOf(start: string): string {
  const [header] = /^.*/.exec(start.slice(0, 10_000))!
  const counts = [',', ';', '\t'].map((mark) => ({ mark, count: header.split(mark).length }))
  return counts.sort((a, b) => b.count - a.count)[0].mark
}

function headerProblem(header: readonly string[], asked: string | undefined): string | undefined {
  if (header.length > MAX_COLUMNS) return `has ${header.length} columns; expected at most ${MAX_COLUMNS}`
  const twice = header.find((name, at) => name !== '' && header.indexOf(name) !== at)
  if (twice !== undefined) return `has two columns ${JSON.stringify(twice)}; rename one`
  if (header.includes(asked ?? 'text')) return undefined
  const named = header
    .slice(0, 20)
    .map((name) => JSON.stringify(name.slice(0, 80)))
    .join(', ')
  const expected = `name the column of texts with --text, one of ${named}${header.length > 20 ? ', …' : ''}`
  return `has no column ${JSON.stringify(asked ?? 'text')}; ${expected}`
}

function rowItem(
  { values, line }: Row,
  number: number,
  header: readonly string[],
  numeric: ReadonlySet<string>,
  source: string,
  options: TableOptions
): SourceItem {
  if (values.length !== header.length) {
    const got = `has ${values.length} ${values.length === 1 ? 'column' : 'columns'}`
    const expected = `expected ${header.length} as in the header; put texts with separators or line ends in quotes`
    return { source, line, status: 'failed', reason: `${got}; ${expected}` }
  }
  const value: Record<string, unknown> = {}
  for (const [at, name] of header.entries()) {
    const own = values[at].trim()
    if (own === '' && name !== (options.text ?? 'text')) continue
    // In a column of numbers, another value only drops the field, not the document.
    if (name !== '') value[name] = !numeric.has(name) ? own : isNumber(own) ? Number(own) : undefined
  }
  value.id = typeof value.id === 'number' ? String(value.id) : (value.id ?? `${source}:${number}`)
  if (value[options.text ?? 'text'] === '') return { source, line, status: 'skipped', reason: 'has no text' }
  try {
    return recordDocument({ source, line, value, text: JSON.stringify(value) }, options)
  } catch (error) {
    return { source, line, status: 'failed', reason: (error as Error).message }
  }
}

/** Returns the columns that the collection declares as numbers, or that contain only numbers. */
function numericColumns(
  header: readonly string[],
  rows: readonly Row[],
  fields: Readonly<Record<string, FieldType>> = {}
): ReadonlySet<string> {
  return new Set(
    header.filter((name, at) => {
      if (['id', 'title', 'text'].includes(name) || !isFieldName(name)) return false
      if (Object.hasOwn(fields, name)) return fields[name] === 'number'
      const values = rows.map(({ values }) => values.at(at)?.trim() ?? '').filter((value) => value !== '')
      return values.length > 0 && values.every(isNumber)
    })
  )
}

/** Whether a text is a plain number, not a code with leading zeros such as 01234. */
function isNumber(text: string): boolean {
  return /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/.test(text)
}

function tableFault(path: string, error: unknown): string {
  const { code } = error as { code?: string }
  if (code === 'CSV_MAX_RECORD_SIZE') {
    return `has a row of more than ${MAX_DOCUMENT_SIZE} characters from here on; close the quotes of a text, or split it`
  }
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'opens a quote that is never closed, here or below; close it'
  if (code?.startsWith('CSV_') === true)
    return `is no table from here on (${(error as Error).message}); mend its quotes`
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return 'is not UTF-8; save the file as UTF-8'
  return reasonOf(path, error)
}
