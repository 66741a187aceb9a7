import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { Failure, readFailure } from '@leitmotif/command'
import { Bzip2Error, unpackBzip2 } from './bzip2.js'
import type { OnBytes } from './item.js'

/**
 * The bytes of a file, unpacked when its name ends in `.gz` or `.bz2`; memory stays flat, whatever it expands to.
 * @throws Failure when the file is missing, cut short or damaged.
 */
export async function* readUnpacked(path: string, onBytes?: OnBytes): AsyncGenerator<Uint8Array> {
  const file = createReadStream(path, { highWaterMark: 1 << 18 })
  let bytes = 0
  file.on('data', (chunk) => onBytes?.((bytes += chunk.length)))
  try {
    if (path.endsWith('.bz2')) yield* unpackBzip2(file as AsyncIterable<Buffer>)
    else if (path.endsWith('.gz')) {
      const unpacked = file.pipe(createGunzip())
      file.on('error', (error) => unpacked.destroy(error))
      yield* unpacked as AsyncIterable<Buffer>
    } else yield* file as AsyncIterable<Buffer>
  } catch (error) {
    if (error instanceof Bzip2Error) {
      throw new Failure(`${path}: bzip2: ${error.message}; fetch or pack the file again`)
    }
    throw readFailure(path, error)
  } finally {
    file.destroy()
  }
}
