import { resolve } from 'node:path'
import { Failure, shellWord } from '@leitmotif/command'
import { BundleError, loadEncoder, RuntimeError, type Encoder, type EncoderOptions } from '@leitmotif/encoder'
import { folderVersion } from './collection-file.js'
import { findAccess, isServer } from './elasticsearch/elasticsearch-access.js'
import { aliasOf, DEFAULT_COLLECTION } from './elasticsearch/names.js'
import type { ElasticsearchStoreOptions } from './elasticsearch/elasticsearch-store.js'
import type { EmbeddedStoreOptions } from './embedded/embedded-store.js'
import { openEmbeddedStore } from './embedded/open-embedded-store.js'
import { UnreadableThemes } from './embedded/table-damage.js'
import type { GenerationStore, ThemeStore } from './store.js'
import { ThemesNeeded } from './themes-needed.js'

/** Default folder of a collection. */
export const DEFAULT_FOLDER = '.leitmotif/default'

/** The collection that a command uses. */
export interface PlaceFlags {
  /** A folder, the address of a server, or `elasticsearch`. */
  readonly in: string
  readonly collection?: string
}

/**
 * Opens an encoder bundle or an ONNX sentence encoder. Networks of a bundle are loaded at their first use.
 * @throws Failure for an invalid encoder. The first use throws it for damaged networks, or if they need ONNX Runtime
 * and it is missing.
 */
export async function openEncoder(folder: string, options?: Partial<EncoderOptions>): Promise<Encoder> {
  try {
    const encoder = await loadEncoder(folder, options)
    return {
      ...encoder,
      encode: (...args) =>
        encoder.encode(...args).catch((error: unknown) => {
          if (error instanceof RuntimeError) throw new RuntimeMissing(error)
          throw error instanceof BundleError ? encoderFailure(folder, error) : error
        })
    }
  } catch (error) {
    throw encoderFailure(folder, error)
  }
}

/** A message about a file of an encoder, with the folder that the file is in. */
function encoderFailure(folder: string, error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error)
  const isNamed = error instanceof BundleError && error.place !== undefined
  return new Failure(isNamed ? message : `${folder.replace(/\/+$/, '')}: ${message}`)
}

/** ONNX Runtime cannot be loaded; `cause` says why. */
export class RuntimeMissing extends Failure {
  constructor(override readonly cause: RuntimeError) {
    super(`${cause.message}: leitmotif reindex --fast`)
  }
}

/** Opens a collection in a folder or in Elasticsearch. Imports LanceDB or the Elasticsearch client only when needed. */
export async function openCollection(
  { in: place, collection }: PlaceFlags,
  options: Omit<EmbeddedStoreOptions & Pick<ElasticsearchStoreOptions, 'part'>, 'collection'>
): Promise<GenerationStore> {
  const all = { ...options, ...(collection !== undefined && { collection }) }
  if (!isServer(place)) return openEmbeddedStore(place, all)
  const { openElasticsearchStore } = await import('./elasticsearch/elasticsearch-store.js')
  return openElasticsearchStore(place, all)
}

/** Returns a unique name of a collection: its absolute folder, or the URL of its server with its alias. */
export async function collectionPlace({ in: place, collection = DEFAULT_COLLECTION }: PlaceFlags): Promise<string> {
  if (!isServer(place)) return resolve(place)
  const { place: address } = await findAccess(place, process.env, () => undefined)
  return `${address}/${aliasOf(collection)}`
}

/**
 * Returns a function that reads the collection's version: readers must reopen the collection when it changes. The
 * version of a missing collection is undefined.
 */
export async function collectionVersion({
  in: place,
  collection
}: PlaceFlags): Promise<() => Promise<string | undefined>> {
  if (!isServer(place)) return () => folderVersion(place)
  const { elasticsearchVersion } = await import('./elasticsearch/elasticsearch-store.js')
  return elasticsearchVersion(place, collection)
}

/** Opens a collection, runs `work`, and closes it. @throws Failure if `encoder` is not the collection's. */
export async function withCollection<T>(
  place: PlaceFlags,
  encoder: Encoder | undefined,
  access: 'read' | 'write',
  work: (store: ThemeStore) => Promise<T>
): Promise<T> {
  const store = await openCollection(place, { access, ...(encoder && { encoder }) })
  return closing(store, () => work(store)).catch((error: unknown) => {
    // Completes the command in the message, so that it can be copied.
    throw error instanceof ThemesNeeded || error instanceof UnreadableThemes
      ? new Failure(error.message + placeArguments(place))
      : error
  })
}

/** Returns the options that name a collection, each preceded by a space; empty for the default collection. */
export function placeArguments({ in: place, collection }: PlaceFlags, option: '--in' | '--to' = '--in'): string {
  const named = place === DEFAULT_FOLDER ? '' : ` ${option} ${shellWord(place)}`
  return collection === undefined ? named : `${named} --collection ${shellWord(collection)}`
}

/** Runs `work` and closes the store, also after an error. */
export async function closing<T>(store: ThemeStore, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } finally {
    await store.close()
  }
}
