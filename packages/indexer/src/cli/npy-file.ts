import { open, rename, rm } from 'node:fs/promises'
import { endianness } from 'node:os'
import type { Vectors } from '@leitmotif/encoder'

/** Bytes of the header, with room for any number of rows. */
const HEADER = 128

/** A matrix of 32-bit numbers in NumPy's format (version 1.0), written row by row. */
export interface NpyWriter {
  /** Rows written so far. */
  readonly rows: number
  /** @param vectors rows with the dimensions of the file */
  readonly write: (vectors: Vectors) => Promise<void>
  /** Completes the file and gives it its name. */
  readonly finish: () => Promise<void>
  /** Removes what was written. */
  readonly discard: () => Promise<void>
}

/**
 * Creates a `.npy` file. It has its name only once it is whole.
 * @throws NodeJS.ErrnoException if it cannot be written.
 */
export async function createNpyFile(path: string, dims: number): Promise<NpyWriter> {
  const part = `${path}.part`
  const file = await open(part, 'w')
  let rows = 0
  await file.write(Buffer.alloc(HEADER))
  return {
    get rows() {
      return rows
    },
    async write({ count, data }) {
      if (count === 0) return
      await file.writeFile(new Uint8Array(data.buffer, data.byteOffset, count * dims * 4))
      rows += count
    },
    async finish() {
      await file.write(header(rows, dims), 0, HEADER, 0)
      await file.close()
      await rename(part, path)
    },
    async discard() {
      await file.close().catch(() => undefined)
      await rm(part, { force: true })
    }
  }
}

/** https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html */
function header(rows: number, dims: number): Buffer {
  const order = endianness() === 'LE' ? '<' : '>'
  const text = `{'descr': '${order}f4', 'fortran_order': False, 'shape': (${rows}, ${dims}), }`
  const start = Buffer.from([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, HEADER - 10, 0])
  return Buffer.concat([start, Buffer.from(`${text.padEnd(HEADER - 11)}\n`, 'latin1')])
}
