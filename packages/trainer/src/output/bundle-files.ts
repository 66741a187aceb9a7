import { access, constants, mkdir, readdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { Failure, writeFailure } from '@leitmotif/command'
import { LEARNED_FILES } from '@leitmotif/encoder/training'

/** The files of a kind of bundle. */
export interface BundleKind {
  /** For messages. */
  readonly name: string
  /** The file that makes a folder a bundle. */
  readonly manifest: string
  readonly files: readonly string[]
}

/** Files that a bundle may lack. */
const OPTIONAL_FILES = [
  ...['sentences', 'titles'].flatMap((name) => ['.onnx', '-tokenizer.json'].map((ending) => name + ending)),
  ...Object.values(LEARNED_FILES)
]

/** Files of a bundle that is an npm package, too. Training leaves them as they are. */
const PACKAGE_FILES = ['README.md', 'LICENSE', 'package.json', 'index.js', 'index.d.ts']

export const ENCODER_BUNDLE: BundleKind = {
  name: 'an encoder bundle',
  manifest: 'encoder.json',
  files: ['vocabulary.txt', 'vectors.bin', 'static.bin', ...OPTIONAL_FILES, ...PACKAGE_FILES]
}

/** Ending of a file while it is written. */
const PARTIAL = '.new'

/**
 * Creates the folder of a bundle if it is missing.
 * @throws Failure when it can't be created, or holds other files.
 */
export async function prepareFolder(folder: string, kind = ENCODER_BUNDLE): Promise<void> {
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException
    throw code === 'EEXIST' || code === 'ENOTDIR'
      ? new Failure(`${folder}: is a file or within one; expected the name of a folder`)
      : writeFailure(folder, error)
  })
  const ours = [kind.manifest, ...kind.files].flatMap((name) => [name, name + PARTIAL])
  const other = (await readdir(folder)).find((name) => !ours.includes(name))
  if (other !== undefined) {
    throw new Failure(`${folder}: holds ${other}, which is no part of ${kind.name}; name another folder`)
  }
}

/** The other paths that a command reads and writes; undefined ones were not given. */
export interface OtherPlaces {
  readonly inputs: readonly (string | undefined)[]
  /** The folder of a bundle that the command writes. */
  readonly bundle?: string | undefined
}

/**
 * Checks that the given files can be written later.
 * @throws Failure for a path that the command also reads or writes, that is in the bundle's folder, in a missing or read-only
 * folder, or not a regular file.
 */
export async function prepareFiles(
  paths: readonly (string | undefined)[],
  { inputs, bundle }: OtherPlaces
): Promise<void> {
  const placesOf = (some: readonly (string | undefined)[]): Promise<string[]> =>
    Promise.all(some.filter((path) => path !== undefined).map(placeOf))
  const read = new Set(await placesOf(inputs))
  const written = new Set(await placesOf([bundle]))
  for (const path of paths) {
    if (path === undefined) continue
    await prepareFile(path, bundle)
    const place = await placeOf(path)
    if (read.has(place)) throw new Failure(`${path}: is read by this command, and would be lost; name another file`)
    if (written.has(place)) throw new Failure(`${path}: is named for two outputs; name another file for one of them`)
    written.add(place)
  }
}

/** Resolves the links of a path; of a missing file those of its folder. */
async function placeOf(path: string): Promise<string> {
  const folder = dirname(resolve(path))
  return realpath(path).catch(async () => join(await realpath(folder).catch(() => folder), basename(path)))
}

async function prepareFile(path: string, bundle: string | undefined): Promise<void> {
  if (bundle !== undefined && resolve(path).startsWith(join(resolve(bundle), sep))) {
    throw new Failure(`${path}: is within ${bundle}, which holds only the bundle; name a place outside of it`)
  }
  const refuse =
    (place: string) =>
    (error: unknown): never => {
      throw writeFailure(place, error)
    }
  const folder = dirname(path)
  const within = await stat(folder).catch(refuse(folder))
  if (!within.isDirectory()) throw new Failure(`${path}: is within a file; expected the name of a file in a folder`)
  await access(folder, constants.W_OK).catch(refuse(folder))
  const existing = await stat(path).catch(() => undefined)
  if (existing === undefined) return
  if (existing.isDirectory()) throw new Failure(`${path}: is a folder; expected the name of a file`)
  if (!existing.isFile()) throw new Failure(`${path}: not a regular file; name another`)
  await access(path, constants.W_OK).catch(refuse(path))
}

/**
 * Writes a prepared file. Replaces an earlier one when the new one is complete, and keeps links.
 * @throws Failure when it can't be written.
 */
export async function writeOutput(path: string, content: string | Uint8Array): Promise<void> {
  const place = await realpath(path).catch(() => path)
  const part = `${place}.part`
  try {
    await writeFile(part, content, { flush: true })
    await rename(part, place)
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined)
    throw writeFailure(path, error)
  }
}

/** Writes a bundle's files into a prepared folder, as `replaceFiles` does, and removes those that the bundle no longer has. */
export async function writeBundle(
  folder: string,
  files: ReadonlyMap<string, Uint8Array>,
  kind = ENCODER_BUNDLE
): Promise<void> {
  await replaceFiles(folder, files, kind.manifest)
  if (kind !== ENCODER_BUNDLE) return
  for (const name of OPTIONAL_FILES) if (!files.has(name)) await rm(join(folder, name), { force: true })
}

/**
 * Writes files of a bundle. All are written beside their places and flushed, then renamed, the manifest last. If the
 * process is interrupted while writing, the old bundle remains complete. If it is interrupted between the renames,
 * which take milliseconds, the manifest does not match the files, and reading reports that.
 */
export async function replaceFiles(
  folder: string,
  files: ReadonlyMap<string, Uint8Array>,
  manifest: string
): Promise<void> {
  const names = [...files.keys()].sort((a, b) => Number(a === manifest) - Number(b === manifest))
  try {
    for (const name of names) await writeFile(join(folder, name + PARTIAL), files.get(name)!, { flush: true })
  } catch (error) {
    for (const name of names) await rm(join(folder, name + PARTIAL), { force: true })
    throw writeFailure(folder, error)
  }
  for (const name of names) await rename(join(folder, name + PARTIAL), join(folder, name))
}
