import { createReadStream } from 'node:fs'
import { decodeChunks, fileEncoding, isEncodingFault, UNKNOWN_ENCODING, UTF8, WRONG_ENCODING } from './encodings.js'
import { readJsonRecord } from './json-lines.js'
import type { RecordOptions } from './records.js'
import { MAX_DOCUMENT_SIZE, reasonOf, tooLarge, type SourceItem } from './source-document.js'
import type { ReadableFile } from './source-files.js'

/** A member of a JSON array as text. */
interface Member {
  readonly text: string
  /** The line on which it starts, from 1. */
  readonly line: number
  /** In characters; `text` is empty if it is larger than MAX_DOCUMENT_SIZE. */
  readonly length: number
}

/**
 * Reads a JSON array of documents, each as a line of JSON would be. Memory holds one. A file that does not begin with a list of objects
 * is of another kind: data, or settings of a program.
 */
export async function* readJsonArray(
  { path, source }: ReadableFile,
  options: RecordOptions & { readonly encoding?: string | undefined },
  onBytes: (read: number) => void
): AsyncGenerator<SourceItem> {
  const encoding = await fileEncoding(path, options.encoding).catch((error: unknown) => error)
  if (typeof encoding !== 'string') {
    yield { source, status: 'failed', reason: encoding === undefined ? UNKNOWN_ENCODING : reasonOf(path, encoding) }
    return
  }
  const file = createReadStream(path, { highWaterMark: 1 << 18 })
  let bytes = 0
  file.on('data', (chunk) => {
    onBytes((bytes += chunk.length))
  })
  let count = 0
  try {
    const named = encoding === UTF8 ? undefined : encoding
    for await (const { text, line, length } of membersOf(decodeChunks(file, encoding))) {
      if (count === 0 && !text.startsWith('{') && length <= MAX_DOCUMENT_SIZE) {
        yield otherKind(source)
        return
      }
      count++
      if (length > MAX_DOCUMENT_SIZE)
        yield { source, line, item: count, status: 'skipped', reason: tooLarge(length, 'characters'), tooLarge: true }
      else yield readJsonRecord({ text, line, item: count, source, encoding: named }, options)
    }
    if (count === 0) yield otherKind(source)
  } catch (error) {
    if (error instanceof CutShort && (count > 0 || error.inObject))
      yield { source, line: error.line, item: count + 1, status: 'failed', reason: error.message }
    else if (error instanceof CutShort) yield otherKind(source)
    else yield { source, status: 'failed', reason: isEncodingFault(error) ? WRONG_ENCODING : reasonOf(path, error) }
  } finally {
    file.destroy()
  }
}

function otherKind(source: string): SourceItem {
  return { source, status: 'other kind', reason: 'is no list of JSON objects' }
}

class CutShort extends Error {
  /** @param inObject whether an object was begun and the list not closed */
  constructor(
    readonly line: number,
    readonly inObject = false
  ) {
    super(
      'is not complete JSON: ends within a list, or has something else than a list from here on; expected [{…}, {…}]; export it again'
    )
  }
}

/**
 * Yields the members of the list that a text consists of; nothing for anything else but a list.
 * @throws CutShort if the list is not closed.
 */
async function* membersOf(chunks: AsyncIterable<string>): AsyncGenerator<Member> {
  let line = 1
  let depth = 0
  let isText = false
  let isEscaped = false
  let pieces: string[] = []
  let length = 0
  let start = 0
  const take = (): Member => {
    const text = length <= MAX_DOCUMENT_SIZE ? pieces.join('').trim() : ''
    const member = { text, line: start, length }
    ;[pieces, length, start] = [[], 0, 0]
    return member
  }
  for await (const chunk of chunks) {
    let from = 0
    const keep = (end: number): void => {
      if (end > from && depth > 0) {
        length += end - from
        if (length <= MAX_DOCUMENT_SIZE) pieces.push(chunk.slice(from, end))
      }
      from = end
    }
    for (let at = 0; at < chunk.length; at++) {
      const code = chunk.charCodeAt(at)
      if (code === NEWLINE) line++
      if (isText) {
        if (isEscaped) isEscaped = false
        else if (code === BACKSLASH) isEscaped = true
        else if (code === QUOTE) isText = false
        continue
      }
      if (code <= SPACE || code === BYTE_ORDER_MARK) continue
      if (depth === 0) {
        if (code !== OPEN_LIST || start < 0) throw new CutShort(line)
        depth = 1
        from = at + 1
        continue
      }
      if (depth === 1 && (code === COMMA || code === CLOSE_LIST)) {
        keep(at)
        from = at + 1
        if (start > 0) yield take()
        ;[pieces, length] = [[], 0]
        // Nothing may follow the list.
        if (code === CLOSE_LIST) [depth, start] = [0, -1]
        continue
      }
      if (start === 0) start = line
      if (code === QUOTE) isText = true
      else if (code === OPEN_LIST || code === OPEN_OBJECT) depth++
      else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth--
    }
    keep(chunk.length)
  }
  if (depth > 0) throw new CutShort(line, pieces.join('').trimStart().startsWith('{'))
}

const NEWLINE = 10
const SPACE = 32
const QUOTE = 34
const COMMA = 44
const OPEN_LIST = 91
const BACKSLASH = 92
const CLOSE_LIST = 93
const OPEN_OBJECT = 123
const CLOSE_OBJECT = 125
const BYTE_ORDER_MARK = 0xfeff
