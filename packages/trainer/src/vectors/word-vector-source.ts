import { createReadStream } from 'node:fs'
import { extname } from 'node:path'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { Failure, readFailure } from '@leitmotif/command'
import { openPromise, type Entry } from 'yauzl'

/** The unpacked bytes of a file of word vectors, and its name without the extension of the compression. */
export interface WordVectorSource {
  readonly name: string
  readonly bytes: Readable
  close(): void
}

/** Maximum number of files in an archive. */
const MAX_ENTRIES = 1000

/**
 * Opens a plain, gzipped (.gz) or zipped (.zip) file. `entry` names the file inside an archive; without it the archive must
 * have one file of vectors.
 * @throws Failure when the file, or the file inside, is missing.
 */
export async function openWordVectorSource(path: string, entry?: string): Promise<WordVectorSource> {
  if (extname(path) === '.zip') return openZipped(path, entry)
  if (entry !== undefined)
    throw new Failure(`${path}: not a .zip archive, so it has no entry ${entry}; leave --entry out`)
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
      throw new Failure(`${path}: has ${archive.entryCount} entries, the maximum is ${MAX_ENTRIES}; unpack it yourself`)
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

/** Returns the error to show when a file or archive could not be read. */
export function sourceFailure(path: string, error: unknown): Error {
  const { code, name, message } = error as NodeJS.ErrnoException
  // yauzl reports a damaged archive with a plain Error.
  if (extname(path) !== '.zip' || code !== undefined || name !== 'Error') return readFailure(path, error)
  return new Failure(`${path}: the zip archive is damaged (${message}); fetch or pack it again`)
}
