import { readLines } from '@leitmotif/command'
import { decodedLines } from './decoded-lines.js'
import { UTF8, isEncodingFault, WRONG_ENCODING } from './encodings.js'
import { recordDocument, type RecordOptions } from './records.js'
import { MAX_DOCUMENT_SIZE, reasonOf, tooLarge, type SourceItem } from './source-document.js'
import type { ReadableFile } from './source-files.js'

/** Reads a file of JSON lines. Yields lines that cannot be read as problems. */
export async function* readJsonLines(
  { path, source }: ReadableFile,
  options: RecordOptions & { readonly encoding?: string | undefined },
  onBytes: (read: number) => void
): AsyncGenerator<SourceItem> {
  const { encoding } = options
  let count = 0
  let tooLong: SourceItem[] = []
  const onTooLong = (line: number, reason: string): void => {
    tooLong.push({ source, line, status: 'skipped', reason, tooLarge: true })
  }
  try {
    // JSON is UTF-8, so another encoding is only read if it is named.
    const lines = encoding === undefined ? readLines(path, onBytes, onTooLong) : decodedLines(path, encoding, onBytes)
    for await (const { text, number: line, utf8 } of lines) {
      count += tooLong.length
      yield* tooLong
      tooLong = []
      if (text.trim() === '') continue
      count++
      if (text.length > MAX_DOCUMENT_SIZE)
        yield { source, line, status: 'skipped', reason: tooLarge(text.length, 'characters'), tooLarge: true }
      else if (!utf8)
        yield { source, line, status: 'failed', reason: 'is not UTF-8; save the file as UTF-8, or name its --encoding' }
      else yield readJsonRecord({ text, line, source, encoding: encoding === UTF8 ? undefined : encoding }, options)
    }
  } catch (error) {
    yield { source, status: 'failed', reason: isEncodingFault(error) ? WRONG_ENCODING : reasonOf(path, error) }
    return
  }
  yield* tooLong
  if (count + tooLong.length === 0) yield { source, status: 'skipped', reason: 'is empty' }
}

/** A record as JSON. */
interface JsonRecord {
  readonly text: string
  /** From 1. */
  readonly line: number
  /** Its number in a list, from 1. */
  readonly item?: number
  readonly source: string
  readonly encoding?: string | undefined
}

/** Returns a JSON object as a document, or why it is none. */
export function readJsonRecord(record: JsonRecord, options: RecordOptions): SourceItem {
  const { text, line, item, source } = record
  try {
    const value: unknown = JSON.parse(text, ESCAPED_SURROGATE.test(text) ? wellFormed : undefined)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new Error('is not a JSON object; expected an object with id, and text or sections')
    }
    return recordDocument({ ...record, value: value as Record<string, unknown> }, options)
  } catch (error) {
    const reason =
      error instanceof SyntaxError ? `is not JSON: ${error.message.slice(0, 200)}` : (error as Error).message
    return { source, line, ...(item !== undefined && { item }), status: 'failed', reason }
  }
}

/** JSON can escape a lone surrogate, which no store accepts. */
const ESCAPED_SURROGATE = /\\u[dD][89a-fA-F]/

function wellFormed(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? Buffer.from(value).toString() : value
}
