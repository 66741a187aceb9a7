import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import { Failure } from './failure.js'

/** Longest line that is read, in UTF-16 code units: what one article of a corpus may take. */
export const MAX_LINE_LENGTH = 64 * 1024 * 1024

export interface Line {
  readonly text: string
  /** From 1. */
  readonly number: number
}

/**
 * Streams the lines of a UTF-8 file, unpacked when its name ends in `.gz`; memory holds one line. Empty lines are
 * passed over. `onBytes` is told how many bytes of the file (packed, as on disk) have been read so far.
 * @throws Failure when the file is missing, is cut short, or has a line over MAX_LINE_LENGTH.
 */
export async function* readLines(path: string, onBytes?: (read: number) => void): AsyncGenerator<Line> {
  const file = createReadStream(path, { highWaterMark: 1 << 18 })
  let bytes = 0
  file.on('data', (chunk) => onBytes?.((bytes += chunk.length)))
  const packed = path.endsWith('.gz')
  const stream = packed ? file.pipe(createGunzip()) : file
  if (packed) file.on('error', (error) => stream.destroy(error))
  const decoder = new TextDecoder('utf-8')
  let rest: string[] = []
  let restLength = 0
  let number = 0
  try {
    for await (const chunk of stream) {
      let text = decoder.decode(chunk as Buffer, { stream: true })
      let newline = text.indexOf('\n')
      if (newline < 0) {
        rest.push(text)
        restLength += text.length
        if (restLength > MAX_LINE_LENGTH) {
          throw new Failure(
            `${path}: line ${number + 1} is longer than ${MAX_LINE_LENGTH} characters; split the document`
          )
        }
        continue
      }
      text = rest.join('') + text
      newline += restLength
      let start = 0
      while (newline >= 0) {
        number++
        const end = newline > start && text.charCodeAt(newline - 1) === 13 ? newline - 1 : newline
        if (end > start) yield { text: text.slice(start, end), number }
        start = newline + 1
        newline = text.indexOf('\n', start)
      }
      rest = [text.slice(start)]
      restLength = text.length - start
    }
  } catch (error) {
    throw readFailure(path, error)
  } finally {
    file.destroy()
  }
  const last = (rest.join('') + decoder.decode()).replace(/\r$/, '')
  if (last !== '') yield { text: last, number: number + 1 }
}

/** The size of a file on disk in bytes. @throws Failure when it is missing. */
export async function fileSize(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch (error) {
    throw readFailure(path, error)
  }
}

/** What a person should hear when `path` could not be read. Errors that are no fault of the file pass through. */
export function readFailure(path: string, error: unknown): Error {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'ENOENT') return new Failure(`${path}: no such file or folder; check the path`)
  if (code === 'EACCES' || code === 'EPERM')
    return new Failure(`${path}: not readable by this user; check its permissions`)
  if (code === 'EISDIR') return new Failure(`${path}: is a folder; expected a file`)
  if (code === 'Z_BUF_ERROR' || code === 'Z_DATA_ERROR') {
    return new Failure(`${path}: the gzip data is cut short or damaged; fetch or pack the file again`)
  }
  return error instanceof Error ? error : new Error(String(error))
}
