import { access, constants, mkdir, readdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { Failure, writeFailure } from '@leitmotif/command'
import { LEARNED_FILES } from '@leitmotif/encoder/training'

/** What the folder of a bundle holds. */
export interface BundleKind {
  /** For people. */
  readonly name: string
  /** The file that makes a folder a bundle. */
  readonly manifest: string
  readonly files: readonly string[]
}

/** Files that a bundle may lack. */
const OPTIONAL_FILES = [
  ...['sentences', 'titles'].flatMap((name) =>
    ['.onnx', '.bin', '-pieces.txt', '-pieces.bin'].map((ending) => name + ending)
  ),
  ...Object.values(LEARNED_FILES)
]

export const ENCODER_BUNDLE: BundleKind = {
  name: 'an encoder bundle',
  manifest: 'encoder.json',
  files: ['vocabulary.txt', 'vectors.bin', 'static.bin', ...OPTIONAL_FILES, 'README.md']
}

/** What a file is called while it is written. */
const HALF_WRITTEN = '.new'

/**
 * Makes the folder of a bundle where it is missing.
 * @throws Failure when it can't be made, or holds something that is no part of a bundle.
 */
export async function prepareFolder(folder: string, kind = ENCODER_BUNDLE): Promise<void> {
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException
    throw code === 'EEXIST' || code === 'ENOTDIR'
      ? new Failure(`${folder}: is a file, or within one; expected the name of a folder`)
      : writeFailure(folder, error)
  })
  const ours = [kind.manifest, ...kind.files].flatMap((name) => [name, name + HALF_WRITTEN])
  const strange = (await readdir(folder)).find((name) => !ours.includes(name))
  if (strange !== undefined) {
    throw new Failure(`${folder}: holds ${strange}, which is no part of ${kind.name}; name another folder`)
  }
}

/** What a command reads and writes beside the files that are prepared; what was not named is undefined. */
export interface OtherPlaces {
  readonly inputs: readonly (string | undefined)[]
  /** The folder of a bundle that the command writes. */
  readonly bundle?: string | undefined
}

/**
 * Sees to it that files can be written later, those that were named.
 * @throws Failure for one that the command reads or would write twice, that is within the bundle's folder, whose own is
 * missing or can't be written to, and for what is there and is no file.
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
    if (written.has(place)) throw new Failure(`${path}: is named for two things to write; name another file for one`)
    written.add(place)
  }
}

/** Where a path leads, whatever links are on its way; what is not there yet, within its folder. */
async function placeOf(path: string): Promise<string> {
  const folder = dirname(resolve(path))
  return realpath(path).catch(async () => join(await realpath(folder).catch(() => folder), basename(path)))
}

async function prepareFile(path: string, bundle: string | undefined): Promise<void> {
  if (bundle !== undefined && resolve(path).startsWith(join(resolve(bundle), sep))) {
    throw new Failure(`${path}: is within ${bundle}, which holds nothing but the bundle; name a place outside of it`)
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
  const there = await stat(path).catch(() => undefined)
  if (there === undefined) return
  if (there.isDirectory()) throw new Failure(`${path}: is a folder; expected the name of a file`)
  if (!there.isFile()) throw new Failure(`${path}: is no regular file, as a device is none; name another`)
  await access(path, constants.W_OK).catch(refuse(path))
}

/**
 * Writes a file of a place that was prepared; what was there before stays until it is whole. A link keeps leading to it.
 * @throws Failure where there is no room for it, say.
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
 * Writes files of a bundle: all beside their places, flushed, then renamed in one go, the manifest last. If it is cut off
 * while it writes, the bundle that was there is whole; if it is cut off between the renames, which take milliseconds, the
 * manifest does not fit the files, and reading says so.
 */
export async function replaceFiles(
  folder: string,
  files: ReadonlyMap<string, Uint8Array>,
  manifest: string
): Promise<void> {
  const names = [...files.keys()].sort((a, b) => Number(a === manifest) - Number(b === manifest))
  try {
    for (const name of names) await writeFile(join(folder, name + HALF_WRITTEN), files.get(name)!, { flush: true })
  } catch (error) {
    for (const name of names) await rm(join(folder, name + HALF_WRITTEN), { force: true })
    throw writeFailure(folder, error)
  }
  for (const name of names) await rename(join(folder, name + HALF_WRITTEN), join(folder, name))
}
