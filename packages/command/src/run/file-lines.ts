import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import { FileFailure, type Failure } from './failure.js'

/** Maximum length of a line in bytes. An article of a corpus is one line. */
const MAX_LINE_LENGTH = 64 * 1024 * 1024

export interface Line {
  readonly text: string
  /** From 1. */
  readonly number: number
  /** Whether the line is valid UTF-8; if not, `text` has U+FFFD for the invalid bytes. */
  readonly utf8: boolean
}

const NEWLINE = 10
const RETURN = 13
const BYTE_ORDER_MARK = 0xfeff

/**
 * Streams the lines of a UTF-8 file and skips empty ones. Unpacks the file if its name ends in `.gz`. Holds one line in
 * memory. Calls `onBytes` with the number of bytes read so far, counted as stored on disk (packed). With `onTooLong`, skips lines
 * over MAX_LINE_LENGTH and calls it with their numbers and what is wrong, before it yields the next line.
 * @throws Failure when the file is missing, is cut short, or has a line over MAX_LINE_LENGTH.
 */
export async function* readLines(
  path: string,
  onBytes?: (read: number) => void,
  onTooLong?: (number: number, reason: string) => void
): AsyncGenerator<Line> {
  const file = createReadStream(path, { highWaterMark: 1 << 18 })
  let bytes = 0
  file.on('data', (chunk) => onBytes?.((bytes += chunk.length)))
  const packed = path.endsWith('.gz')
  const stream = packed ? file.pipe(createGunzip()) : file
  if (packed) file.on('error', (error) => stream.destroy(error))
  let rest: Buffer[] = []
  let restLength = 0
  let number = 0
  let isTooLong = false
  const endLine = (piece: Buffer): Line | undefined => {
    if (isTooLong) {
      isTooLong = false
      number++
      return undefined
    }
    const line = rest.length === 0 ? piece : Buffer.concat([...rest, piece])
    rest = []
    restLength = 0
    number++
    const end = line.at(-1) === RETURN ? line.length - 1 : line.length
    let text = line.toString('utf8', 0, end)
    if (number === 1 && text.charCodeAt(0) === BYTE_ORDER_MARK) text = text.slice(1)
    if (text === '') return undefined
    return { text, number, utf8: !text.includes('\uFFFD') || isUtf8(line) }
  }
  try {
    for await (const data of stream) {
      const chunk = data as Buffer
      let start = 0
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
        const line = endLine(chunk.subarray(start, end))
        if (line !== undefined) yield line
        start = end + 1
      }
      if (isTooLong) continue
      rest.push(chunk.subarray(start))
      restLength += chunk.length - start
      if (restLength > MAX_LINE_LENGTH) {
        const reason = `is longer than ${MAX_LINE_LENGTH} bytes; split the document`
        if (onTooLong === undefined) throw new FileFailure(path, `line ${number + 1} ${reason}`)
        onTooLong(number + 1, reason)
        isTooLong = true
        rest = []
        restLength = 0
      }
    }
  } catch (error) {
    throw readFailure(path, error)
  } finally {
    file.destroy()
  }
  const last = endLine(Buffer.alloc(0))
  if (last !== undefined) yield last
}

/** Returns the size of a file on disk in bytes. @throws Failure if it is missing. */
export async function fileSize(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch (error) {
    throw readFailure(path, error)
  }
}

/** Returns the failure to show if `path` could not be written. Errors not caused by the path are returned unchanged. */
export function writeFailure(path: string, error: unknown): Error {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'EACCES' || code === 'EPERM')
    return new FileFailure(path, 'not writable by this user; check its permissions, or name another place')
  if (code === 'EROFS') return new FileFailure(path, 'is where nothing can be written; name another place')
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new FileFailure(path, 'could not be written whole, as no room is left; make room, or name another place')
  return readFailure(path, error)
}

/** Returns the failure to show if `path` does not exist. */
export function missingPath(path: string): Failure {
  const hint = path === '-' ? 'standard input is not read, so put it into a file' : 'check the path'
  return new FileFailure(path, `no such file or folder; ${hint}`)
}

/** Returns the failure to show if `path` could not be read. Errors not caused by the file are returned unchanged. */
export function readFailure(path: string, error: unknown): Error {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'ENOENT') return missingPath(path)
  if (code === 'EACCES' || code === 'EPERM')
    return new FileFailure(path, 'not readable by this user; check its permissions')
  if (code === 'ENOTDIR') return new FileFailure(path, 'is within a file; expected a folder there; check the path')
  if (code === 'EISDIR') return new FileFailure(path, 'is a folder; expected a file')
  if (code === 'Z_BUF_ERROR' || code === 'Z_DATA_ERROR') {
    return new FileFailure(path, 'the gzip data is cut short or damaged; fetch or pack the file again')
  }
  return error instanceof Error ? error : new Error(String(error))
}
