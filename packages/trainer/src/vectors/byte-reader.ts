import { Failure } from '@leitmotif/command'

/** Reads a stream of bytes piece by piece. Memory holds one piece and the chunk it ended in. */
export interface ByteReader {
  /** Returns the bytes before the next `delimiter`, which it skips, or to the end; undefined at the end. */
  until(delimiter: number, maxBytes: number): Promise<Buffer | undefined>
  /** Returns exactly `length` bytes. @throws Failure when the stream ends before. */
  take(length: number): Promise<Buffer>
}

/** Returns a reader of `stream`, called `name` in errors. Refuses a piece of more than `maxBytes` without delimiter. */
export function createByteReader(stream: AsyncIterable<Uint8Array>, name: string): ByteReader {
  const chunks = stream[Symbol.asyncIterator]()
  let buffer = Buffer.alloc(0)
  let at = 0
  const fill = async (): Promise<boolean> => {
    const next = await chunks.next()
    if (next.done === true) return false
    buffer = at === buffer.length ? Buffer.from(next.value) : Buffer.concat([buffer.subarray(at), next.value])
    at = 0
    return true
  }
  return {
    async until(delimiter, maxBytes) {
      let searched = 0
      while (true) {
        const found = buffer.indexOf(delimiter, at + searched)
        if (found >= 0 && found - at <= maxBytes) {
          const piece = buffer.subarray(at, found)
          at = found + 1
          return piece
        }
        searched = buffer.length - at
        if (found >= 0 || searched > maxBytes) {
          throw new Failure(`${name}: a line or word is longer than ${maxBytes} bytes; is this a file of word vectors?`)
        }
        if (await fill()) continue
        const rest = buffer.subarray(at)
        at = buffer.length
        return rest.length === 0 ? undefined : rest
      }
    },
    async take(length) {
      while (buffer.length - at < length) {
        if (!(await fill())) throw new Failure(`${name}: the file is cut short; fetch or write it again`)
      }
      const piece = buffer.subarray(at, at + length)
      at += length
      return piece
    }
  }
}
