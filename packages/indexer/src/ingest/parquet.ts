import { openParquet } from '@leitmotif/command'
import { recordDocument, type RecordOptions } from './records.js'
import { MAX_DOCUMENT_SIZE, reasonOf, tooLarge, type SourceItem } from './source-document.js'
import type { ReadableFile } from './source-files.js'
import { headerItem, headerProblem } from './tables.js'

/**
 * Reads the rows of a Parquet file, each a document as a row of another table is: `line` is the number of its row, from
 * 1. Lists of floating-point numbers are vectors, which no field can hold, and are not read.
 */
export async function* readParquetTable(
  { path, source }: ReadableFile,
  options: RecordOptions,
  onBytes: (read: number) => void
): AsyncGenerator<SourceItem> {
  let row = 0
  try {
    const file = await openParquet(path)
    try {
      const problem = headerProblem(file.names, options)
      if (problem !== undefined) {
        yield headerItem(source, problem, options)
        return
      }
      for await (const value of file.rows(undefined, onBytes)) yield rowItem({ source, line: ++row, value }, options)
    } finally {
      await file.close()
    }
    if (row === 0) yield { source, status: 'skipped', reason: 'has no rows' }
  } catch (error) {
    yield { source, status: 'failed', reason: reasonOf(path, error), ...(row > 0 && { line: row + 1 }) }
  }
}

function rowItem(
  { source, line, value }: { readonly source: string; readonly line: number; readonly value: Record<string, unknown> },
  options: RecordOptions
): SourceItem {
  const { id = 'id', text = 'text' } = options
  const content = JSON.stringify(value)
  if (content.length > MAX_DOCUMENT_SIZE)
    return { source, line, status: 'skipped', reason: tooLarge(content.length, 'characters'), tooLarge: true }
  if (value[text] === null || value[text] === '') return { source, line, status: 'skipped', reason: 'has no text' }
  try {
    const named = { ...value, [id]: value[id] ?? (id.includes('.') ? undefined : `${source}:${line}`) }
    return recordDocument({ source, line, value: named, text: content }, options)
  } catch (error) {
    return { source, line, status: 'failed', reason: (error as Error).message }
  }
}
