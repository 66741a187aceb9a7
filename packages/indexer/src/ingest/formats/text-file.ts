import { Failure } from '@leitmotif/command'
import { BINARY, decodeText, UNKNOWN_ENCODING } from '../encodings.js'

/** Returns the lines of a text file, without those marks at its start that no reader sees. @throws Failure for no known encoding, or NUL bytes. */
export function textLines(content: Uint8Array): string[] {
  const decoded = decodeText(content)
  if (decoded === undefined) throw new Failure(UNKNOWN_ENCODING)
  if (decoded.text.includes('\0')) throw new Failure(BINARY)
  return decoded.text.split(/\r\n|\r|\n/)
}
