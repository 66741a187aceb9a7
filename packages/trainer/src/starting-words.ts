import { Failure } from '@leitmotif/command'
import { BundleError, quantizeRows, readBundle, readFrom, type Bundle, type WordTable } from '@leitmotif/encoder'
import { basename } from 'node:path'
import { readWordVectors } from './vectors/word-vector-reader.js'

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
  /** What the vectors are called. */
  readonly vectors: string
  readonly base?: Bundle
}

/** The words and vectors to train with: a file's, or those of the bundle that is there. */
export async function readWords({ vectors, entry, words, out }: WordFlags): Promise<Words> {
  if (vectors !== undefined) {
    const read = await readWordVectors(vectors, { limit: words ?? WORDS, ...(entry !== undefined && { entry }) })
    return { words: read.terms, table: quantizeRows(read.vectors), vectors: basename(vectors) }
  }
  for (const [flag, value] of Object.entries({ entry, words })) {
    if (value !== undefined) throw new Failure(`--${flag} goes with --vectors only; the bundle in --out has its words`)
  }
  const base = await readBase(out)
  const recorded = Object.values(base.manifest.trained) as ({ readonly vectors?: string } | undefined)[]
  const name = recorded.find((training) => training?.vectors !== undefined)?.vectors ?? 'those of the bundle'
  return { words: base.vocabulary.words, table: base.vectors, vectors: name, base }
}

/**
 * The bundle in a folder.
 * @throws Failure when there is none, or its words are no longer those of `before`.
 */
export async function readBase(out: string, before?: Bundle): Promise<Bundle> {
  let base: Bundle
  try {
    base = await readBundle(readFrom(out))
  } catch (error) {
    if (!(error instanceof BundleError)) throw error
    throw new Failure(`${error.message}\nwithout --vectors FILE the words of the bundle in --out are used`)
  }
  const words = ({ manifest }: Bundle): string => manifest.vocabulary.sha256 + manifest.vectors.sha256
  if (before !== undefined && words(base) !== words(before)) {
    throw new Failure(
      `${out}: has other words than when training began; put the bundle back, and go on with --checkpoint`
    )
  }
  return base
}
