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
import { ENCODER_BUNDLE } from '../output/export.js'
import type { NetworkName } from './training-options.js'
import { readWordVectors } from '../vectors/word-vector-reader.js'
import { tellZeros } from '../vectors/word-vectors.js'

/** What fills 20 MB with 300 dimensions. */
export const WORDS = 60_000

/** Where the words are from: a file of vectors, or else the bundle in `out`. */
export interface WordFlags {
  readonly out: string
  readonly vectors?: string
  /** Which file of a .zip. */
  readonly entry?: string
  /** How many of the file's words. Default: `WORDS`. */
  readonly words?: number
}

/** The words and vectors that a training starts from. */
export interface Words {
  readonly words: readonly string[]
  readonly table: WordTable
  /** What the bundle's `sentences` reads of words behind their vectors, where it does. */
  readonly more?: MoreValues | undefined
  /** What the vectors are called. */
  readonly vectors: string
}

/** The words and vectors to train with: a file's, or those of the bundle that is there. */
export async function readWords({ vectors, entry, words, out }: WordFlags): Promise<Words> {
  if (vectors !== undefined) {
    const read = await readWordVectors(vectors, { limit: words ?? WORDS, ...(entry !== undefined && { entry }) })
    tellZeros(vectors, read)
    return { words: read.terms, table: quantizeRows(read.vectors), vectors: basename(vectors) }
  }
  for (const [flag, value] of Object.entries({ entry, words })) {
    if (value !== undefined) throw new Failure(`--${flag} goes with --vectors only; a bundle has its own words`)
  }
  const base = await readThere(out)
  if (base === undefined) {
    throw new Failure(
      `${out}: holds no encoder bundle whose words could be used; name word vectors with --vectors FILE`
    )
  }
  const recorded = Object.values(base.manifest.trained) as ({ readonly vectors?: string } | undefined)[]
  const name = recorded.find((training) => training?.vectors !== undefined)?.vectors ?? 'those of the bundle'
  return {
    words: base.vocabulary.words,
    table: base.vectors,
    more: base.networks.sentences?.more,
    vectors: name
  }
}

/**
 * What `sentences` reads of words beside their vectors, for another network to read.
 * @throws Failure where there is no such `sentences`.
 */
export function moreOf({ more }: Pick<Words, 'more'>): MoreValues {
  if (more !== undefined) return more
  throw new Failure(
    '--more-values: there is no bundle whose sentences reads more of words than their vectors; name one with --out (malstm: --encoder), or leave it out'
  )
}

/** What a network is to read of words beside their vectors: what it reads already, and behind that what a file says. */
export async function readMore(
  path: string | undefined,
  words: readonly string[],
  there: MoreValues | undefined
): Promise<MoreValues | undefined> {
  if (path === undefined) return there
  const read = await readMoreValues(path, words)
  return there === undefined ? read : sideBySide(there, read, words.length)
}

function sideBySide(a: MoreValues, b: MoreValues, count: number): MoreValues {
  const dims = a.dims + b.dims
  const values = new Int8Array(count * dims)
  for (let r = 0; r < count; r++) {
    values.set(a.values.subarray(r * a.dims, (r + 1) * a.dims), r * dims)
    values.set(b.values.subarray(r * b.dims, (r + 1) * b.dims), r * dims + a.dims)
  }
  return { dims, values }
}

/**
 * What a file of word vectors says of words, in `MORE_VALUES`' steps, each word's greatest value the last: a network reads
 * it behind the words' own vectors. A word that the file does not have has zeros.
 * @throws Failure when the file can't be read, or has none of the words.
 */
async function readMoreValues(path: string, words: readonly string[]): Promise<MoreValues> {
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
 * What a file of word vectors says of pieces of words, in the int8 steps of the words' own. `dims`: what the network reads of a word.
 * @throws Failure when the file can't be read, has other dimensions, or something else than pieces.
 */
export async function readPieces(path: string, dims: number): Promise<WordPieces> {
  const { terms, vectors } = await readWordVectors(path)
  if (vectors.dims !== dims)
    throw new Failure(`${path}: has ${vectors.dims} values of a piece; expected ${dims}, as of a word`)
  const strange = terms.find((term) => !term.startsWith(WITHIN))
  if (strange !== undefined) throw new Failure(`${path}: has ${strange}; expected pieces of words, as ${WITHIN}ing`)
  return { pieces: createVocabulary(terms), vectors: quantizeRows(vectors) }
}

/**
 * The bundle in a folder that a network of these words is to join; undefined where there is none, or where it holds
 * nothing but a network that is to be replaced.
 * @throws Failure when networks of other words or word vectors would be lost.
 */
export async function readBase(
  out: string,
  { words, table }: Pick<Words, 'words' | 'table'>,
  network: NetworkName
): Promise<Bundle | undefined> {
  const base = await readThere(out)
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
    `${out}: its ${lost.length === 1 ? 'network' : 'networks'} ${lost.join(' and ')} would be lost, being of other ` +
      'words or word vectors than those to train with; name another folder'
  )
}

/** The bundle in a folder; undefined where there is none. */
async function readThere(out: string): Promise<Bundle | undefined> {
  if (!existsSync(join(out, ENCODER_BUNDLE.manifest))) return undefined
  return readBundle(readFrom(out)).catch((error: unknown) => {
    throw error instanceof BundleError ? new Failure(`${error.message}; or name another folder than ${out}`) : error
  })
}

export function equalBytes(a: Int8Array | Float32Array, b: Int8Array | Float32Array): boolean {
  const [one, other] = [a, b].map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength))
  return one.equals(other)
}
