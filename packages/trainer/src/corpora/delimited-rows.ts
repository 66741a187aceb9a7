import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { Failure, readFailure, readLines } from '@leitmotif/command'

/** A row of a table, its header included. */
export interface TableRow {
  readonly cells: readonly string[]
  /** The line on which it ends, from 1. */
  readonly number: number
  /** The row for messages. */
  readonly text: string
}

/** Longest row of a .csv file, in characters. */
const MAX_ROW = 1_000_000

/**
 * Streams the rows of a table: .csv, else tab-separated; unpacks .gz.
 * @throws Failure for a missing file, or one whose quotes or rows have no end.
 */
export function readTableRows(path: string): AsyncGenerator<TableRow> {
  return /\.csv(?:\.gz)?$/i.test(path) ? readCommas(path) : readTabs(path)
}

/** Reads a row a line. Most programs write cells without quotes, so a quote that opens a sentence may have no end. */
async function* readTabs(path: string): AsyncGenerator<TableRow> {
  for await (const { text, number } of readLines(path)) yield { cells: text.split('\t').map(unquoted), number, text }
}

/** Returns the text of a cell that a program put in quotes, with those within doubled; any other cell unchanged. */
function unquoted(cell: string): string {
  return /^"(?:[^"]|"")*"$/.test(cell) ? cell.slice(1, -1).replaceAll('""', '"') : cell
}

async function* readCommas(path: string): AsyncGenerator<TableRow> {
  const { parse } = await import('csv-parse')
  const file = createReadStream(path)
  const parser = parse({
    ...{ bom: true, info: true, max_record_size: MAX_ROW },
    ...{ relax_column_count: true, relax_quotes: true, skip_empty_lines: true }
  })
  const fail = (error: Error): void => {
    parser.destroy(error)
  }
  file.on('error', fail)
  if (path.toLowerCase().endsWith('.gz')) file.pipe(createGunzip().on('error', fail)).pipe(parser)
  else file.pipe(parser)
  try {
    for await (const record of parser) {
      const { record: cells, info } = record as { readonly record: string[]; readonly info: { readonly lines: number } }
      yield { cells, number: info.lines, text: cells.join(',') }
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code?.startsWith('CSV_') === true)
      throw new Failure(`${path}: is no table from here on (${message}); mend its quotes`)
    throw error instanceof Failure ? error : readFailure(path, error)
  } finally {
    file.destroy()
  }
}
