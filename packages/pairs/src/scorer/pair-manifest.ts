import {
  decodeStoredMoreValues,
  decodeStoredWords,
  MANIFEST_BYTES,
  membersOf,
  sha256,
  TOKENIZER,
  type StoredFile,
  type StoredMoreValues,
  type StoredWords
} from '@leitmotif/encoder/training'
import type { Calibration } from './calibration.js'

export const PAIRS_FORMAT = 'leitmotif-pairs'
export const PAIRS_VERSION = 1
/** The file in the bundle's folder that lists all other files. */
export const PAIRS_FILE = 'pairs.json'

/** Distances of two sentences' states: the sum of absolute differences, or the root of the sum of squares. */
export const PAIR_DISTANCES = ['l1', 'l2'] as const
export type PairDistance = (typeof PAIR_DISTANCES)[number]

/** Limits on a pair scorer's size, whatever its manifest states. */
export const PAIRS_LIMITS = {
  manifestBytes: MANIFEST_BYTES,
  networkBytes: 64 << 20,
  hidden: 1024,
  networks: 64,
  tokens: 10_000,
  points: 10_000
} as const

/** Members needed to use a pair scorer; all except the file names affect the scores. */
export interface PairParts {
  /** The rules that split text into words. */
  readonly tokenizer: { readonly name: string; readonly version: number }
  /** Known words of a sentence beyond this many are left out. */
  readonly maxTokens: number
  /**
   * The scorer's words. They are files in its folder, or, with `bundle`, those of the encoder bundle of that name in
   * the folder next to it, unless the user names another. `moreValues`: further values that the networks read after the
   * vectors.
   */
  readonly words: StoredWords & { readonly bundle?: string; readonly moreValues?: StoredMoreValues }
  /**
   * Float32, little-endian, for each of `count` networks: input [dims + those of `moreValues`, 4 * hidden], recurrent
   * [hidden, 4 * hidden], bias [4 * hidden].
   */
  readonly network: StoredFile & {
    readonly hidden: number
    readonly count: number
    /** Distance of two sentences' states. Default: `l1`. */
    readonly distance?: PairDistance
  }
  readonly calibration: Calibration
  /** The lowest and the highest score. */
  readonly scale: readonly [number, number]
}

/** The origin of a pair scorer: stored and displayed, never acted upon. */
export interface PairOrigin {
  readonly name: string
  /** BCP 47, as `en`. */
  readonly language: string
  readonly license: string
  /** All training options, so that it can be repeated. */
  readonly trained: Readonly<Record<string, unknown>>
  /** Measured figures, each with a description. */
  readonly measured: readonly unknown[]
}

/** `pairs.json`. */
export interface PairManifest extends PairParts, PairOrigin {
  readonly format: typeof PAIRS_FORMAT
  readonly version: typeof PAIRS_VERSION
  /** `pairFingerprint` of the manifest, which shows whether the manifest was changed. */
  readonly fingerprint: string
}

/** Returns the sha256 over everything that affects a score. */
export async function pairFingerprint(parts: PairParts): Promise<string> {
  const { tokenizer, maxTokens, words, network, calibration, scale } = parts
  const { vocabulary, vectors, moreValues } = words
  const text = JSON.stringify([
    [PAIRS_FORMAT, PAIRS_VERSION],
    [tokenizer.name, tokenizer.version, maxTokens],
    [vocabulary.count, vocabulary.sha256],
    [vectors.count, vectors.dims, vectors.encoding, vectors.sha256],
    ...(moreValues ? [[moreValues.dims, moreValues.sha256]] : []),
    [network.hidden, network.count, network.sha256, ...(network.distance === 'l2' ? ['l2'] : [])],
    [calibration.similarity, calibration.score, scale]
  ])
  return sha256(new TextEncoder().encode(text))
}

const members = membersOf(PAIRS_FILE)
const { document, fault, finite, hash, list, object, only, plainName, stored, text, whole } = members

/** Decodes `pairs.json`. Leaves out unknown members. @throws BundleError */
export function decodePairManifest(bytes: Uint8Array): PairManifest {
  const root = document(bytes, PAIRS_FORMAT, PAIRS_VERSION, 'a pair scorer')
  const tokenizer = object(root.tokenizer, 'tokenizer')
  const words = object(root.words, 'words')
  const network = object(root.network, 'network')
  return {
    format: PAIRS_FORMAT,
    version: PAIRS_VERSION,
    name: text(root.name, 'name'),
    language: text(root.language, 'language'),
    license: text(root.license, 'license'),
    tokenizer: {
      name: only(tokenizer.name, 'tokenizer.name', TOKENIZER.name),
      version: whole(tokenizer.version, 'tokenizer.version', TOKENIZER.version, TOKENIZER.version)
    },
    maxTokens: whole(root.maxTokens, 'maxTokens', 1, PAIRS_LIMITS.tokens),
    words: {
      ...decodeStoredWords(members, words, 'words.'),
      ...(words.bundle !== undefined && {
        bundle: plainName(words.bundle, 'words.bundle', 'the plain name of an encoder bundle')
      }),
      ...(words.moreValues !== undefined && {
        moreValues: decodeStoredMoreValues(members, words.moreValues, 'words.moreValues')
      })
    },
    network: {
      ...stored(network, 'network'),
      hidden: whole(network.hidden, 'network.hidden', 1, PAIRS_LIMITS.hidden),
      count: whole(network.count, 'network.count', 1, PAIRS_LIMITS.networks),
      ...(network.distance !== undefined && { distance: distance(network.distance) })
    },
    calibration: calibration(root.calibration),
    scale: scale(root.scale),
    trained: object(root.trained, 'trained'),
    measured: list(root.measured, 'measured'),
    fingerprint: hash(root.fingerprint, 'fingerprint')
  }
}

function distance(value: unknown): PairDistance {
  const known = PAIR_DISTANCES.find((name) => name === value)
  if (known === undefined) throw fault('network.distance', value, PAIR_DISTANCES.join(' or '))
  return known
}

function calibration(value: unknown): Calibration {
  const given = object(value, 'calibration')
  const numbers = (name: keyof Calibration): number[] =>
    list(given[name], `calibration.${name}`).map((item, i) => finite(item, `calibration.${name}[${i}]`))
  const [similarity, score] = [numbers('similarity'), numbers('score')]
  const { length } = similarity
  if (length < 2 || length > PAIRS_LIMITS.points)
    throw fault('calibration.similarity', similarity, `2 to ${PAIRS_LIMITS.points} numbers`)
  if (score.length !== length) throw fault('calibration.score', score, `${length} numbers, as many as similarities`)
  const wrong = similarity.findIndex((of, i) => of < 0 || of > 1 || of <= (similarity[i - 1] ?? -1))
  if (wrong >= 0) throw fault(`calibration.similarity[${wrong}]`, similarity[wrong], 'ascending numbers from 0 to 1')
  return { similarity, score }
}

function scale(value: unknown): readonly [number, number] {
  const ends = list(value, 'scale').map((item, i) => finite(item, `scale[${i}]`))
  if (ends.length !== 2 || ends[0] >= ends[1]) throw fault('scale', value, 'the least and the greatest score')
  return [ends[0], ends[1]]
}
