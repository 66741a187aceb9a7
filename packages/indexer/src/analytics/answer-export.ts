import { access, constants, writeFile } from 'node:fs/promises'
import { dirname, extname } from 'node:path'
import { Failure } from '@leitmotif/command'
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

export const EXPORT_ENDS = ['.csv', '.ndjson', '.json', '.html'] as const
type ExportEnd = (typeof EXPORT_ENDS)[number]

/** The media type of each format. */
export const EXPORT_TYPES: Readonly<Record<ExportEnd, string>> = {
  '.csv': 'text/csv',
  '.ndjson': 'application/x-ndjson',
  '.json': 'application/json',
  '.html': 'text/html'
}

/** Returns the format for a file name. @throws Failure that lists the formats. */
export function exportEnd(file: string): ExportEnd {
  const end = EXPORT_ENDS.find((known) => known === extname(file).toLowerCase())
  if (end !== undefined) return end
  throw new Failure(`--export ${file}: expected a file that ends in ${EXPORT_ENDS.join(', ')}`)
}

/** Checks before any work that an answer can be written to a file. @throws Failure if not. */
export async function prepareExport(file: string): Promise<void> {
  exportEnd(file)
  await access(dirname(file), constants.W_OK).catch((error: unknown) => {
    throw cannotWrite(file, error)
  })
}

/** Writes an answer to a file, in the format of its extension. @throws Failure if it cannot be written. */
export async function exportAnswer(file: string, answer: Exportable): Promise<void> {
  await writeAnswer(file, exportText(exportEnd(file), answer))
}

/** Returns the content of a file in this format. */
export function exportText(end: ExportEnd, answer: Exportable): string {
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
