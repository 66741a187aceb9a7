import { decodeLearnedEntries, type LearnedEntries } from './learned.js'
import { MANIFEST_BYTES, membersOf, type StoredFile } from './manifest-members.js'
import { sha256 } from './sha256.js'
import {
  decodeStoredMoreValues,
  decodeStoredWords,
  WORD_LIMITS,
  type StoredMoreValues,
  type StoredWords
} from './stored-files.js'

export const BUNDLE_FORMAT = 'leitmotif-encoder'
export const BUNDLE_VERSION = 2
/** The file of a bundle's folder that names all others. */
export const MANIFEST_FILE = 'encoder.json'

/** The rules by which `terms` cuts text into words; a change of them that changes a term raises the version. */
export const TOKENIZER = { name: 'leitmotif-terms', version: 1 } as const

/** The most that is read of a bundle, whatever it says of itself. */
export const BUNDLE_LIMITS = {
  manifestBytes: MANIFEST_BYTES,
  networkBytes: 256 << 20,
  dims: WORD_LIMITS.dims,
  tokens: 10_000
} as const

/** A network's file. The vectors it gives have `dims` dimensions. */
export interface NetworkEntry<Kind extends string> extends StoredFile {
  readonly kind: Kind
  readonly dims: number
}

/** A network of ONNX. */
export interface OnnxEntry extends NetworkEntry<'onnx'> {
  /** Further values of words that the network reads after their vectors. */
  readonly moreValues?: StoredMoreValues
  /** Pieces of words that the vocabulary lacks, and all that it reads of each. */
  readonly pieces?: StoredWords
}

/** A bundle's networks, at least one. All take the words and the word vectors of the bundle. */
export interface NetworkEntries {
  /** Float32, little-endian: the words' weights [words], then the layer [inputs, dims]. */
  readonly static?: NetworkEntry<'static'>
  /** An ONNX model, as `OnnxNetwork` describes it, trained on sentences of the same sections. */
  readonly sentences?: OnnxEntry
  /** Likewise, trained on sentences and the titles of their sections. */
  readonly titles?: OnnxEntry
}

/** In the order in which they are written down, hashed and chosen. */
export const NETWORKS = ['static', 'sentences', 'titles'] as const satisfies (keyof NetworkEntries)[]

/** Sources of vectors: one network, or `both`. */
export const REPRESENTATIONS = [...NETWORKS, 'both'] as const

/**
 * What part of their length rows of `titles` have in `both`. At their whole length clusters of validation articles agree
 * less with sections: bench/TRAINING.md, *What `titles` counts for in `both`*.
 */
export const TITLES_SHARE = 0.6

/**
 * Which of a bundle's networks gives the vectors. `both` is the paper's concatenation, one part of it
 * shorter: unit rows of `sentences` and those of `titles` at `TITLES_SHARE` of their length, scaled to length 1.
 */
export type Representation = (typeof REPRESENTATIONS)[number]

/** The networks that give a representation. */
export function networksOf(representation: Representation): readonly (keyof NetworkEntries)[] {
  return representation === 'both' ? ['sentences', 'titles'] : [representation]
}

/** A measured figure, with its 95 % interval. */
export interface Measurement {
  readonly task: string
  readonly articles: string
  readonly accuracy: number
  readonly interval: readonly [number, number]
  readonly [detail: string]: unknown
}

/** Members needed to use a bundle; all except the file names affect the vectors. */
export interface BundleParts extends StoredWords {
  /** The rules that cut text into words; a bundle works only with the rules it was trained by. */
  readonly tokenizer: { readonly name: string; readonly version: number }
  /** Known words of a sentence beyond this many are left out. */
  readonly maxTokens: number
  readonly networks: NetworkEntries
}

/** The origin of a bundle: stored and displayed, never acted upon. */
export interface BundleOrigin {
  readonly name: string
  /** BCP 47, as `en`. */
  readonly language: string
  readonly license: string
  /** Every option of mining and, by network, of training, for whoever repeats it. */
  readonly mined: Readonly<Record<string, unknown>>
  readonly trained: Readonly<Record<string, unknown>>
  readonly corpora: readonly unknown[]
  readonly seed: number
  readonly measured: readonly Measurement[]
}

/** `encoder.json`. */
export interface BundleManifest extends BundleParts, BundleOrigin {
  readonly format: typeof BUNDLE_FORMAT
  readonly version: typeof BUNDLE_VERSION
  /** Files that change no vector, and so no fingerprint: `Learned`. Absent in older bundles, and if a bundle has none. */
  readonly learned?: LearnedEntries
  /** `fingerprintOf` all of its networks: whether the manifest is as it was written. */
  readonly fingerprint: string
}

/**
 * sha256 over everything that changes a vector of a representation, or of any of them, in one fixed order: the format,
 * the tokenizer, the limits, and the content (not the names) of vocabulary, word vectors and networks.
 */
export async function fingerprintOf(
  { tokenizer, maxTokens, vocabulary, vectors, networks }: BundleParts,
  representation?: Representation
): Promise<string> {
  const used = representation === undefined ? NETWORKS : networksOf(representation)
  const text = JSON.stringify([
    [BUNDLE_FORMAT, BUNDLE_VERSION],
    [tokenizer.name, tokenizer.version, maxTokens],
    [vocabulary.count, vocabulary.sha256],
    [vectors.count, vectors.dims, vectors.encoding, vectors.sha256],
    ...used.flatMap((name) => {
      const network = networks[name]
      if (network === undefined) return []
      const more = 'moreValues' in network ? network.moreValues : undefined
      const pieces = 'pieces' in network ? network.pieces : undefined
      return [
        [
          ...[name, network.kind, network.dims, network.sha256],
          ...(more ? [more.dims, more.sha256] : []),
          ...(pieces ? [pieces.vocabulary.sha256, pieces.vectors.sha256] : [])
        ]
      ]
    }),
    ...(representation === 'both' ? [TITLES_SHARE] : [])
  ])
  return sha256(new TextEncoder().encode(text))
}

const members = membersOf(MANIFEST_FILE)
const { document, fault, finite, hash, list, object, only, stored, text, whole } = members

/**
 * Decodes `encoder.json`, totally: whatever the bytes are, either every member is of its type and within its limits or
 * an error says which is not. Members it does not know are left out.
 * @throws BundleError
 */
export function decodeManifest(bytes: Uint8Array): BundleManifest {
  const root = document(bytes, BUNDLE_FORMAT, BUNDLE_VERSION, 'an encoder bundle')
  const tokenizer = object(root.tokenizer, 'tokenizer')
  return {
    format: BUNDLE_FORMAT,
    version: BUNDLE_VERSION,
    name: text(root.name, 'name'),
    language: text(root.language, 'language'),
    license: text(root.license, 'license'),
    tokenizer: {
      name: text(tokenizer.name, 'tokenizer.name'),
      version: whole(tokenizer.version, 'tokenizer.version', 1, Number.MAX_SAFE_INTEGER)
    },
    maxTokens: whole(root.maxTokens, 'maxTokens', 1, BUNDLE_LIMITS.tokens),
    ...decodeStoredWords(members, root),
    networks: networks(root.networks),
    ...(root.learned !== undefined && { learned: decodeLearnedEntries(members, root.learned) }),
    mined: object(root.mined, 'mined'),
    trained: object(root.trained, 'trained'),
    corpora: list(root.corpora, 'corpora'),
    seed: whole(root.seed, 'seed', 0, Number.MAX_SAFE_INTEGER),
    measured: list(root.measured, 'measured').map((item, i) => measurement(item, `measured[${i}]`)),
    fingerprint: hash(root.fingerprint, 'fingerprint')
  }
}

function networks(value: unknown): NetworkEntries {
  const given = object(value, 'networks')
  if (NETWORKS.every((name) => given[name] === undefined)) {
    throw fault('networks', value, `at least one of ${NETWORKS.join(', ')}`)
  }
  const entry = <Kind extends string>(name: keyof NetworkEntries, kind: Kind): Record<string, NetworkEntry<Kind>> => {
    if (given[name] === undefined) return {}
    const at = `networks.${name}`
    const network = object(given[name], at)
    const dims = whole(network.dims, `${at}.dims`, 1, BUNDLE_LIMITS.dims)
    return { [name]: { ...stored(network, at), kind: only(network.kind, `${at}.kind`, kind), dims } }
  }
  const onnxEntry = (name: 'sentences' | 'titles'): Record<string, OnnxEntry> => {
    if (given[name] === undefined) return {}
    const network = entry(name, 'onnx')[name]
    const { moreValues, pieces } = given[name] as Record<string, unknown>
    const at = `networks.${name}`
    return {
      [name]: {
        ...network,
        ...(moreValues !== undefined && {
          moreValues: decodeStoredMoreValues(members, moreValues, `${at}.moreValues`)
        }),
        ...(pieces !== undefined && {
          pieces: decodeStoredWords(members, object(pieces, `${at}.pieces`), `${at}.pieces.`)
        })
      }
    }
  }
  return { ...entry('static', 'static'), ...onnxEntry('sentences'), ...onnxEntry('titles') }
}

function measurement(value: unknown, name: string): Measurement {
  const item = object(value, name)
  const interval = list(item.interval, `${name}.interval`)
  if (interval.length !== 2) throw fault(`${name}.interval`, interval, 'two numbers')
  return {
    ...item,
    task: text(item.task, `${name}.task`),
    articles: text(item.articles, `${name}.articles`),
    accuracy: finite(item.accuracy, `${name}.accuracy`),
    interval: [finite(interval[0], `${name}.interval[0]`), finite(interval[1], `${name}.interval[1]`)]
  }
}
