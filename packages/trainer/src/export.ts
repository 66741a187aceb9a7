import { access, constants, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { Failure, readFailure } from '@leitmotif/command'

/** The file that makes a folder a bundle. */
export const MANIFEST = 'encoder.json'
/** What a bundle's folder may hold, half written ones included. */
const OURS =
  /^(?:encoder\.json|vocabulary\.txt|vectors\.bin|static\.bin|sentences\.onnx|titles\.onnx|README\.md)(?:\.new)?$/

/**
 * Makes the folder of a bundle where it is missing.
 * @throws Failure when it can't be made, or holds something that is no part of a bundle.
 */
export async function prepareFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException
    throw code === 'EEXIST' || code === 'ENOTDIR'
      ? new Failure(`${folder}: is a file, or within one; expected the name of a folder`)
      : readFailure(folder, error)
  })
  const strange = (await readdir(folder)).find((name) => !OURS.test(name))
  if (strange !== undefined) {
    throw new Failure(`${folder}: holds ${strange}, which is no part of an encoder bundle; name another folder`)
  }
}

/**
 * Sees to it that a file can be written there later, beside the folder of a bundle.
 * @throws Failure when it is within the bundle's folder, its own is missing or can't be written to, or it is a folder.
 */
export async function prepareFile(path: string, bundle: string): Promise<void> {
  if (resolve(path).startsWith(join(resolve(bundle), sep))) {
    throw new Failure(`${path}: is within ${bundle}, which holds nothing but the bundle; name a place outside of it`)
  }
  await access(dirname(path), constants.W_OK).catch((error: unknown) => {
    throw readFailure(path, error)
  })
  if ((await stat(path).catch(() => undefined))?.isDirectory() === true) {
    throw new Failure(`${path}: is a folder; expected the name of a file`)
  }
}

/**
 * Writes a bundle's files into a prepared folder. Each is written beside its place, flushed and renamed; the manifest
 * last. Cut off in between, the manifest does not fit the files, and reading says so.
 */
export async function writeBundle(folder: string, files: ReadonlyMap<string, Uint8Array>): Promise<void> {
  for (const [name, bytes] of [...files].sort(([a], [b]) => Number(a === MANIFEST) - Number(b === MANIFEST))) {
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
