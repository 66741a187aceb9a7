import { access, constants, writeFile } from 'node:fs/promises'
import { dirname, extname } from 'node:path'
import { createParquet, Failure, type ParquetValue } from '@leitmotif/command'
import { csv } from './csv.js'
import type { FlatTable, Value } from './flat-table.js'

/** An answer in all formats in which it can be exported. */
export interface Exportable {
  /** Written as one JSON document. */
  readonly value: unknown
  readonly table: FlatTable
  /** Returns one HTML page. */
  readonly page: () => string
}

const TEXT_ENDS = ['.csv', '.ndjson', '.json', '.html'] as const
type TextEnd = (typeof TEXT_ENDS)[number]

/** Formats of files. */
export const EXPORT_ENDS = [...TEXT_ENDS, '.parquet'] as const

/** The media type of each format. */
export const EXPORT_TYPES: Readonly<Record<TextEnd, string>> = {
  '.csv': 'text/csv',
  '.ndjson': 'application/x-ndjson',
  '.json': 'application/json',
  '.html': 'text/html'
}

/** Returns the format for a file name, one of `ends`. @throws Failure that lists the formats. */
export function exportEnd<End extends string>(file: string, ends: readonly End[]): End {
  const end = ends.find((known) => known === extname(file).toLowerCase())
  if (end !== undefined) return end
  throw new Failure(`--export ${file}: expected a file that ends in ${ends.join(', ')}`)
}

/** Checks before any work that an answer can be written to a file that ends in one of `ends`. @throws Failure if not. */
export async function prepareExport(file: string, ends: readonly string[] = EXPORT_ENDS): Promise<void> {
  exportEnd(file, ends)
  await access(dirname(file), constants.W_OK).catch((error: unknown) => {
    throw cannotWrite(file, error)
  })
}

/** Writes an answer to a file, in the format of its extension. @throws Failure if it cannot be written. */
export async function exportAnswer(file: string, answer: Exportable): Promise<void> {
  const end = exportEnd(file, EXPORT_ENDS)
  if (end === '.parquet') await writeParquet(file, answer.table)
  else await writeAnswer(file, exportText(end, answer))
}

/** Writes a table as a Parquet file: columns of numbers as such, all others as text. @throws Failure if it cannot be written. */
export async function writeParquet(file: string, { columns, rows }: FlatTable): Promise<void> {
  const types = columns.map((_, at): 'number' | 'text' => {
    const values = rows.map((row) => row[at]).filter((value) => value !== '')
    return values.length > 0 && values.every((value) => typeof value === 'number') ? 'number' : 'text'
  })
  try {
    const parquet = await createParquet(
      file,
      columns.map((name, at) => ({ name, type: types[at] }))
    )
    try {
      parquet.write(
        rows.map((row) => row.map((value, at) => parquetValue(types[at] === 'number' ? value : String(value))))
      )
      await parquet.finish()
    } catch (error) {
      await parquet.discard()
      throw error
    }
  } catch (error) {
    throw cannotWrite(file, error)
  }
}

/** Returns a value of a table as Parquet has it: none for an empty text. */
export function parquetValue(value: Value): ParquetValue {
  return value === '' ? undefined : typeof value === 'boolean' ? String(value) : value
}

/** Returns the content of a file in this format. */
export function exportText(end: TextEnd, answer: Exportable): string {
  const text = {
    '.csv': () => csv(answer.table),
    '.ndjson': () => ndjson(answer.table),
    '.json': () => `${JSON.stringify(answer.value, null, 2)}\n`,
    '.html': answer.page
  }
  return text[end]()
}

/** Writes a file. @throws Failure if it cannot be written. */
export async function writeAnswer(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text)
  } catch (error) {
    throw cannotWrite(file, error)
  }
}

function cannotWrite(file: string, error: unknown): Failure {
  return new Failure(`${file} cannot be written (${(error as Error).message}); name a file in a folder of yours`)
}

/** A JSON object a line; members without a value are left out. */
export function ndjson({ columns, rows }: FlatTable): string {
  return rows
    .map((row) => {
      const members = columns.flatMap((column, c): [string, Value][] => (row[c] === '' ? [] : [[column, row[c]]]))
      return `${JSON.stringify(Object.fromEntries(members))}\n`
    })
    .join('')
}
