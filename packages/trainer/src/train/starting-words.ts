import { Failure } from '@leitmotif/command'
import { BundleError, readBundle } from '@leitmotif/encoder'
import {
  createVocabulary,
  MORE_VALUES,
  quantizeRows,
  readFrom,
  WITHIN,
  type Bundle,
  type MoreValues,
  type WordPieces,
  type WordTable
} from '@leitmotif/encoder/training'
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ENCODER_BUNDLE } from '../output/bundle-files.js'
import type { NetworkName } from './training-options.js'
import { readWordVectors } from '../vectors/word-vector-reader.js'
import { warnOfZeros } from '../vectors/word-vectors.js'

/** Default number of words: with 300 dimensions they take 20 MB. */
export const WORDS = 60_000

/** The source of the words: a file of vectors, or else the bundle in `out`. */
export interface WordFlags {
  readonly out: string
  readonly vectors?: string
  /** The file to read within a .zip. */
  readonly entry?: string
  /** How many of the file's words to read. Default: `WORDS`. */
  readonly words?: number
}

/** The words and vectors of a training. */
export interface Words {
  readonly words: readonly string[]
  readonly table: WordTable
  /** Additional values that the bundle's `sentences` reads behind each word's vector. */
  readonly extra?: MoreValues | undefined
  /** The name of the vectors. */
  readonly vectors: string
}

/** Reads words and vectors from a file, or from the bundle in `out`. */
export async function readWords({ vectors, entry, words, out }: WordFlags): Promise<Words> {
  if (vectors !== undefined) {
    const read = await readWordVectors(vectors, { limit: words ?? WORDS, ...(entry !== undefined && { entry }) })
    warnOfZeros(vectors, read)
    return { words: read.terms, table: quantizeRows(read.vectors), vectors: basename(vectors) }
  }
  for (const [flag, value] of Object.entries({ entry, words })) {
    if (value !== undefined) throw new Failure(`--${flag} can only be used with --vectors; a bundle has its own words`)
  }
  const bundle = await readExisting(out)
  if (bundle === undefined) {
    throw new Failure(`${out}: holds no encoder bundle to take words from; name word vectors with --vectors FILE`)
  }
  const recorded = Object.values(bundle.manifest.trained) as ({ readonly vectors?: string } | undefined)[]
  const name = recorded.find((training) => training?.vectors !== undefined)?.vectors ?? 'those of the bundle'
  return {
    words: bundle.vocabulary.words,
    table: bundle.vectors,
    extra: bundle.networks.sentences?.more,
    vectors: name
  }
}

/**
 * Returns the additional values that `sentences` reads behind each word's vector, so that another network reads them too.
 * @throws Failure when no `sentences` has any.
 */
export function extraValuesOf({ extra }: Pick<Words, 'extra'>): MoreValues {
  if (extra !== undefined) return extra
  throw new Failure(
    '--more-values: expected a bundle whose network sentences reads additional word vectors; name one with --out ' +
      '(fit pairs: --encoder), or leave the flag out'
  )
}

/** Returns the additional values that a network already reads, followed by those of a file. */
export async function readExtraValues(
  path: string | undefined,
  words: readonly string[],
  existing: MoreValues | undefined
): Promise<MoreValues | undefined> {
  if (path === undefined) return existing
  const read = await readValues(path, words)
  return existing === undefined ? read : concatenate(existing, read, words.length)
}

function concatenate(a: MoreValues, b: MoreValues, count: number): MoreValues {
  const dims = a.dims + b.dims
  const values = new Int8Array(count * dims)
  for (let r = 0; r < count; r++) {
    values.set(a.values.subarray(r * a.dims, (r + 1) * a.dims), r * dims)
    values.set(b.values.subarray(r * b.dims, (r + 1) * b.dims), r * dims + a.dims)
  }
  return { dims, values }
}

/**
 * Reads a file of word vectors, quantized to the steps of `MORE_VALUES` so that each word's greatest value is the last step.
 * A word that the file lacks has zeros.
 * @throws Failure when the file can't be read, or has none of the words.
 */
async function readValues(path: string, words: readonly string[]): Promise<MoreValues> {
  const rows = new Map(words.map((word, row) => [word, row]))
  const { terms, vectors } = await readWordVectors(path, { vocabulary: new Set(words) })
  if (terms.length === 0) throw new Failure(`${path}: has none of the ${words.length} words; name vectors of the same`)
  const { dims, data } = vectors
  const values = new Int8Array(words.length * dims)
  terms.forEach((term, t) => {
    const given = data.subarray(t * dims, (t + 1) * dims)
    const greatest = given.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
    if (greatest === 0) return
    values.set(
      Int8Array.from(given, (value) => Math.round((value / greatest) * MORE_VALUES.most)),
      rows.get(term)! * dims
    )
  })
  return { dims, values }
}

/**
 * Reads vectors of word pieces, quantized to int8 as the words' own. `dims`: the dimensions that the network reads of a word.
 * @throws Failure when the file can't be read, has other dimensions, or holds anything but pieces.
 */
export async function readPieces(path: string, dims: number): Promise<WordPieces> {
  const { terms, vectors } = await readWordVectors(path)
  if (vectors.dims !== dims)
    throw new Failure(`${path}: has ${vectors.dims} dimensions; expected ${dims}, as the network reads of a word`)
  const other = terms.find((term) => !term.startsWith(WITHIN))
  if (other !== undefined) throw new Failure(`${path}: has ${other}; expected word pieces such as ${WITHIN}ing`)
  return { pieces: createVocabulary(terms), vectors: quantizeRows(vectors) }
}

/**
 * Returns the bundle in a folder that a network of these words joins; undefined when there is none, or when it holds only
 * the network that is replaced.
 * @throws Failure when networks of other words or word vectors would be lost.
 */
export async function readBase(
  out: string,
  { words, table }: Pick<Words, 'words' | 'table'>,
  network: NetworkName
): Promise<Bundle | undefined> {
  const base = await readExisting(out)
  if (base === undefined) return undefined
  const { vocabulary, vectors, networks } = base
  const same =
    words.length === vocabulary.words.length &&
    words.every((word, i) => word === vocabulary.words[i]) &&
    equalBytes(table.rows, vectors.rows) &&
    equalBytes(table.scales, vectors.scales)
  if (same) return base
  const lost = Object.keys(networks).filter((name) => name !== network)
  if (lost.length === 0) return undefined
  throw new Failure(
    `${out}: its ${lost.length === 1 ? 'network' : 'networks'} ${lost.join(' and ')} would be lost, because they have other ` +
      'words or word vectors than this training; name another folder'
  )
}

/** Reads the bundle in a folder; undefined when there is none. */
async function readExisting(out: string): Promise<Bundle | undefined> {
  if (!existsSync(join(out, ENCODER_BUNDLE.manifest))) return undefined
  return readBundle(readFrom(out)).catch((error: unknown) => {
    throw error instanceof BundleError ? new Failure(`${error.message}; or name another folder than ${out}`) : error
  })
}

export function equalBytes(a: Int8Array | Float32Array, b: Int8Array | Float32Array): boolean {
  const [one, other] = [a, b].map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength))
  return one.equals(other)
}
