import { Failure } from '@leitmotif/command'
import { fromBufferPromise, type Entry } from 'yauzl'

/** Maximum number of entries of an archive. A book of a thousand pages has about 2,000. */
const MAX_ENTRIES = 20_000

/** Maximum size of the unpacked texts of an archive, in bytes: a small file can unpack to more than fits in memory. */
export const MAX_UNPACKED = 128 * 1024 * 1024

export interface ZipText {
  readonly names: readonly string[]
  /**
   * Returns an entry, decoded as UTF-8, or as UTF-16 if it has its byte order mark. Undefined if there is none of this
   * name.
   */
  readonly text: (name: string) => Promise<string | undefined>
}

/**
 * Opens a zip archive. Its entries are unpacked on demand.
 * @param what the format, for messages: `a .docx file`
 * @throws Failure for a damaged or encrypted archive, and for more than MAX_ENTRIES or MAX_UNPACKED.
 */
export async function openZip(content: Uint8Array, what: string): Promise<ZipText> {
  const buffer = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  if (buffer.subarray(0, 4).equals(Buffer.of(0xd0, 0xcf, 0x11, 0xe0))) {
    throw new Failure(`is encrypted, or in an old binary format; expected ${what}; save it as one without a password`)
  }
  const entries = new Map<string, Entry>()
  const archive = await undamaged(what, () => fromBufferPromise(buffer, { lazyEntries: true, autoClose: false }))
  if (archive.entryCount > MAX_ENTRIES) {
    throw new Failure(`has ${archive.entryCount} entries; expected at most ${MAX_ENTRIES}; split it`)
  }
  await undamaged(what, async () => {
    for await (const entry of archive.eachEntry()) entries.set(entry.fileName, entry)
  })
  let unpacked = 0
  return {
    names: [...entries.keys()],
    async text(name) {
      const entry = entries.get(name)
      if (entry === undefined) return undefined
      if (entry.isEncrypted()) throw new Failure('is encrypted; save it without a password')
      const chunks: Buffer[] = []
      await undamaged(what, async () => {
        for await (const chunk of await archive.openReadStreamPromise(entry)) {
          // The sizes stated in an archive may be wrong.
          unpacked += (chunk as Buffer).length
          if (unpacked > MAX_UNPACKED) {
            throw new Failure(`unpacks to more than ${MAX_UNPACKED} bytes of text; split it`)
          }
          chunks.push(chunk as Buffer)
        }
      })
      const bytes = Buffer.concat(chunks)
      const wide = bytes[0] === 0xff ? 'utf-16le' : bytes[0] === 0xfe ? 'utf-16be' : 'utf-8'
      return new TextDecoder(wide).decode(bytes)
    }
  }
}

async function undamaged<T>(what: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Failure(
      `is a damaged archive, or none (${(error as Error).message}); expected ${what}; fetch it again, or open and save it`
    )
  }
}
