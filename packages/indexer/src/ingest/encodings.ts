import { createReadStream } from 'node:fs'
import { FileFailure } from '@leitmotif/command'
import { analyse } from 'chardet'

/** The encoding of almost every text. */
export const UTF8 = 'utf-8'

/** Least confidence, of 100, in a guess. */
const MIN_CONFIDENCE = 30

/** Bytes that a guess is made from; those around the first that are not UTF-8. */
const SAMPLE = 1 << 18

/** Other encodings that a text's first bytes identify without doubt, such as Windows' “Unicode”. */
const UTF16 = [
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff]
] as const

/** Returns the encoding that a byte order mark states; undefined without one, and for that of UTF-8. */
export function markedEncoding(content: Uint8Array): string | undefined {
  return UTF16.find(([, ...mark]) => mark.every((byte, at) => content[at] === byte))?.[0]
}

/** Returns the encoding that HTML or XML states by its mark or at its start; undefined without one. */
export function pageEncoding(content: Uint8Array): string | undefined {
  const start = Buffer.from(content.subarray(0, 2048)).toString('latin1')
  const stated =
    /<meta[^>]{0,200}charset\s*=\s*["']?\s*([\w-]{2,40})|^<\?xml[^>]{0,200}encoding=["']([\w-]{2,40})/i.exec(start)
  return markedEncoding(content) ?? stated?.slice(1).find(Boolean)
}

/** Whether a name is one of the encodings that can be read, such as `windows-1252`. */
export function isEncoding(name: string): boolean {
  try {
    return new TextDecoder(name).encoding !== ''
  } catch {
    return false
  }
}

/** A decoded text; with `encoding` if that was named or guessed. */
export interface DecodedText {
  readonly text: string
  readonly encoding?: string
}

/** Decodes a whole text: by its mark, as `stated`, as UTF-8, or as what it most resembles; undefined for none. */
export function decodeText(content: Uint8Array, stated?: string): DecodedText | undefined {
  const marked = markedEncoding(content)
  if (marked !== undefined) return decodedAs(content, marked, false)
  if (stated !== undefined) return decodedAs(content, stated, true)
  const text = decodedAs(content, UTF8, false)
  if (text !== undefined) return text
  const guess = guessEncoding(content)
  return guess === undefined ? undefined : decodedAs(content, guess, true)
}

function decodedAs(content: Uint8Array, encoding: string, isNamed: boolean): DecodedText | undefined {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(content)
    return isNamed && encoding !== UTF8 ? { text, encoding } : { text }
  } catch {
    return undefined
  }
}

/**
 * Returns the encoding of a file, read once to check whether it is UTF-8: as `decodeText`; undefined if none is recognised.
 * @throws FileFailure for a binary file.
 */
export async function fileEncoding(path: string, stated?: string): Promise<string | undefined> {
  const decoder = new TextDecoder(UTF8, { fatal: true })
  const file = createReadStream(path, { highWaterMark: SAMPLE })
  let isFirst = true
  try {
    for await (const data of file) {
      const chunk = data as Buffer
      if (isFirst) {
        const marked = markedEncoding(chunk) ?? stated
        if (marked !== undefined) return marked
        isFirst = false
      }
      try {
        decoder.decode(chunk, { stream: true })
      } catch {
        if (chunk.includes(0)) throw new FileFailure(path, BINARY_OR_WIDE)
        return guessEncoding(chunk)
      }
    }
  } finally {
    file.destroy()
  }
  return UTF8
}

function guessEncoding(content: Uint8Array): string | undefined {
  const isAscii = (byte: number): boolean => byte < 0x80
  const first = Math.max(0, content.findIndex((byte) => !isAscii(byte)) - 1000)
  return analyse(content.subarray(first, first + SAMPLE))
    .find(({ name, confidence }) => confidence >= MIN_CONFIDENCE && !/^utf-/i.test(name) && isEncoding(name))
    ?.name.toLowerCase()
}

/** Decodes the chunks of a file. @throws TypeError for bytes that are not of the encoding. */
export async function* decodeChunks(chunks: AsyncIterable<unknown>, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk as Buffer, { stream: true })
    if (text !== '') yield text
  }
  const rest = decoder.decode()
  if (rest !== '') yield rest
}

/** What a file in no known encoding is reported as. */
export const UNKNOWN_ENCODING =
  'is not UTF-8, and its encoding is not recognised; name it with --encoding, for example windows-1252'

/** What a file with NUL bytes is reported as, in whatever encoding that was named. */
export const BINARY = 'is binary: it has NUL bytes; expected text'

/** What is reported if no encoding was named. */
export const BINARY_OR_WIDE = `${BINARY}; if it is text in UTF-16 without a mark, name its --encoding`

/** Whether an error says that bytes are not of an encoding. */
export function isEncodingFault(error: unknown): boolean {
  return (error as { code?: string }).code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
}

/** What a file is reported as that is not in the encoding that it was taken for. */
export const WRONG_ENCODING = 'has bytes that are not of its encoding; name the right one with --encoding'
