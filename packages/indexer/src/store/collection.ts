import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { Failure, shellWord, wholeNumber } from '@leitmotif/command'
import {
  BundleError,
  loadEncoder,
  RuntimeError,
  type Encoder,
  type EncoderOptions,
  type Representation
} from '@leitmotif/encoder'
import shippedEncoder from '@leitmotif/model-en'
import { Option } from 'commander'
import { folderVersion } from './collection-file.js'
import { CONFIGURED_PLACE, findAccess, isServer } from './elasticsearch/elasticsearch-access.js'
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

/** Possible places of a collection, for help texts. */
export const PLACES = `a folder, the URL of an Elasticsearch server, or ${CONFIGURED_PLACE} (server from ELASTICSEARCH_URL)`

/** Returns `--in PLACE`, the option of commands that use a collection. */
export function inOption(): Option {
  return new Option('--in <place>', `collection to use: ${PLACES}`).default(DEFAULT_FOLDER)
}

/** Returns `--collection NAME`. */
export function collectionOption(): Option {
  return new Option(
    '--collection <name>',
    `name of the collection (default: the name of its folder, or ${DEFAULT_COLLECTION} in Elasticsearch)`
  )
}

/** Text of `--encoder` for commands that read a collection. */
export const INDEXED_WITH = 'the encoder that the collection was indexed with'

/** Returns `--encoder FOLDER`, the option of commands that encode. `use` says which encoder the command expects. */
export function encoderOption(use: string): Option {
  return new Option(
    '--encoder <folder>',
    `${use}: folder of an encoder bundle, or of an ONNX sentence encoder (model.onnx, tokenizer.json)`
  )
    .env('LEITMOTIF_ENCODER')
    .default(shippedEncoder, '@leitmotif/model-en')
}

/** The representation of `--fast`. */
export const FAST = 'static' satisfies Representation

/** Returns `--fast`, the option of commands that choose the vectors of a collection. */
export function fastOption(): Option {
  return new Option(
    '--fast',
    `use the vectors \`${FAST}\`: encoding is more than fifty times as fast and needs no ONNX Runtime, but searches find less`
  ).default(false)
}

/** Default limit of the number of encoding threads. Each loads its own copy of the networks. */
const MOST_THREADS = 4

export function threadsOption(): Option {
  return new Option('--threads <count>', 'encoding threads, 1 to 64; --fast uses none')
    .argParser(wholeNumber(1, 64))
    .default(Math.min(MOST_THREADS, availableParallelism()))
}

/** Returns `--json`, the option of every command that ends by itself. */
export function jsonOption(): Option {
  return new Option('--json', 'print the result as one JSON document')
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

/** Collects repeated `field=value` arguments. */
export function collect(value: string, before: readonly string[] = []): string[] {
  return [...before, value]
}
