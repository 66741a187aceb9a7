import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Failure, shellWord } from '@leitmotif/command'
import { BundleError, loadEncoder, type Encoder, type EncoderOptions } from '@leitmotif/encoder'
import { Option } from 'commander'
import { folderVersion } from '../store/collection-file.js'
import { CONFIGURED_PLACE, findAccess, isServer } from '../store/elasticsearch/elasticsearch-access.js'
import { aliasOf, DEFAULT_COLLECTION } from '../store/elasticsearch/names.js'
import { openEmbeddedStore, type EmbeddedStoreOptions } from '../store/embedded/embedded-store.js'
import type { GenerationStore, ThemeStore } from '../store/store.js'

/** Where a collection lies unless a command is told otherwise. */
export const DEFAULT_FOLDER = '.leitmotif/default'

/** The encoder in this repository. */
const SHIPPED_ENCODER = fileURLToPath(new URL('../../../../models/leitmotif-en', import.meta.url))

/** Which collection a command is to use. */
export interface PlaceFlags {
  /** A folder, the address of a server, or `elasticsearch`. */
  readonly in: string
  readonly collection?: string
}

/** What a place can be, for the help of commands. */
export const PLACES = `a folder, the address of an Elasticsearch, or ${CONFIGURED_PLACE} for that of ELASTICSEARCH_URL`

/** `--in PLACE`, of commands that use a collection. */
export function inOption(): Option {
  return new Option('--in <place>', `where the collection lies: ${PLACES}`).default(DEFAULT_FOLDER)
}

/** `--collection NAME`, of the same commands. */
export function collectionOption(): Option {
  return new Option(
    '--collection <name>',
    `the collection's name; default: the folder's, or ${DEFAULT_COLLECTION} in Elasticsearch`
  )
}

/** `--encoder FOLDER`, of commands that encode. */
export function encoderOption(): Option {
  return new Option(
    '--encoder <folder>',
    'the encoder bundle; a collection can be used with the one that filled it alone'
  )
    .env('LEITMOTIF_ENCODER')
    .default(SHIPPED_ENCODER, 'models/leitmotif-en')
}

/** `--json`, of every command. */
export function jsonOption(): Option {
  return new Option('--json', 'print one JSON document on standard output')
}

/** Opens an encoder bundle. @throws Failure that says what is wrong with it; of its networks, once they are used. */
export async function openEncoder(folder: string, options?: Partial<EncoderOptions>): Promise<Encoder> {
  try {
    const encoder = await loadEncoder(folder, options)
    return { ...encoder, encode: (...args) => encoder.encode(...args).catch(rethrow) }
  } catch (error) {
    throw new Failure(error instanceof Error ? error.message : String(error))
  }
}

function rethrow(error: unknown): never {
  throw error instanceof BundleError ? new Failure(error.message) : error
}

/** Opens a collection, in a folder or in Elasticsearch, whose client is loaded only then. */
export async function openCollection(
  { in: place, collection }: PlaceFlags,
  options: Omit<EmbeddedStoreOptions, 'collection'>
): Promise<GenerationStore> {
  const all = { ...options, ...(collection !== undefined && { collection }) }
  if (!isServer(place)) return openEmbeddedStore(place, all)
  const { openElasticsearchStore } = await import('../store/elasticsearch/elasticsearch-store.js')
  return openElasticsearchStore(place, all)
}

/** A collection's own place, however it was named: its whole folder, or the address of its server with its alias. */
export async function collectionPlace({ in: place, collection = DEFAULT_COLLECTION }: PlaceFlags): Promise<string> {
  if (!isServer(place)) return resolve(place)
  const { place: address } = await findAccess(place, process.env, () => undefined)
  return `${address}/${aliasOf(collection)}`
}

/** What tells, again and again, what changes whenever a collection must be opened anew to be read; undefined where there is none. */
export async function collectionVersion({
  in: place,
  collection
}: PlaceFlags): Promise<() => Promise<string | undefined>> {
  if (!isServer(place)) return () => folderVersion(place)
  const { elasticsearchVersion } = await import('../store/elasticsearch/elasticsearch-store.js')
  return elasticsearchVersion(place, collection)
}

/** Opens a collection, does `work`, and closes it. With an encoder, one that did not fill it is refused. */
export async function withCollection<T>(
  place: PlaceFlags,
  encoder: Encoder | undefined,
  access: 'read' | 'write',
  work: (store: ThemeStore) => Promise<T>
): Promise<T> {
  const store = await openCollection(place, { access, ...(encoder && { encoder }) })
  return closing(store, () => work(store)).catch((error: unknown) => {
    // What reads themes does not know where they lie; who copies the command needs it.
    if (!(error instanceof Failure) || !error.message.endsWith(': leitmotif themes build')) throw error
    throw new Failure(error.message + placeArguments(place))
  })
}

/** The options that name a collection again, with a space before each; none where the default is meant. */
export function placeArguments({ in: place, collection }: PlaceFlags, option: '--in' | '--to' = '--in'): string {
  const named = place === DEFAULT_FOLDER ? '' : ` ${option} ${shellWord(place)}`
  return collection === undefined ? named : `${named} --collection ${shellWord(collection)}`
}

/** Does `work` and closes the store, whether or not it succeeds. */
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
