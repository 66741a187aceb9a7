import { Failure } from '@leitmotif/command'
import { decodeText, UNKNOWN_ENCODING } from '../encodings.js'

/** Returns the lines of a text file, without those marks at its start that no reader sees. @throws Failure for no known encoding. */
export function textLines(content: Uint8Array): string[] {
  const decoded = decodeText(content)
  if (decoded === undefined) throw new Failure(UNKNOWN_ENCODING)
  return decoded.text.split(/\r\n|\r|\n/)
}
