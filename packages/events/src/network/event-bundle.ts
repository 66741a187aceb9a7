import { BundleError, type ReadFile } from '@leitmotif/encoder'
import {
  allowed,
  decodeFloats,
  decodeStoredWords,
  fileStore,
  joinBytes,
  MANIFEST_BYTES,
  membersOf,
  quantizeRows,
  readStored,
  readWords,
  sha256,
  storeWords,
  TOKENIZER,
  type StoredFile,
  type StoredWords,
  type Vocabulary,
  type WordTable
} from '@leitmotif/encoder/training'
import type { EventNetwork, TensorLayer } from './event-network.js'

const EVENTS_FORMAT = 'leitmotif-events'
const EVENTS_VERSION = 1
/** The file in a bundle's folder that lists all other files. */
const EVENTS_MANIFEST = 'events.json'

/** Limits on the size of a bundle, whatever its manifest states. */
const EVENT_LIMITS = { taggerBytes: 64 << 20, networkBytes: 256 << 20, slices: 1024, layers: 10 } as const

/** The origin of a bundle. */
export interface EventsOrigin {
  readonly name: string
  /** BCP 47. */
  readonly language: string
  readonly license: string
  /** All training options, the corpora and the result. */
  readonly trained: Readonly<Record<string, unknown>>
  readonly measured: readonly unknown[]
}

/** Members that affect a bundle's results, all except the file names. */
interface EventsParts extends StoredWords {
  /** The rules that split the words of an event into the vocabulary's terms. */
  readonly tokenizer: { readonly name: string; readonly version: number }
  /** Tagger and chunker, which find the parts of an event in a headline. */
  readonly tagger: StoredFile
  readonly network: StoredFile & {
    readonly encoding: 'int8'
    readonly slices: number
    readonly dims: number
    /** Layers from both tensors on: the tensor that combines them, and dense layers. */
    readonly layers: number
  }
}

/** `events.json`. */
interface EventsManifest extends EventsParts, EventsOrigin {
  readonly format: typeof EVENTS_FORMAT
  readonly version: typeof EVENTS_VERSION
  readonly fingerprint: string
}

/** A bundle, read and checked. */
export interface EventBundle {
  readonly manifest: EventsManifest
  readonly vocabulary: Vocabulary
  readonly vectors: WordTable
  readonly network: EventNetwork
  /** The bytes of tagger and chunker. */
  readonly tagger: Uint8Array<ArrayBuffer>
}

const members = membersOf(EVENTS_MANIFEST)

/**
 * Reads an event bundle. Checks sizes against limits, files against their sha256, and weights for being finite.
 * @throws BundleError that says what was found, what was expected, and what to do.
 */
export async function readEventBundle(read: ReadFile): Promise<EventBundle> {
  const manifest = decodeEventsManifest(await read(EVENTS_MANIFEST, MANIFEST_BYTES))
  const { fingerprint, tokenizer, tagger } = manifest
  const found = await fingerprintOf(manifest)
  if (found !== fingerprint) {
    throw new BundleError(
      `${EVENTS_MANIFEST}: fingerprint is ${fingerprint}, but its contents have ${found}; ` +
        'the bundle was altered: fetch it or train it again'
    )
  }
  if (tokenizer.name !== TOKENIZER.name || tokenizer.version !== TOKENIZER.version) {
    throw new BundleError(
      `${EVENTS_MANIFEST}: tokenizer is ${tokenizer.name} ${tokenizer.version}; expected ${TOKENIZER.name} ` +
        `${TOKENIZER.version}: use the program that the bundle was made for, or train it again`
    )
  }
  return {
    manifest,
    ...(await readWords(read, manifest)),
    network: await readNetwork(read, manifest),
    tagger: await readStored(read, tagger, 1, EVENT_LIMITS.taggerBytes)
  }
}

/** Returns the files of a bundle by name, including `events.json`, as `readEventBundle` reads them. */
export async function packEventBundle(
  origin: EventsOrigin,
  parts: {
    readonly words: readonly string[]
    readonly vectors: WordTable
    readonly network: EventNetwork
    readonly tagger: Uint8Array<ArrayBuffer>
  }
): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const { words, vectors, network, tagger } = parts
  const { files, store } = fileStore()
  const described: EventsParts = {
    tokenizer: TOKENIZER,
    tagger: await store('tagger.bin', tagger),
    ...(await storeWords(store, words, vectors)),
    network: {
      ...(await store('network.bin', packNetwork(network))),
      encoding: 'int8',
      slices: network.subjectVerb.slices,
      dims: network.event.slices,
      layers: 1 + network.dense.length
    }
  }
  const { name, language, license, trained, measured } = origin
  const manifest: EventsManifest = {
    format: EVENTS_FORMAT,
    version: EVENTS_VERSION,
    ...{ name, language, license },
    fingerprint: await fingerprintOf(described),
    ...described,
    ...{ trained, measured }
  }
  files.set(EVENTS_MANIFEST, new TextEncoder().encode(`${JSON.stringify(manifest, null, 2)}\n`))
  await readEventBundle((name) => Promise.resolve(files.get(name)!)) // fails before an unreadable bundle is written
  return files
}

function decodeEventsManifest(bytes: Uint8Array): EventsManifest {
  const { object, text, whole, list, stored, only, hash } = members
  const root = members.document(bytes, EVENTS_FORMAT, EVENTS_VERSION, 'a bundle of events')
  const tokenizer = object(root.tokenizer, 'tokenizer')
  const network = object(root.network, 'network')
  return {
    format: EVENTS_FORMAT,
    version: EVENTS_VERSION,
    name: text(root.name, 'name'),
    language: text(root.language, 'language'),
    license: text(root.license, 'license'),
    fingerprint: hash(root.fingerprint, 'fingerprint'),
    tokenizer: {
      name: text(tokenizer.name, 'tokenizer.name'),
      version: whole(tokenizer.version, 'tokenizer.version', 1, Number.MAX_SAFE_INTEGER)
    },
    tagger: stored(object(root.tagger, 'tagger'), 'tagger'),
    ...decodeStoredWords(members, root),
    network: {
      ...stored(network, 'network'),
      encoding: only(network.encoding, 'network.encoding', 'int8'),
      slices: whole(network.slices, 'network.slices', 1, EVENT_LIMITS.slices),
      dims: whole(network.dims, 'network.dims', 1, EVENT_LIMITS.slices),
      // Bundles that were written before there were more layers do not say how many they have.
      layers: whole(network.layers ?? 1, 'network.layers', 1, EVENT_LIMITS.layers)
    },
    trained: object(root.trained, 'trained'),
    measured: list(root.measured, 'measured')
  }
}

/** Returns the sha256 over everything that affects the extracted events or their vectors, in a fixed order. */
async function fingerprintOf({ tokenizer, tagger, vocabulary, vectors, network }: EventsParts): Promise<string> {
  const text = JSON.stringify([
    [EVENTS_FORMAT, EVENTS_VERSION],
    [tokenizer.name, tokenizer.version],
    tagger.sha256,
    [vocabulary.count, vocabulary.sha256],
    [vectors.count, vectors.dims, vectors.encoding, vectors.sha256],
    [network.slices, network.dims, network.encoding, network.sha256]
  ])
  return sha256(new TextEncoder().encode(text))
}

/** Returns the sizes of the three layers. */
function shapesOf(inputs: number, slices: number, dims: number): Pick<TensorLayer, 'left' | 'right' | 'slices'>[] {
  const pair = { left: inputs, right: inputs, slices }
  return [pair, pair, { left: slices, right: slices, slices: dims }]
}

/**
 * Order of the values. First all float32: the word weights [words]; then for each layer its matrix, its bias and the
 * scales of its tensor [left × right]; then of each dense layer matrix and bias; then mu and the offset. Then int8: the tensor of each layer [left × right,
 * slices].
 */
function packNetwork({
  weights,
  subjectVerb,
  verbObject,
  event,
  dense,
  mu,
  offset
}: EventNetwork): Uint8Array<ArrayBuffer> {
  const layers = [subjectVerb, verbObject, event]
  const tensors = layers.map(({ left, right, slices, tensor }) =>
    quantizeRows({ count: left * right, dims: slices, data: tensor })
  )
  return joinBytes(
    weights,
    ...layers.flatMap(({ matrix, bias }, i) => [matrix, bias, tensors[i].scales]),
    ...dense.flatMap(({ matrix, bias }) => [matrix, bias]),
    ...[mu, Float32Array.of(offset)],
    ...tensors.map(({ rows }) => rows)
  )
}

async function readNetwork(read: ReadFile, manifest: EventsManifest): Promise<EventNetwork> {
  const { network, vectors } = manifest
  const shapes = shapesOf(vectors.dims, network.slices, network.dims)
  const { dims } = network
  const floats = shapes.reduce(
    (sum, { left, right, slices }) => sum + (left + right + 1) * slices + left * right,
    vectors.count + (network.layers - 1) * dims * (dims + 1) + dims + 1
  )
  const values = shapes.reduce((sum, { left, right, slices }) => sum + left * right * slices, 0)
  const size = allowed(network.file, 4 * floats + values, EVENT_LIMITS.networkBytes)
  const bytes = await readStored(read, network, size, size)
  const numbers = decodeFloats(bytes.subarray(0, 4 * floats), network.file)
  let at = 0
  const take = (length: number): Float32Array => numbers.subarray(at, (at += length))
  const weights = take(vectors.count)
  let tensorAt = 4 * floats
  const layers = shapes.map((shape): TensorLayer => {
    const { left, right, slices } = shape
    const [matrix, bias] = [take((left + right) * slices), take(slices)]
    const scales = take(left * right)
    const rows = new Int8Array(bytes.buffer, bytes.byteOffset + tensorAt, left * right * slices)
    tensorAt += rows.length
    const tensor = Float32Array.from(rows, (value, i) => value * scales[Math.floor(i / slices)])
    return { ...shape, matrix, bias, tensor }
  })
  const dense = Array.from({ length: network.layers - 1 }, () => ({ matrix: take(dims * dims), bias: take(dims) }))
  const mu = take(dims)
  return { weights, subjectVerb: layers[0], verbObject: layers[1], event: layers[2], dense, mu, offset: take(1)[0] }
}
