import { readLines } from '@leitmotif/command'
import { recordDocument, type RecordOptions } from './records.js'
import { MAX_DOCUMENT_SIZE, reasonOf, tooLarge, type SourceItem } from './source-document.js'
import type { ReadableFile } from './source-files.js'

/** Reads a file of JSON lines. Yields lines that cannot be read as problems. */
export async function* readJsonLines(
  { path, source }: ReadableFile,
  options: RecordOptions,
  onBytes: (read: number) => void
): AsyncGenerator<SourceItem> {
  let lines = 0
  try {
    for await (const { text, number, utf8 } of readLines(path, onBytes)) {
      if (text.trim() === '') continue
      lines++
      yield readLine(text, number, source, utf8, options)
    }
  } catch (error) {
    yield { source, status: 'failed', reason: reasonOf(path, error) }
    return
  }
  if (lines === 0) yield { source, status: 'skipped', reason: 'is empty' }
}

function readLine(text: string, line: number, source: string, utf8: boolean, options: RecordOptions): SourceItem {
  if (text.length > MAX_DOCUMENT_SIZE)
    return { source, line, status: 'skipped', reason: tooLarge(text.length, 'characters'), tooLarge: true }
  if (!utf8) return { source, line, status: 'failed', reason: 'is not UTF-8; save the file as UTF-8' }
  try {
    const value: unknown = JSON.parse(text, ESCAPED_SURROGATE.test(text) ? wellFormed : undefined)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new Error('is not a JSON object; expected an object with id, and text or sections')
    }
    return recordDocument({ source, line, value: value as Record<string, unknown>, text }, options)
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
