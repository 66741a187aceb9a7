import { sha256 } from './sha256.js'

export const BUNDLE_FORMAT = 'leitmotif-encoder'
export const BUNDLE_VERSION = 2
/** The file of a bundle's folder that names all others. */
export const MANIFEST_FILE = 'encoder.json'

/** The rules by which `terms` cuts text into words; a change of them that changes a term raises the version. */
export const TOKENIZER = { name: 'leitmotif-terms', version: 1 } as const

/** The most that is read of a bundle, whatever it says of itself. */
export const BUNDLE_LIMITS = {
  manifestBytes: 1 << 20,
  vocabularyBytes: 64 << 20,
  vectorsBytes: 1 << 30,
  networkBytes: 256 << 20,
  words: 2_000_000,
  dims: 4096,
  tokens: 10_000
} as const

/** A bundle that can't be used as it is: of another format or version, incomplete, or altered. The user can mend it. */
export class BundleError extends Error {
  override name = 'BundleError'
}

export interface StoredFile {
  /** A name within the bundle's folder. */
  readonly file: string
  /** Of the file's bytes, in lowercase hexadecimal. */
  readonly sha256: string
}

/** A network's file. The vectors it gives have `dims` dimensions. */
export interface NetworkEntry<Kind extends string> extends StoredFile {
  readonly kind: Kind
  readonly dims: number
}

/** A bundle's networks, at least one. All take the words and the word vectors of the bundle. */
export interface NetworkEntries {
  /** Float32, little-endian: the words' weights [words], then the layer [inputs, dims]. */
  readonly static?: NetworkEntry<'static'>
  /** An ONNX model, as `OnnxNetwork` describes it, trained on sentences of the same sections. */
  readonly sentences?: NetworkEntry<'onnx'>
  /** Likewise, trained on sentences and the titles of their sections. */
  readonly titles?: NetworkEntry<'onnx'>
}

/** In the order in which they are written down, hashed and chosen. */
export const NETWORKS = ['static', 'sentences', 'titles'] as const satisfies (keyof NetworkEntries)[]

/** What vectors may be made of: one network, or `both`. */
export const REPRESENTATIONS = [...NETWORKS, 'both'] as const

/**
 * Which of a bundle's networks gives the vectors. `both` is the paper's concatenation: the unit rows of `sentences` and
 * `titles` side by side, scaled to length 1.
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

/** What must be known to use a bundle; all of it bears on the vectors, but for the names of files. */
export interface BundleParts {
  /** The rules that cut text into words; a bundle works only with the rules it was trained by. */
  readonly tokenizer: { readonly name: string; readonly version: number }
  /** Known words of a sentence beyond this many are left out. */
  readonly maxTokens: number
  /** UTF-8, one word on a line; a word's line is its row. */
  readonly vocabulary: StoredFile & { readonly count: number }
  /** `int8`: the rows' scales, float32 little-endian [count], then the rows, int8 [count, dims]. */
  readonly vectors: StoredFile & { readonly count: number; readonly dims: number; readonly encoding: 'int8' }
  readonly networks: NetworkEntries
}

/** What a bundle says of its making: kept and shown, never acted upon. */
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
  /** `fingerprintOf` all of its networks: whether the manifest is as it was written. */
  readonly fingerprint: string
}

/**
 * sha256 over everything that changes a vector of `used` networks, in one fixed order: the format, the tokenizer, the
 * limits, and the content (not the names) of vocabulary, word vectors and those networks.
 */
export async function fingerprintOf(
  { tokenizer, maxTokens, vocabulary, vectors, networks }: BundleParts,
  used: readonly (keyof NetworkEntries)[] = NETWORKS
): Promise<string> {
  const text = JSON.stringify([
    [BUNDLE_FORMAT, BUNDLE_VERSION],
    [tokenizer.name, tokenizer.version, maxTokens],
    [vocabulary.count, vocabulary.sha256],
    [vectors.count, vectors.dims, vectors.encoding, vectors.sha256],
    ...used.flatMap((name) => {
      const network = networks[name]
      return network === undefined ? [] : [[name, network.kind, network.dims, network.sha256]]
    })
  ])
  return sha256(new TextEncoder().encode(text))
}

/**
 * Decodes `encoder.json`, totally: whatever the bytes are, either every member is of its type and within its limits or
 * an error says which is not. Members it does not know are left out.
 * @throws BundleError
 */
export function decodeManifest(bytes: Uint8Array): BundleManifest {
  if (bytes.length > BUNDLE_LIMITS.manifestBytes) {
    throw new BundleError(`${MANIFEST_FILE} is over ${BUNDLE_LIMITS.manifestBytes} bytes; expected a bundle's manifest`)
  }
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new BundleError(`${MANIFEST_FILE} is not JSON (cut short?); fetch or export the bundle again`)
  }
  const root = object(value, 'the document')
  if (root.format !== BUNDLE_FORMAT) {
    throw fault('format', root.format, `'${BUNDLE_FORMAT}': choose the folder of an encoder bundle`)
  }
  if (root.version !== BUNDLE_VERSION) {
    const advice = Number(root.version) > BUNDLE_VERSION ? 'update this program' : 'export the bundle again'
    throw fault('version', root.version, `${BUNDLE_VERSION}: ${advice}`)
  }
  const tokenizer = object(root.tokenizer, 'tokenizer')
  const vocabulary = object(root.vocabulary, 'vocabulary')
  const vectors = object(root.vectors, 'vectors')
  const count = whole(vocabulary.count, 'vocabulary.count', 1, BUNDLE_LIMITS.words)
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
    vocabulary: { ...stored(vocabulary, 'vocabulary'), count },
    vectors: {
      ...stored(vectors, 'vectors'),
      count: whole(vectors.count, 'vectors.count', count, count),
      dims: whole(vectors.dims, 'vectors.dims', 1, BUNDLE_LIMITS.dims),
      encoding: only(vectors.encoding, 'vectors.encoding', 'int8')
    },
    networks: networks(root.networks),
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
  return { ...entry('static', 'static'), ...entry('sentences', 'onnx'), ...entry('titles', 'onnx') }
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

function stored(value: Record<string, unknown>, name: string): StoredFile {
  const file = text(value.file, `${name}.file`)
  if (!/^[A-Za-z0-9][\w.-]{0,99}$/.test(file)) {
    throw fault(`${name}.file`, file, 'the plain name of a file in the same folder')
  }
  return { file, sha256: hash(value.sha256, `${name}.sha256`) }
}

function hash(value: unknown, name: string): string {
  if (typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)) return value
  throw fault(name, value, '64 hexadecimal digits')
}

function only<const T extends string>(value: unknown, name: string, expected: T): T {
  if (value === expected) return expected
  throw fault(name, value, `'${expected}'`)
}

function whole(value: unknown, name: string, least: number, most: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value
  throw fault(name, value, least === most ? String(least) : `a whole number from ${least} to ${most}`)
}

function finite(value: unknown, name: string): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value
  throw fault(name, value, 'a number')
}

function text(value: unknown, name: string): string {
  if (typeof value === 'string' && value !== '') return value
  throw fault(name, value, 'text')
}

function list(value: unknown, name: string): unknown[] {
  if (Array.isArray(value)) return value
  throw fault(name, value, 'a list')
}

function object(value: unknown, name: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw fault(name, value, 'an object')
  if (Object.hasOwn(value, '__proto__')) throw fault(name, '__proto__', 'members of an encoder bundle only')
  return value as Record<string, unknown>
}

const SHOWN = 80

function fault(name: string, value: unknown, expected: string): BundleError {
  const shown = describe(value)
  const got = shown.length > SHOWN ? `${shown.slice(0, SHOWN)}…` : shown
  return new BundleError(`${MANIFEST_FILE}: ${name} is ${got}; expected ${expected}`)
}

/** Lists and objects by their kind alone: they may be nested too deeply to be printed. */
function describe(value: unknown): string {
  if (value === undefined) return 'missing'
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return Array.isArray(value) ? 'a list' : 'an object'
}
