import { fileURLToPath } from 'node:url'
import { Failure } from '@leitmotif/command'
import { BundleError, loadEncoder, type Encoder, type EncoderOptions } from '@leitmotif/encoder'
import { Option } from 'commander'
import { openEmbeddedStore } from './store-embedded.js'
import type { FieldType, FieldValue, Filter, ThemeStore } from './store.js'

/** Where a collection lies unless a command is told otherwise. */
export const DEFAULT_FOLDER = '.leitmotif/default'

/** The encoder in this repository. */
const SHIPPED_ENCODER = fileURLToPath(new URL('../../../models/leitmotif-en', import.meta.url))

/** `--in FOLDER`, of commands that read a collection. */
export function inOption(): Option {
  return new Option('--in <folder>', 'the collection').default(DEFAULT_FOLDER)
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

/** Opens a collection to read it, does `work`, and closes it. With an encoder, one that did not fill it is refused. */
export async function withCollection<T>(
  folder: string,
  encoder: Encoder | undefined,
  access: 'read' | 'write',
  work: (store: ThemeStore) => Promise<T>
): Promise<T> {
  const store = await openEmbeddedStore(folder, { access, ...(encoder && { encoder }) })
  return closing(store, () => work(store))
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

/** Filter from `field=value` arguments, numbers where the collection declares them. @throws Failure for another form. */
export function parseFilter(args: readonly string[], fields: Readonly<Record<string, FieldType>>): Filter {
  return Object.fromEntries(
    args.map((arg): [string, FieldValue] => {
      const at = arg.indexOf('=')
      if (at < 1) throw new Failure(`--filter ${arg}: expected field=value, as in --filter author="Mei Farrow"`)
      const field = arg.slice(0, at)
      const value = arg.slice(at + 1)
      if (!Object.hasOwn(fields, field) || fields[field] !== 'number') return [field, value]
      if (value.trim() === '' || !Number.isFinite(Number(value))) {
        throw new Failure(`--filter ${arg}: ${field} is a number; got “${value}”`)
      }
      return [field, Number(value)]
    })
  )
}
