import { createReadStream } from 'node:fs'
import { MAX_FILE_SIZE } from './formats/conversion.js'
import { reasonOf, tooLarge, type SourceProblem } from './source-document.js'
import type { ReadableFile } from './source-files.js'

/** One message of a mailbox, unparsed. */
export interface MailboxMessage {
  /** Id: the mailbox and the id in the message, or its number if it states none. */
  readonly document: string
  readonly source: string
  /** Number of its first line, from 1. */
  readonly line: number
  readonly name: string
  readonly content: Uint8Array
}

const NEWLINE = 10

/**
 * Yields the messages of a mailbox in mbox format, in which each starts with a line `From …`. One message is in memory
 * at a time. Skips copies of a message.
 */
export async function* readMailbox(
  { path, source }: ReadableFile,
  onBytes: (read: number) => void
): AsyncGenerator<MailboxMessage | SourceProblem> {
  const ids = new Set<string>()
  let number = 0
  let start = 0
  let size = 0
  let lines: Buffer[] = []
  const take = (): MailboxMessage | SourceProblem | undefined => {
    const [content, length] = [Buffer.concat(lines), size]
    ;[lines, size] = [[], 0]
    if (start === 0) return undefined
    number++
    const place = { source, line: start }
    if (length > MAX_FILE_SIZE)
      return { ...place, status: 'skipped', reason: tooLarge(length, 'bytes', MAX_FILE_SIZE), tooLarge: true }
    const id = messageId(content) ?? String(number)
    if (ids.has(id)) return { ...place, status: 'skipped', reason: `is a copy of the message ${id}` }
    ids.add(id)
    return { ...place, document: `${source}:${id}`, name: `Message ${number}`, content }
  }
  let line = 0
  let blank = true
  try {
    for await (const bytes of byteLines(path, onBytes)) {
      line++
      if (blank && bytes.subarray(0, 5).equals(FROM)) {
        const message = take()
        if (message !== undefined) yield message
        start = line
      } else if (start === 0 && !isBlank(bytes)) {
        yield {
          source,
          status: 'failed',
          reason: 'is no mailbox: it does not start with a line “From …”; export it as mbox'
        }
        return
      } else if (start > 0) {
        size += bytes.length
        // Such lines in the text of a message are escaped with a mark in front, which is removed.
        if (size <= MAX_FILE_SIZE)
          lines.push(ESCAPED.test(bytes.subarray(0, 20).toString('latin1')) ? bytes.subarray(1) : bytes)
        else lines = []
      }
      blank = isBlank(bytes)
    }
    const message = take()
    if (message !== undefined) yield message
    else if (number === 0) yield { source, status: 'skipped', reason: 'is empty' }
  } catch (error) {
    yield { source, status: 'failed', reason: reasonOf(path, error) }
  }
}

const FROM = Buffer.from('From ')
const ESCAPED = /^>+From /

function isBlank(line: Buffer): boolean {
  return line.length <= 2 && (line[0] === NEWLINE || line[1] === NEWLINE || line.length === 0)
}

function messageId(content: Buffer): string | undefined {
  const headers = /^[^]*?\r?\n\r?\n/.exec(content.toString('latin1', 0, 100_000))?.[0] ?? ''
  return /^message-id:\s*<?([^\s<>]{1,250})/im.exec(headers)?.[1]
}

/** Yields the lines of a file as bytes, including their line ends. */
async function* byteLines(path: string, onBytes: (read: number) => void): AsyncGenerator<Buffer> {
  const file = createReadStream(path, { highWaterMark: 1 << 18 })
  let rest: Buffer[] = []
  let read = 0
  for await (const data of file) {
    const chunk = data as Buffer
    onBytes((read += chunk.length))
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      const piece = chunk.subarray(start, end + 1)
      yield rest.length === 0 ? piece : Buffer.concat([...rest, piece])
      rest = []
      start = end + 1
    }
    if (start < chunk.length) rest.push(chunk.subarray(start))
  }
  if (rest.length > 0) yield Buffer.concat(rest)
}
