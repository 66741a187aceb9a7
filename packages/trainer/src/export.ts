import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '@leitmotif/command'

/**
 * Writes a bundle's files into `folder`, which is made where it is missing. Each file is written beside its place,
 * flushed and renamed; the manifest last. Cut off in between, the manifest does not fit the files, and says so.
 * @throws Failure when the folder holds something that is no bundle.
 */
export async function writeBundle(folder: string, files: ReadonlyMap<string, Uint8Array>): Promise<void> {
  await mkdir(folder, { recursive: true })
  const present = await readdir(folder)
  if (present.length > 0 && !present.includes('encoder.json')) {
    throw new Failure(`${folder}: holds files that are no encoder bundle; name another folder, or empty it`)
  }
  const last = 'encoder.json'
  for (const [name, bytes] of [...files].sort(([a], [b]) => Number(a === last) - Number(b === last))) {
    const path = join(folder, name)
    const file = await open(`${path}.new`, 'w')
    try {
      await file.writeFile(bytes)
      await file.sync()
    } catch (error) {
      await rm(`${path}.new`, { force: true })
      throw error
    } finally {
      await file.close()
    }
    await rename(`${path}.new`, path)
  }
}
