import { open, readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure, readFailure } from '@leitmotif/command'
import type { Representation } from '@leitmotif/encoder'
import { REPRESENTATIONS } from '@leitmotif/encoder/stages'
import { z } from 'zod'
import { typesOf, type DeclaredFields } from './fields.js'
import type { CollectionDescription, FieldType, StoreEncoder } from './store.js'

export const COLLECTION_FILE = 'collection.json'
const FORMAT = 'leitmotif-collection'
const VERSION = 3

/** A generation: the sentences with the vectors of one encoder, and their run of themes. */
const generation = z.object({
  /** Number in the name of the folder that holds its tables. */
  generation: z.int().min(1),
  encoder: z.object({
    fingerprint: z.string().min(1),
    representation: z.enum(REPRESENTATIONS),
    dims: z.int().min(1).max(65_536)
  }),
  /** The current run of themes; `number` is in the names of its table and file. */
  run: z.object({ name: z.string(), number: z.int().min(1) }).optional()
})

/**
 * Decodes `collection.json`. Its top-level members `generation`, `encoder` and `run` are those of the current
 * generation.
 */
const decoder = generation.extend({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  collection: z.string(),
  /** Absolute path of the folder that document ids are relative to. It stays the same when the collection is moved. */
  base: z.string().min(1),
  /** In the order of declaration. A field's index is the number of its column. */
  fields: z.array(z.object({ name: z.string(), type: z.enum(['keyword', 'number', 'date']) })),
  /** `previous`: the generation before the current one, if stored. `next`: one being filled, or left by a killed process. */
  previous: generation.optional(),
  next: generation.optional()
})

/** Content of `collection.json`: format, encoder and current themes of the collection. */
export type CollectionFile = z.infer<typeof decoder>

export type Generation = z.infer<typeof generation>

/** Returns the description of a new, empty collection. */
export function newCollection(collection: string, base: string, encoder: CollectionFile['encoder']): CollectionFile {
  return { format: FORMAT, version: VERSION, collection, base, generation: 1, encoder, fields: [] }
}

/** Returns what `ThemeStore.describe` does, from the stored description and the numbers of documents and sentences. */
export function describeCollection(
  collection: string,
  file: Pick<CollectionFile, 'base' | 'encoder'> & { fields: DeclaredFields; run?: { name: string } | undefined },
  counts: Pick<CollectionDescription, 'documents' | 'sentences'>
): CollectionDescription {
  const { base, encoder, fields, run } = file
  const { fingerprint, representation, dims } = encoder
  return {
    ...{ collection, base, ...counts, encoder: fingerprint, representation, dims, fields: typesOf(fields) },
    ...(run === undefined ? {} : { run: run.name })
  }
}

/** Reads the description in a folder; undefined if there is none. @throws Failure for another format or version. */
export async function readCollectionFile(folder: string): Promise<CollectionFile | undefined> {
  const path = join(folder, COLLECTION_FILE)
  let value: unknown
  try {
    value = JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    if (error instanceof SyntaxError)
      throw new Failure(`${path}: is not JSON (${error.message}); index into a new folder`)
    throw folderFailure(folder, error, readFailure(path, error))
  }
  const found = z.object({ format: z.unknown().optional(), version: z.unknown().optional() }).safeParse(value).data
  if (found?.format !== FORMAT) {
    throw new Failure(`${path}: format is ${JSON.stringify(found?.format)}; expected "${FORMAT}"; name another folder`)
  }
  if (found.version !== VERSION) {
    throw new Failure(
      `${path}: version is ${JSON.stringify(found.version)}; this program reads ${VERSION}; ` +
        `index into a new folder, or use the program that wrote this one`
    )
  }
  const decoded = decoder.safeParse(value)
  if (!decoded.success) {
    const faults = decoded.error.issues.map(({ path: member, message }) => `${member.join('.')} (${message})`)
    throw new Failure(
      `${path}: was altered, or made by an older version: ${faults.join(', ')}; index into a new folder`
    )
  }
  return decoded.data
}

/** Returns a text that changes whenever the description of a folder is replaced; undefined if there is none. */
export async function folderVersion(folder: string): Promise<string | undefined> {
  const found = await stat(join(folder, COLLECTION_FILE), { bigint: true }).catch(() => undefined)
  return found && `${found.ino} ${found.mtimeNs}`
}

/** How a collection is opened. */
export interface StoreOptions {
  /**
   * `write` creates the collection if it does not exist (see `create`), and locks out all other writers until `close`.
   * `read` never writes, and can read while another process writes.
   */
  readonly access: 'read' | 'write'
  /** Name of the collection. Opening fails if the folder holds another one. Default for a new one: the folder's name. */
  readonly collection?: string
  /** The encoder whose vectors are written or searched. Required to write, and to search by vector. */
  readonly encoder?: StoreEncoder
  /** Representation of the vectors; must match the existing collection. Default for a new one: the encoder's own. */
  readonly representation?: Representation
  /** Whether opening it for writing may create it. Default: if there is an encoder. A service never creates one. */
  readonly create?: boolean
  /** The folder that the document ids of a new collection are relative to. Default: the working directory. */
  readonly base?: string
  /** Fields to declare, as `declare` does. Default: none. */
  readonly fields?: Readonly<Record<string, FieldType>>
  /** Receives what went wrong and was mended. Default: writes it to standard error. */
  readonly warn?: (line: string) => void
}

/** The default of `warn`. */
export function warnOnStandardError(line: string): void {
  process.stderr.write(`${line}\n`)
}

/** The collection has the vectors of another encoder than the one it is opened for. */
export class OtherEncoder extends Failure {}

/**
 * Checks the description of a folder against what the caller expects.
 * @throws Failure for another name or representation, OtherEncoder for another encoder.
 */
export function checkCollection(
  folder: string,
  found: Pick<CollectionFile, 'collection' | 'encoder'>,
  expected: StoreOptions
): void {
  const { collection, encoder, representation = found.encoder.representation } = expected
  if (collection !== undefined && collection !== found.collection) {
    throw new Failure(`${folder}: holds the collection "${found.collection}", not "${collection}"; name another folder`)
  }
  if (representation !== found.encoder.representation) {
    throw new Failure(
      `${folder}: holds vectors of the representation ${found.encoder.representation}, and ${representation} was asked ` +
        `for; the two cannot be compared; ${found.encoder.representation === 'static' ? 'add --fast' : 'leave --fast out'}, ` +
        `index into a new folder, or encode it again: leitmotif reindex${representation === 'static' ? ' --fast' : ''}`
    )
  }
  if (encoder === undefined) return
  const { fingerprint, dims } = found.encoder
  const [ownFingerprint, ownDims] = [encoder.fingerprints[representation], encoder.dims[representation]]
  if (ownFingerprint !== fingerprint || ownDims !== dims) {
    const own = ownFingerprint === undefined ? `none of ${representation}` : vectorsName(ownFingerprint, ownDims)
    throw new OtherEncoder(
      `${folder}: holds vectors ${vectorsName(fingerprint, dims)}, and this encoder gives ${own}; ` +
        `their vectors cannot be compared; use the encoder of the collection, or encode it again: leitmotif reindex`
    )
  }
}

function vectorsName(fingerprint: string, dims = 0): string {
  return `${fingerprint.slice(0, 12)} (${dims} dimensions)`
}

/**
 * Returns the encoder's entry for the description of a new collection. @throws Failure if the encoder lacks the
 * representation.
 */
export function chooseVectors(
  encoder: StoreEncoder,
  representation: Representation = encoder.representation
): CollectionFile['encoder'] {
  const dims = encoder.dims[representation]
  const fingerprint = encoder.fingerprints[representation]
  if (dims === undefined || fingerprint === undefined) {
    const present = Object.keys(encoder.dims).join(', ')
    throw new Failure(`the encoder has no representation ${representation}; it has ${present}; choose one of these`)
  }
  return { fingerprint, representation, dims }
}

/** Converts the error of a path that is a file, not a folder, to a Failure; returns `other` for other errors. */
function folderFailure(folder: string, error: unknown, other: unknown = error): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOTDIR' || code === 'EEXIST')
    return new Failure(`${folder}: is a file or inside one; expected the folder of a collection; choose another folder`)
  return other
}

/** Converts an error of writing to a folder to a Failure that says what to do; returns other errors unchanged. */
export function writeFailure(folder: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new Failure(`${folder}: not writable by this user; check its permissions, or name another folder`)
  if (code === 'ENOSPC') return new Failure(`${folder}: no space left on its disk; make room, and run this again`)
  if (code === 'EDQUOT' || code === 'EFBIG') {
    const limit = code === 'EDQUOT' ? 'quota' : 'limit of the size of files'
    return new Failure(`${folder}: this user's ${limit} is reached; make room or raise it, and run this again`)
  }
  return folderFailure(folder, error)
}

/** Replaces the description in a folder. Readers get either the old one or the new one, complete. */
export async function writeCollectionFile(folder: string, collection: CollectionFile): Promise<void> {
  await writeWhole(join(folder, COLLECTION_FILE), JSON.stringify(collection, null, 2) + '\n')
}

/** Writes a file atomically: to `${path}.new` first, which is then renamed. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const file = await open(`${path}.new`, 'w')
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}.new`, path)
}
