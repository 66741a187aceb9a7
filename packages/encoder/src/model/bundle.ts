import {
  BUNDLE_FORMAT,
  BUNDLE_LIMITS,
  BUNDLE_VERSION,
  BundleError,
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
  type Representation,
  type StoredFile
} from './manifest.js'
import type { OnnxNetwork } from './onnx.js'
import { sha256 } from './sha256.js'
import type { StaticNetwork } from './static.js'
import { createVocabulary, type Vocabulary } from './vocabulary.js'
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
  /** Of each representation that the networks give: `fingerprintOf` those that it is made of. */
  readonly fingerprints: Readonly<Partial<Record<Representation, string>>>
}

/**
 * Gives the bytes of a file of the bundle's folder, or, of a file longer than `most`, any bytes that are more than
 * `most`. They may be a view of something larger. @throws BundleError when there is no such file.
 */
export type ReadFile = (name: string, most: number) => Promise<Uint8Array<ArrayBuffer>>

/**
 * Reads a bundle. Every size is checked against the limits and against what the manifest says before anything is
 * parsed, every file against its sha256, every weight for being finite; what an ONNX model holds is left to the
 * runtime that opens it.
 * @throws BundleError that says what was got, what was expected, and what to do.
 */
export async function readBundle(read: ReadFile): Promise<Bundle> {
  const manifest = decodeManifest(await read(MANIFEST_FILE, BUNDLE_LIMITS.manifestBytes))
  const { vocabulary, vectors, fingerprint } = manifest
  const found = await fingerprintOf(manifest)
  if (found !== fingerprint) {
    throw new BundleError(
      `${MANIFEST_FILE}: fingerprint is ${fingerprint}, but its contents have ${found}; ` +
        'the bundle was altered: fetch or export it again'
    )
  }
  const size = allowed(vectors.file, vectors.count * (4 + vectors.dims), BUNDLE_LIMITS.vectorsBytes)
  const words = decodeWords(await readStored(read, vocabulary, 0, BUNDLE_LIMITS.vocabularyBytes), manifest)
  const table = await readStored(read, vectors, size, size)
  const scales = decodeFloats(table.subarray(0, 4 * vectors.count), vectors.file)
  const rows = new Int8Array(table.buffer, table.byteOffset + scales.byteLength, vectors.count * vectors.dims)
  return {
    manifest,
    vocabulary: words,
    vectors: { count: vectors.count, dims: vectors.dims, scales, rows },
    networks: await readNetworks(read, manifest),
    fingerprints: await fingerprintsOf(manifest)
  }
}

/**
 * The files of a bundle by name, `encoder.json` among them: what `readBundle` reads.
 * @throws BundleError for parts that do not fit together, words that are not one a line, weights that are not finite.
 */
export async function packBundle(
  origin: BundleOrigin,
  parts: { readonly words: readonly string[]; readonly vectors: WordTable; readonly networks: BundleNetworks },
  maxTokens: number
): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const { words, vectors, networks } = parts
  const files = new Map<string, Uint8Array<ArrayBuffer>>()
  const store = async (file: string, bytes: Uint8Array<ArrayBuffer>): Promise<StoredFile> => {
    files.set(file, bytes)
    return { file, sha256: await sha256(bytes) }
  }
  const storeModel = async (file: string, { model, dims }: OnnxNetwork): Promise<NetworkEntry<'onnx'>> => {
    return { kind: 'onnx', ...(await store(file, model)), dims }
  }
  const described: BundleParts = {
    tokenizer: TOKENIZER,
    maxTokens,
    vocabulary: {
      ...(await store('vocabulary.txt', new TextEncoder().encode(`${words.join('\n')}\n`))),
      count: words.length
    },
    vectors: {
      ...(await store('vectors.bin', joinBytes(vectors.scales, vectors.rows))),
      count: vectors.count,
      dims: vectors.dims,
      encoding: 'int8'
    },
    networks: {
      ...(networks.static && {
        static: {
          kind: 'static',
          ...(await store('static.bin', joinBytes(networks.static.weights, networks.static.projection))),
          dims: networks.static.dims
        }
      }),
      ...(networks.sentences && { sentences: await storeModel('sentences.onnx', networks.sentences) }),
      ...(networks.titles && { titles: await storeModel('titles.onnx', networks.titles) })
    }
  }
  const { name, language, license, ...making } = origin
  const manifest: BundleManifest = {
    format: BUNDLE_FORMAT,
    version: BUNDLE_VERSION,
    name,
    language,
    license,
    fingerprint: await fingerprintOf(described),
    ...described,
    ...making
  }
  const text = new TextEncoder().encode(`${JSON.stringify(manifest, null, 2)}\n`)
  files.set(MANIFEST_FILE, text)
  await readBundle((name) => Promise.resolve(files.get(name)!)) // nothing is written that could not be read
  return files
}

function joinBytes(...arrays: readonly (Float32Array | Int8Array)[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(arrays.reduce((sum, array) => sum + array.byteLength, 0))
  let offset = 0
  for (const array of arrays) {
    joined.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), offset)
    offset += array.byteLength
  }
  return joined
}

async function fingerprintsOf(manifest: BundleManifest): Promise<Bundle['fingerprints']> {
  const fingerprints: Partial<Record<Representation, string>> = {}
  for (const representation of REPRESENTATIONS) {
    const used = networksOf(representation)
    if (used.every((name) => manifest.networks[name]))
      fingerprints[representation] = await fingerprintOf(manifest, used)
  }
  return fingerprints
}

async function readNetworks(read: ReadFile, manifest: BundleManifest): Promise<BundleNetworks> {
  const { static: layer, sentences, titles } = manifest.networks
  const readModel = async (entry: NetworkEntry<'onnx'>): Promise<OnnxNetwork> => {
    return { model: await readStored(read, entry, 0, BUNDLE_LIMITS.networkBytes), dims: entry.dims }
  }
  return {
    ...(layer && { static: await readStatic(read, layer, manifest.vectors) }),
    ...(sentences && { sentences: await readModel(sentences) }),
    ...(titles && { titles: await readModel(titles) })
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

/** `size`, where the limits allow it. */
function allowed(file: string, size: number, most: number): number {
  if (size <= most) return size
  throw new BundleError(`${MANIFEST_FILE} asks for ${size} bytes of ${file}; expected at most ${most}`)
}

/** A file of the bundle: from `least` to `most` bytes, with the sha256 that the manifest says. */
async function readStored(
  read: ReadFile,
  { file, sha256: stated }: StoredFile,
  least: number,
  most: number
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await read(file, most)
  if (bytes.length > most) {
    throw new BundleError(`${file} has more than ${most} bytes, which ${MANIFEST_FILE} does not allow for`)
  }
  if (bytes.length < least) {
    throw new BundleError(
      `${file} is cut short: it has ${bytes.length} bytes, expected ${least}; fetch or export the bundle again`
    )
  }
  const found = await sha256(bytes)
  if (found !== stated) {
    throw new BundleError(
      `${file} was altered: its sha256 is ${found}, expected ${stated}; fetch or export the bundle again`
    )
  }
  return bytes
}

function decodeWords(bytes: Uint8Array, { vocabulary }: BundleManifest): Vocabulary {
  const lines = new TextDecoder().decode(bytes).replace(/\n$/, '').split('\n')
  if (lines.length !== vocabulary.count) {
    throw new BundleError(`${vocabulary.file} has ${lines.length} words; expected ${vocabulary.count}: export it again`)
  }
  try {
    return createVocabulary(lines)
  } catch (error) {
    throw new BundleError(`${vocabulary.file}: ${(error as Error).message}; export the bundle again`)
  }
}

/** Little-endian float32, as every machine that runs JavaScript keeps them. */
function decodeFloats(bytes: Uint8Array<ArrayBuffer>, file: string): Float32Array {
  // Copied where the host's buffer does not lie as floats must.
  const { buffer, byteOffset } = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice()
  const numbers = new Float32Array(buffer, byteOffset, bytes.length / 4)
  const index = numbers.findIndex((value) => !Number.isFinite(value))
  if (index >= 0) {
    throw new BundleError(`${file}: number ${index} is ${numbers[index]}; expected finite weights: train it again`)
  }
  return numbers
}
