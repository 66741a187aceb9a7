import { createReadStream } from 'node:fs'
import { extname } from 'node:path'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { Failure, readFailure } from '@leitmotif/command'
import { openPromise, type Entry } from 'yauzl'

/** The bytes of a file of word vectors, unpacked, and the name they have without the packing. */
export interface WordVectorSource {
  readonly name: string
  readonly bytes: Readable
  close(): void
}

/** Files in an archive that are looked through for vectors. */
const MAX_ENTRIES = 1000

/**
 * Opens a plain, gzipped (.gz) or zipped (.zip) file. Of an archive, `entry` names the file inside; without it there must
 * be one file of vectors only.
 * @throws Failure when there is no such file, or no such file inside.
 */
export async function openWordVectorSource(path: string, entry?: string): Promise<WordVectorSource> {
  if (extname(path) === '.zip') return openZipped(path, entry)
  if (entry !== undefined) throw new Failure(`${path}: is no .zip archive, so it has no entry ${entry}`)
  const file = createReadStream(path, { highWaterMark: 1 << 18 })
  const close = (): void => {
    file.destroy()
  }
  if (extname(path) !== '.gz') return { name: path, bytes: file, close }
  const bytes = file.pipe(createGunzip({ chunkSize: 1 << 18 }))
  file.on('error', (error) => bytes.destroy(error))
  return { name: path.slice(0, -'.gz'.length), bytes, close }
}

async function openZipped(path: string, wanted: string | undefined): Promise<WordVectorSource> {
  const archive = await openPromise(path, { lazyEntries: true, autoClose: false })
  try {
    if (archive.entryCount > MAX_ENTRIES) {
      throw new Failure(`${path}: has ${archive.entryCount} entries, ${MAX_ENTRIES} is the most; unpack it yourself`)
    }
    const entries: Entry[] = []
    for await (const entry of archive.eachEntry()) {
      if (/\.(txt|vec|bin)$/i.test(entry.fileName)) entries.push(entry)
    }
    const found = wanted === undefined ? entries : entries.filter(({ fileName }) => fileName === wanted)
    if (found.length !== 1) {
      const names = entries.map(({ fileName }) => fileName).join(', ') || 'no .txt, .vec or .bin file'
      throw new Failure(`${path}: holds ${names}; name one of them (--entry)`)
    }
    const bytes = await archive.openReadStreamPromise(found[0])
    return {
      name: found[0].fileName,
      bytes,
      close() {
        bytes.destroy()
        archive.close()
      }
    }
  } catch (error) {
    archive.close()
    throw error
  }
}

/** What a person should hear when the file at `path`, or an archive there, could not be read. */
export function sourceFailure(path: string, error: unknown): Error {
  const { code, name, message } = error as NodeJS.ErrnoException
  // yauzl says what is wrong with an archive by plain errors.
  if (extname(path) !== '.zip' || code !== undefined || name !== 'Error') return readFailure(path, error)
  return new Failure(`${path}: is no sound zip archive (${message}); fetch or pack it again`)
}
