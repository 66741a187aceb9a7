import {
  BUNDLE_FORMAT,
  BUNDLE_LIMITS,
  BUNDLE_VERSION,
  decodeManifest,
  fingerprintOf,
  MANIFEST_FILE,
  networksOf,
  REPRESENTATIONS,
  TOKENIZER,
  type BundleManifest,
  type BundleOrigin,
  type BundleParts,
  type NetworkEntry,
  type OnnxEntry,
  type Representation,
  type TokensEntry
} from './manifest.js'
import { readLearned, storeLearned, type Learned, type LearnedFiles } from './learned.js'
import { BundleError } from './manifest-members.js'
import type { OnnxNetwork } from './onnx.js'
import type { StaticNetwork } from './static.js'
import {
  allowed,
  decodeFloats,
  fileStore,
  joinBytes,
  readStored,
  readWords,
  storeWords,
  type ReadFile
} from './stored-files.js'
import type { Vocabulary } from './vocabulary.js'
import type { WordTable } from './word-table.js'

/** The networks of a bundle by name; at least one. */
export interface BundleNetworks {
  readonly static?: StaticNetwork
  readonly sentences?: OnnxNetwork
  readonly titles?: OnnxNetwork
}

/** A bundle, read and checked. */
export interface Bundle {
  readonly manifest: BundleManifest
  readonly vocabulary: Vocabulary
  readonly vectors: WordTable
  readonly networks: BundleNetworks
  readonly learned: Learned
  /** The bytes of the files of `learned`, to pack them into another bundle of the same networks. */
  readonly learnedFiles: LearnedFiles
  /** Fingerprint of each representation that the networks can give (`fingerprintOf`). */
  readonly fingerprints: Readonly<Partial<Record<Representation, string>>>
}

/** A bundle whose manifest and learned parts have been read. Its other files are read and checked on demand. */
export interface OpenBundle extends Pick<Bundle, 'manifest' | 'learned' | 'learnedFiles' | 'fingerprints'> {
  readonly readWords: () => Promise<Pick<Bundle, 'vocabulary' | 'vectors'>>
  /** These may only be called for networks that are in the manifest. */
  readonly readStatic: () => Promise<StaticNetwork>
  readonly readOnnx: (name: OnnxName) => Promise<OnnxNetwork>
}

type OnnxName = Exclude<keyof BundleNetworks, 'static'>

/**
 * Reads and checks a bundle. Sizes are compared with the limits and with the manifest before anything is parsed. Each
 * file must have its sha256, and each weight must be finite. ONNX models are checked only when the runtime opens them.
 * @throws BundleError that names the value found, the value expected, and what to do.
 * @example
 * const read = async (name) => new Uint8Array(await readFile(`models/leitmotif-en/${name}`))
 * const bundle = await readBundle(read)
 * bundle.manifest.name // => 'leitmotif-en'
 */
export async function readBundle(read: ReadFile): Promise<Bundle> {
  const { readWords, readStatic, readOnnx, ...opened } = await openBundle(read)
  const { static: layer, sentences, titles } = opened.manifest.networks
  return {
    ...opened,
    ...(await readWords()),
    networks: {
      ...(layer && { static: await readStatic() }),
      ...(sentences && { sentences: await readOnnx('sentences') }),
      ...(titles && { titles: await readOnnx('titles') })
    }
  }
}

/** Opens a bundle; a damaged file is refused when it is read. @throws BundleError as `readBundle` */
export async function openBundle(read: ReadFile): Promise<OpenBundle> {
  const manifest = decodeManifest(await read(MANIFEST_FILE, BUNDLE_LIMITS.manifestBytes))
  const { fingerprint } = manifest
  const found = await fingerprintOf(manifest)
  if (found !== fingerprint) {
    throw new BundleError(
      `${MANIFEST_FILE}: fingerprint is ${fingerprint}, but its contents have ${found}; ` +
        'the bundle was altered: fetch or export it again'
    )
  }
  return {
    manifest,
    ...(await readLearned(read, manifest.learned ?? {})),
    fingerprints: await fingerprintsOf(manifest),
    readWords: () => readWords(read, manifest),
    readStatic: () => readStatic(read, manifest.networks.static!, manifest.vectors),
    readOnnx: readerOfModels(read, manifest)
  }
}

/**
 * Returns the files of a bundle by name, including `encoder.json`, as `readBundle` reads them.
 * @throws BundleError for parts that do not fit together, a word with a line break, or a weight that is not finite.
 */
export async function packBundle(
  origin: BundleOrigin,
  parts: {
    readonly words: readonly string[]
    readonly vectors: WordTable
    readonly networks: BundleNetworks
    readonly learnedFiles?: LearnedFiles
  },
  maxTokens: number
): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const { words, vectors, networks, learnedFiles = {} } = parts
  const { files, store } = fileStore()
  const storeModel = async (name: 'sentences' | 'titles', network: OnnxNetwork): Promise<OnnxEntry | TokensEntry> => {
    const { model, dims, tokens } = network
    if (tokens !== undefined) {
      const stored = await store(`${name}.onnx`, model)
      const tokenizer = await store(`${name}-tokenizer.json`, tokens.tokenizer)
      return { kind: 'tokens', ...stored, dims, tokenizer, maxTokens: tokens.maxTokens }
    }
    return { kind: 'onnx', ...(await store(`${name}.onnx`, model)), dims }
  }
  const described: BundleParts = {
    tokenizer: TOKENIZER,
    maxTokens,
    ...(await storeWords(store, words, vectors)),
    networks: {
      ...(networks.static && {
        static: {
          kind: 'static',
          ...(await store('static.bin', joinBytes(networks.static.weights, networks.static.projection))),
          dims: networks.static.dims
        }
      }),
      ...(networks.sentences && { sentences: await storeModel('sentences', networks.sentences) }),
      ...(networks.titles && { titles: await storeModel('titles', networks.titles) })
    }
  }
  const learned = await storeLearned(store, learnedFiles)
  const { name, language, license, ...making } = origin
  const manifest: BundleManifest = {
    format: BUNDLE_FORMAT,
    version: BUNDLE_VERSION,
    name,
    language,
    license,
    fingerprint: await fingerprintOf(described),
    ...described,
    ...(Object.keys(learned).length > 0 && { learned }),
    ...making
  }
  const text = new TextEncoder().encode(`${JSON.stringify(manifest, null, 2)}\n`)
  files.set(MANIFEST_FILE, text)
  await readBundle((name) => Promise.resolve(files.get(name)!)) // fails before an unreadable bundle is written
  return files
}

async function fingerprintsOf(manifest: BundleManifest): Promise<Bundle['fingerprints']> {
  const fingerprints: Partial<Record<Representation, string>> = {}
  for (const representation of REPRESENTATIONS) {
    if (networksOf(representation).every((name) => manifest.networks[name]))
      fingerprints[representation] = await fingerprintOf(manifest, representation)
  }
  return fingerprints
}

/** Returns the reader of a bundle's ONNX networks. */
function readerOfModels(read: ReadFile, manifest: BundleManifest): OpenBundle['readOnnx'] {
  return async (name) => {
    const found = manifest.networks[name]!
    const model = await readStored(read, found, 0, BUNDLE_LIMITS.networkBytes)
    const { dims } = found
    if (found.kind === 'onnx') return { model, dims }
    const tokenizer = await readStored(read, found.tokenizer, 0, BUNDLE_LIMITS.tokenizerBytes)
    return { model, dims, tokens: { tokenizer, maxTokens: found.maxTokens } }
  }
}

async function readStatic(
  read: ReadFile,
  entry: NetworkEntry<'static'>,
  { count, dims: inputs }: BundleManifest['vectors']
): Promise<StaticNetwork> {
  const { file, dims } = entry
  const size = allowed(file, 4 * (count + inputs * dims), BUNDLE_LIMITS.networkBytes)
  const numbers = decodeFloats(await readStored(read, entry, size, size), file)
  return { weights: numbers.subarray(0, count), projection: numbers.subarray(count), dims }
}
