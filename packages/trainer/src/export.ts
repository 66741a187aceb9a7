import { access, constants, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { Failure, readFailure } from '@leitmotif/command'

/** What the folder of a bundle holds. */
export interface BundleKind {
  /** For people. */
  readonly name: string
  /** The file that makes a folder a bundle. */
  readonly manifest: string
  readonly files: readonly string[]
}

const NETWORK_FILES = ['sentences.onnx', 'sentences.bin', 'titles.onnx', 'titles.bin']

export const ENCODER_BUNDLE: BundleKind = {
  name: 'an encoder bundle',
  manifest: 'encoder.json',
  files: ['vocabulary.txt', 'vectors.bin', 'static.bin', ...NETWORK_FILES, 'README.md']
}

export const PAIR_BUNDLE: BundleKind = {
  name: 'a pair scorer',
  manifest: 'pairs.json',
  files: ['vocabulary.txt', 'vectors.bin', 'malstm.bin', 'README.md']
}

export const EVENT_BUNDLE: BundleKind = {
  name: 'a bundle of events',
  manifest: 'events.json',
  files: ['tagger.bin', 'vocabulary.txt', 'vectors.bin', 'network.bin', 'README.md']
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
      : readFailure(folder, error)
  })
  const ours = [kind.manifest, ...kind.files].flatMap((name) => [name, name + HALF_WRITTEN])
  const strange = (await readdir(folder)).find((name) => !ours.includes(name))
  if (strange !== undefined) {
    throw new Failure(`${folder}: holds ${strange}, which is no part of ${kind.name}; name another folder`)
  }
}

/**
 * Sees to it that a file can be written there later, beside the folder of a bundle if one is named.
 * @throws Failure when it is within the bundle's folder, its own is missing or can't be written to, or it is a folder.
 */
export async function prepareFile(path: string, bundle?: string): Promise<void> {
  if (bundle !== undefined && resolve(path).startsWith(join(resolve(bundle), sep))) {
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
 * Writes a bundle's files into a prepared folder: all beside their places, flushed, then renamed in one go, the manifest
 * last. Cut off while writing, the bundle that was there is whole; cut off among the renames, a matter of milliseconds, the
 * manifest does not fit the files, and reading says so. Files of networks that are gone go with them.
 */
export async function writeBundle(
  folder: string,
  files: ReadonlyMap<string, Uint8Array>,
  kind = ENCODER_BUNDLE
): Promise<void> {
  const { manifest } = kind
  const names = [...files.keys()].sort((a, b) => Number(a === manifest) - Number(b === manifest))
  try {
    for (const name of names) await writeFile(join(folder, name + HALF_WRITTEN), files.get(name)!, { flush: true })
  } catch (error) {
    for (const name of names) await rm(join(folder, name + HALF_WRITTEN), { force: true })
    throw error
  }
  for (const name of names) await rename(join(folder, name + HALF_WRITTEN), join(folder, name))
  if (kind !== ENCODER_BUNDLE) return
  for (const name of NETWORK_FILES) if (!files.has(name)) await rm(join(folder, name), { force: true })
}
