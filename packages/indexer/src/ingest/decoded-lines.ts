import { createReadStream } from 'node:fs'
import { Failure, FileFailure, readLines, type Line } from '@leitmotif/command'
import {
  BINARY,
  BINARY_OR_WIDE,
  decodeChunks,
  fileEncoding,
  isEncodingFault,
  UNKNOWN_ENCODING,
  UTF8,
  WRONG_ENCODING
} from './encodings.js'

/** Given as a path, it means standard input. */
export const STANDARD_INPUT = '-'

/** Maximum length of a line in another encoding than UTF-8, in characters. */
const MAX_LINE_LENGTH = 64 * 1024 * 1024

/**
 * Yields the lines of a text file or of standard input (`-`), without empty ones: in the encoding that is `stated`, or else
 * recognised as that of other texts is; that of standard input is UTF-8 then. Calls `onEncoding` with an encoding other than UTF-8 that was recognised.
 * @throws Failure for an encoding that is not recognised, bytes that are not of it, a binary file, or one that cannot be read.
 */
export async function* readTextLines(
  path: string,
  stated: string | undefined,
  onBytes: (read: number) => void,
  onEncoding: (name: string) => void
): AsyncGenerator<Line> {
  const isPiped = path === STANDARD_INPUT
  const name = isPiped ? 'standard input' : path
  const encoding = stated ?? (isPiped || path.endsWith('.gz') ? UTF8 : await recognisedEncoding(path))
  const checked = (line: Line): Line => {
    if (line.text.includes('\0')) throw new FileFailure(name, stated === undefined ? BINARY_OR_WIDE : BINARY)
    return line
  }
  if (encoding === undefined) throw new FileFailure(path, UNKNOWN_ENCODING)
  if (encoding === UTF8 && !isPiped) {
    for await (const line of readLines(path, onBytes)) {
      if (!line.utf8) throw new Failure(`${path}:${line.number}: is not UTF-8; save the file as UTF-8`)
      yield checked(line)
    }
    return
  }
  if (stated === undefined && encoding !== UTF8) onEncoding(encoding)
  try {
    for await (const line of decodedLines(path, encoding, onBytes)) {
      const text = line.text.replace(/\r$/, '')
      if (text !== '') yield checked({ ...line, text })
    }
  } catch (error) {
    throw isEncodingFault(error) ? new FileFailure(name, WRONG_ENCODING) : error
  }
}

/** Returns the encoding of a file; that of one which cannot be read is UTF-8, and reading its lines says why. */
async function recognisedEncoding(path: string): Promise<string | undefined> {
  return fileEncoding(path).catch((error: unknown) => {
    if (error instanceof Failure) throw error
    return UTF8
  })
}

/** Yields the lines of a file in any encoding, or of standard input (`-`). @throws TypeError for bytes that are not of it. */
export async function* decodedLines(
  path: string,
  encoding: string,
  onBytes: (read: number) => void
): AsyncGenerator<Line> {
  const file = path === STANDARD_INPUT ? process.stdin : createReadStream(path, { highWaterMark: 1 << 18 })
  let bytes = 0
  file.on('data', (chunk: Buffer | string) => {
    onBytes((bytes += chunk.length))
  })
  let rest: string[] = []
  let length = 0
  let number = 0
  try {
    for await (const chunk of decodeChunks(file, encoding)) {
      const lines = chunk.split('\n')
      length = (lines.length > 1 ? 0 : length) + lines.at(-1)!.length
      if (length > MAX_LINE_LENGTH)
        throw new Failure(
          `line ${number + lines.length} is longer than ${MAX_LINE_LENGTH} characters; split the document`
        )
      rest.push(lines[0])
      for (const line of lines.slice(1)) {
        yield { text: rest.join(''), number: ++number, utf8: true }
        rest = [line]
      }
    }
    yield { text: rest.join(''), number: ++number, utf8: true }
  } finally {
    file.destroy()
  }
}
