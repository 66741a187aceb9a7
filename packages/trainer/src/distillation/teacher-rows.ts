import { Failure, writeFailure } from '@leitmotif/command'
import type { Encoder } from '@leitmotif/encoder'
import { createHash } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'

/** An encoder's vectors of texts. */
export interface TeacherRows {
  readonly dims: number
  /** Returns the unit rows of the texts at these places, [places.length, dims]. */
  readonly of: (places: ArrayLike<number>) => Float32Array
}

/** Number of texts encoded and written at a time. */
const CHUNK = 2048
/** Length of the file's first line in bytes. */
const HEADER = 256

/**
 * Encodes texts by a teacher, and caches the rows in a file, as int8. An interrupted run continues where it stopped,
 * and another run with the same texts and teacher only reads the file.
 * @throws Failure if the file can't be read or written, or has the rows of other texts or another teacher.
 */
export async function teachTexts(
  teacher: Encoder,
  texts: readonly string[],
  path: string,
  onProgress: (done: number) => void,
  representation = teacher.representation
): Promise<TeacherRows> {
  const dims = (await teacher.encode(['.'], { representation })).dims
  const hash = createHash('sha256')
  for (const text of texts) hash.update(`${text}\n`)
  const source = { teacher: teacher.fingerprints[representation], texts: hash.digest('hex'), dims }
  const header = `${JSON.stringify(source).padEnd(HEADER - 1)}\n`
  const file = await open(path, 'a+').catch((error: unknown) => {
    throw writeFailure(path, error)
  })
  try {
    const { size } = await file.stat()
    if (size < HEADER) {
      await file.truncate(0)
      await file.write(header)
    } else {
      const read = Buffer.alloc(HEADER)
      await file.read(read, 0, HEADER, 0)
      if (read.toString() !== header) {
        throw new Failure(
          `${path}: has the rows of other texts, or of another teacher; name another folder with --work, or remove the file`
        )
      }
    }
    let done = Math.floor(Math.max(0, size - HEADER) / dims)
    await file.truncate(HEADER + done * dims) // removes an incomplete row
    while (done < texts.length) {
      onProgress(done)
      const { data, count } = await teacher.encode(texts.slice(done, done + CHUNK), { representation })
      await file.write(quantized(data, dims))
      done += count
    }
    onProgress(done)
  } finally {
    await file.close()
  }
  const bytes = await readFile(path)
  return rowsFrom(new Int8Array(bytes.buffer, bytes.byteOffset + HEADER, texts.length * dims), dims)
}

/** Returns int8 rows [texts, dims] as unit rows; zero rows stay zero. */
export function rowsFrom(rows: Int8Array, dims: number): TeacherRows {
  return {
    dims,
    of(places) {
      const units = new Float32Array(places.length * dims)
      for (let i = 0; i < places.length; i++) {
        const from = places[i] * dims
        let squares = 0
        for (let d = 0; d < dims; d++) squares += rows[from + d] ** 2
        const length = Math.sqrt(squares) || 1
        for (let d = 0; d < dims; d++) units[i * dims + d] = rows[from + d] / length
      }
      return units
    }
  }
}

/** Quantizes each row to steps of its greatest value / 127. `data`: [rows, dims]. */
export function quantized(data: Float32Array, dims: number): Int8Array {
  const steps = new Int8Array(data.length)
  for (let from = 0; from < data.length; from += dims) {
    let greatest = 0
    for (let d = from; d < from + dims; d++) greatest = Math.max(greatest, Math.abs(data[d]))
    if (greatest === 0) continue
    for (let d = from; d < from + dims; d++) steps[d] = Math.round((data[d] / greatest) * 127)
  }
  return steps
}
