import { open, rename, rm, type FileHandle } from 'node:fs/promises'
import { writeFailure } from '@leitmotif/command'
import { row } from '@leitmotif/encoder'
import type { WordVectors } from './word-vectors.js'

/** word2vec's formats: a header line `words dimensions`, then each word, a space, and its numbers. */
export type WordVectorFormat = 'text' | 'binary'

const BUFFERED = 1 << 22

/** Where the words' counts lie: beside the vectors, one `word count` a line (word2vec's -save-vocab). */
export function countsPath(path: string): string {
  return `${path}.vocab`
}

/**
 * Writes word2vec's text or binary format (little-endian f32), and the counts beside it. A file is there whole or not
 * at all. Text holds nine significant digits, which is every bit of a float.
 * @throws Failure when there is no room for it, say.
 */
export async function writeWordVectors(path: string, words: WordVectors, format: WordVectorFormat): Promise<void> {
  const { terms, counts, vectors } = words
  if (counts !== undefined) {
    await writeFileWhole(countsPath(path), function* () {
      for (let i = 0; i < terms.length; i++) yield Buffer.from(`${terms[i]} ${counts[i]}\n`)
    })
  }
  await writeFileWhole(path, function* () {
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
}

function decimalOf(value: number): string {
  return String(Number(value.toPrecision(9)))
}

async function writeFileWhole(path: string, parts: () => Iterable<Buffer>): Promise<void> {
  const partial = `${path}.partial`
  try {
    await writeParts(partial, parts)
    await rename(partial, path)
  } catch (error) {
    await rm(partial, { force: true })
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
      await writeWhole(file, Buffer.concat(waiting))
      waiting = []
      bytes = 0
    }
    await writeWhole(file, Buffer.concat(waiting))
    await file.sync()
  } finally {
    await file.close()
  }
}

async function writeWhole(file: FileHandle, bytes: Buffer): Promise<void> {
  for (let done = 0; done < bytes.length;) done += (await file.write(bytes, done)).bytesWritten
}
