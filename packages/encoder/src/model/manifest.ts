import { decodeLearnedEntries, type LearnedEntries } from './learned.js'
import { MANIFEST_BYTES, membersOf, type StoredFile } from './manifest-members.js'
import { sha256 } from './sha256.js'
import { decodeStoredWords, WORD_LIMITS, type StoredWords } from './stored-files.js'

export const BUNDLE_FORMAT = 'leitmotif-encoder'
export const BUNDLE_VERSION = 2
/** The file in a bundle's folder that lists all other files. */
export const MANIFEST_FILE = 'encoder.json'

/** The rules by which `terms` splits text into words. Raise the version if a change of the rules changes any term. */
export const TOKENIZER = { name: 'leitmotif-terms', version: 1 } as const

/** The most that is read of a bundle, whatever its manifest says. */
export const BUNDLE_LIMITS = {
  manifestBytes: MANIFEST_BYTES,
  networkBytes: 256 << 20,
  tokenizerBytes: 16 << 20,
  dims: WORD_LIMITS.dims,
  tokens: 10_000
} as const

/** A network's file. Its vectors have `dims` dimensions. */
export interface NetworkEntry<Kind extends string> extends StoredFile {
  readonly kind: Kind
  readonly dims: number
}

/** An ONNX network that reads the bundle's word vectors. */
export type OnnxEntry = NetworkEntry<'onnx'>

/** An ONNX network that reads tokens, not words. */
export interface TokensEntry extends NetworkEntry<'tokens'> {
  /** A `tokenizer.json` of Hugging Face. */
  readonly tokenizer: StoredFile
  /** Tokens read of a text at most, including special ones. */
  readonly maxTokens: number
}

/** A bundle's networks, at least one. All but those of tokens use the words and word vectors of the bundle. */
export interface NetworkEntries {
  /** Float32, little-endian: the words' weights [words], then the layer [inputs, dims]. */
  readonly static?: NetworkEntry<'static'>
  /** An ONNX model as described by `OnnxNetwork`, trained on sentences of the same sections. */
  readonly sentences?: OnnxEntry | TokensEntry
  /** An ONNX model trained on sentences and the titles of their sections. */
  readonly titles?: OnnxEntry | TokensEntry
}

/** The networks, in the order in which they are written and hashed. */
export const NETWORKS = ['static', 'sentences', 'titles'] as const satisfies (keyof NetworkEntries)[]

/** Sources of vectors: one network, or `both`. */
export const REPRESENTATIONS = [...NETWORKS, 'both'] as const

/**
 * Length of the `titles` part of a row of `both`, relative to the `sentences` part. At full length, clusters of
 * validation articles agree less with the sections: bench/TRAINING.md, *What `titles` counts for in `both`*.
 */
export const TITLES_SHARE = 0.6

/**
 * The source of vectors: one network, or `both`. As in the paper, `both` concatenates unit rows of `sentences` and
 * `titles`; here the latter are multiplied by TITLES_SHARE, and the result is scaled to length 1.
 */
export type Representation = (typeof REPRESENTATIONS)[number]

/** Returns the networks that a representation uses. */
export function networksOf(representation: Representation): readonly (keyof NetworkEntries)[] {
  return representation === 'both' ? ['sentences', 'titles'] : [representation]
}

/** The networks, in the order in which one becomes the default: the one that finds most comes first. */
const BY_PREFERENCE: readonly (keyof NetworkEntries)[] = ['sentences', 'static', 'titles']

/** Returns the representation of a bundle that is used unless another one is asked for. */
export function defaultRepresentation(networks: NetworkEntries): Representation {
  return BY_PREFERENCE.find((name) => networks[name] !== undefined)!
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
  /** Maximum number of known words read of a sentence. */
  readonly maxTokens: number
  readonly networks: NetworkEntries
}

/** The origin of a bundle: stored and displayed, never acted upon. */
export interface BundleOrigin {
  readonly name: string
  /** BCP 47, as `en`. */
  readonly language: string
  readonly license: string
  /** All options of mining and, by network, of training, so that it can be repeated. */
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
  /** Files of `Learned`. They affect no vector and no fingerprint. Absent if the bundle has none. */
  readonly learned?: LearnedEntries
  /** `fingerprintOf` all networks; shows whether the manifest was altered. */
  readonly fingerprint: string
}

/**
 * Returns the sha256 over everything that affects the vectors of a representation; of all networks if left out. Hashed
 * in a fixed order: the format, the tokenizer, `maxTokens`, and the content (not the names) of vocabulary, word vectors
 * and networks.
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
      const tokens = network.kind === 'tokens' ? network : undefined
      return [
        [
          ...[name, network.kind, network.dims, network.sha256],
          ...(tokens ? [tokens.tokenizer.sha256, tokens.maxTokens] : [])
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
 * Decodes `encoder.json`. Unknown members are left out.
 * @throws BundleError that names the first member of a wrong type or out of its limits.
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
  const onnxEntry = (name: 'sentences' | 'titles'): Record<string, OnnxEntry | TokensEntry> => {
    if (given[name] === undefined) return {}
    const at = `networks.${name}`
    const { kind, tokenizer, maxTokens } = object(given[name], at)
    if (kind !== 'tokens') return entry(name, 'onnx')
    return {
      [name]: {
        ...entry(name, kind)[name],
        tokenizer: stored(object(tokenizer, `${at}.tokenizer`), `${at}.tokenizer`),
        maxTokens: whole(maxTokens, `${at}.maxTokens`, 1, BUNDLE_LIMITS.tokens)
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
