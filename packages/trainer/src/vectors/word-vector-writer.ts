import { open, rename, rm, type FileHandle } from 'node:fs/promises'
import { writeFailure } from '@leitmotif/command'
import { row } from '@leitmotif/encoder'
import type { WordVectors } from './word-vectors.js'

/** word2vec's formats: a header line `words dimensions`, then each word, a space, and its numbers. */
export type WordVectorFormat = 'text' | 'binary'

const BUFFERED = 1 << 22

/** Returns the path of the words' counts: one `word count` a line, as of word2vec's -save-vocab. */
export function countsPath(path: string): string {
  return `${path}.vocab`
}

/**
 * Writes word2vec's text or binary format (little-endian f32), and the counts in a second file. Replaces earlier files only
 * when both are complete. Text has nine significant digits, which preserve every bit of a float.
 * @throws Failure when a file can't be written.
 */
export async function writeWordVectors(path: string, words: WordVectors, format: WordVectorFormat): Promise<void> {
  const { terms, counts, vectors } = words
  const files = new Map<string, () => Iterable<Buffer>>()
  if (counts !== undefined) {
    files.set(countsPath(path), function* () {
      for (let i = 0; i < terms.length; i++) yield Buffer.from(`${terms[i]} ${counts[i]}\n`)
    })
  }
  files.set(path, function* () {
    yield Buffer.from(`${vectors.count} ${vectors.dims}\n`)
    for (let i = 0; i < terms.length; i++) {
      const values = row(vectors, i)
      if (format === 'text') yield Buffer.from(`${terms[i]} ${Array.from(values, decimalOf).join(' ')}\n`)
      else {
        yield Buffer.from(`${terms[i]} `)
        yield Buffer.from(values.buffer, values.byteOffset, values.byteLength)
        yield Buffer.from('\n')
      }
    }
  })
  await writeWhole(files)
}

function decimalOf(value: number): string {
  return String(Number(value.toPrecision(9)))
}

/** Writes several files; renames them to their paths when all are complete. */
async function writeWhole(files: ReadonlyMap<string, () => Iterable<Buffer>>): Promise<void> {
  let path = ''
  try {
    for (const [name, parts] of files) await writeParts(`${(path = name)}.partial`, parts)
    for (const name of files.keys()) await rename(`${(path = name)}.partial`, name)
  } catch (error) {
    for (const name of files.keys()) await rm(`${name}.partial`, { force: true }).catch(() => undefined)
    throw writeFailure(path, error)
  }
}

async function writeParts(path: string, parts: () => Iterable<Buffer>): Promise<void> {
  const file = await open(path, 'w')
  try {
    let waiting: Buffer[] = []
    let bytes = 0
    for (const part of parts()) {
      waiting.push(part)
      bytes += part.length
      if (bytes < BUFFERED) continue
      await writeAll(file, Buffer.concat(waiting))
      waiting = []
      bytes = 0
    }
    await writeAll(file, Buffer.concat(waiting))
    await file.sync()
  } finally {
    await file.close()
  }
}

async function writeAll(file: FileHandle, bytes: Buffer): Promise<void> {
  for (let done = 0; done < bytes.length;) done += (await file.write(bytes, done)).bytesWritten
}
