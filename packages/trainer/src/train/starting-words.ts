import { Failure } from '@leitmotif/command'
import { BundleError, readBundle } from '@leitmotif/encoder'
import { quantizeRows, readFrom, type Bundle, type WordTable } from '@leitmotif/encoder/training'
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
    vectors: name
  }
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
