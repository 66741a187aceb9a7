import { checkTexts, checkWhole } from '../vectors/argument-checks.js'
import { terms } from '../text/tokens.js'
import { shareContext } from '../context/shared-context.js'
import { joinRows, type Vectors } from '../vectors/vectors.js'
import { openBundle, type Bundle, type BundleNetworks, type OpenBundle } from './bundle.js'
import { readFrom } from './folder.js'
import { isNode } from '../vectors/host.js'
import type { Learned } from './learned.js'
import {
  defaultRepresentation,
  MANIFEST_FILE,
  NETWORKS,
  TITLES_SHARE,
  TOKENIZER,
  type Representation
} from './manifest.js'
import { BundleError } from './manifest-members.js'
import { loadRuntime, type OnnxRuntime } from './onnx.js'
import { encodeBatches } from './onnx-batches.js'
import { createRunner } from './onnx-runner.js'
import { createThreadRunner } from './onnx-threads.js'
import { prepareStatic } from './static.js'
import { encodeTexts } from './texts.js'
import { createVectorCache, type VectorCache } from './vector-cache.js'
import { knownRows, type Vocabulary } from './vocabulary.js'
import { packValues } from './word-table.js'

export interface EncodeOptions {
  /** Default: `Encoder.representation`. */
  readonly representation?: Representation | undefined
  /**
   * Context of the vectors. `none`: each sentence is encoded by itself. `shared`: the sentences are one text, and each
   * row is relative to the others (`shareContext`), followed by `SHARED_WORDS.dims` more dimensions for its words. This
   * makes differences in theme clearer. Compare `shared` rows only with rows of the same call. Default: `none`.
   */
  readonly context?: 'none' | 'shared' | undefined
}

// Typed as strings, because callers in JavaScript may pass any.
const contexts: readonly string[] = ['none', 'shared'] satisfies EncodeOptions['context'][]

/** A loaded bundle: sentences in, thematic vectors out. */
export interface Encoder {
  readonly name: string
  /**
   * Fingerprint of each representation: a sha256 over everything that affects its vectors. Never compare vectors with
   * different fingerprints.
   */
  readonly fingerprints: Readonly<Partial<Record<Representation, string>>>
  /** The bundle's representations and the dimensions of each. */
  readonly dims: Readonly<Partial<Record<Representation, number>>>
  /** The default of `encode`: the bundle's first network in the order `sentences`, `static`, `titles`. */
  readonly representation: Representation
  /** Learned parts of the bundle other than its networks. */
  readonly learned: Learned
  /**
   * Returns a row of length 1 for each sentence; zero for a sentence without a known word. Without context, a row does
   * not depend on the other sentences: `static` gives the same bits, other networks values within 1e-5.
   * @throws Error for a representation that the bundle lacks, an unknown context, sentences that are not an array of
   * strings, or a disposed encoder; RuntimeError if ONNX Runtime is needed and can't be loaded; on the first use of a
   * representation, BundleError for a damaged file or an ONNX model that does not fit the bundle.
   */
  encode(sentences: readonly string[], options?: EncodeOptions): Promise<Vectors>
  /** Closes sessions and threads. */
  dispose(): void
}

/** How networks other than `static` are run. */
export interface EncoderOptions {
  /**
   * Sentence vectors in each network's least-recently-used cache, so that an edit encodes few sentences. With 600
   * dimensions, 4,096 vectors take 10 MB. Range: 0 (no cache) or more. Default: 4,096.
   */
  readonly cache: number
  /**
   * Worker threads of Node that encode. With 0, and outside Node, the calling thread encodes and is blocked for some
   * hundredths of a second at a time. Range: 0 or more. Default: 0.
   */
  readonly threads: number
  /**
   * Returns ONNX Runtime when it is first needed: for instance onnxruntime-web after `env.wasm.wasmPaths` has been set.
   * Threads always use the default. Default: onnxruntime-node in Node, elsewhere onnxruntime-web.
   */
  readonly runtime: () => Promise<OnnxRuntime>
}

export const ENCODER_DEFAULTS: EncoderOptions = { cache: 4096, threads: 0, runtime: loadRuntime }

/**
 * Loads an encoder bundle from a folder or an http(s) address, in Node, a browser or a worker. A page needs a secure
 * context (https or localhost); its content security policy, if any, must allow 'wasm-unsafe-eval'. A bundle may lack
 * parts of `learned`; `Learned` names the fallbacks. For other file systems, such as an editor's, use
 * `createEncoder(await readBundle(read))`. Words and networks are read and checked when `encode` first needs them.
 * @throws BundleError that names the value found, the value expected, and what to do.
 * @example
 * const encoder = await loadEncoder('models/leitmotif-en')
 * const vectors = await encoder.encode(['Steam stops the leaf from turning.', 'A used telescope costs half.'])
 * vectors.count // => 2
 * encoder.dispose()
 */
export async function loadEncoder(folderOrUrl: string | URL, options?: Partial<EncoderOptions>): Promise<Encoder> {
  return encoderOf(await openBundle(readFrom(folderOrUrl)), options)
}

/** Encodes sentences, given as row indices of the word table, as unit rows. */
type EncodeRows = (sentences: readonly ArrayLike<number>[]) => Vectors | Promise<Vectors>

/**
 * Creates the encoder of a bundle in memory.
 * @throws BundleError if the bundle was made for another tokenizer.
 * @example
 * const read = async (name) => new Uint8Array(await readFile(`models/leitmotif-en/${name}`))
 * const encoder = createEncoder(await readBundle(read), { cache: 0 })
 * encoder.representation // => 'sentences'
 */
export function createEncoder(bundle: Bundle, options: Partial<EncoderOptions> = {}): Encoder {
  const { networks } = bundle
  return encoderOf(
    {
      ...bundle,
      readWords: () => Promise.resolve(bundle),
      readStatic: () => Promise.resolve(networks.static!),
      readOnnx: (name) => Promise.resolve(networks[name]!)
    },
    options
  )
}

/** Encodes texts by one network. */
type EncodeBy = (texts: readonly string[]) => Promise<Vectors>

function encoderOf(bundle: OpenBundle, options: Partial<EncoderOptions> = {}): Encoder {
  const { manifest, fingerprints, learned } = bundle
  const { tokenizer, maxTokens, networks } = manifest
  if (tokenizer.name !== TOKENIZER.name || tokenizer.version !== TOKENIZER.version) {
    throw new BundleError(
      `${MANIFEST_FILE}: tokenizer is ${tokenizer.name} ${tokenizer.version}; expected ${TOKENIZER.name} ` +
        `${TOKENIZER.version}: use the program that the bundle was made for, or train it again`
    )
  }
  const { cache, threads, runtime } = { ...ENCODER_DEFAULTS, ...options }
  checkWhole('cache', cache, 0)
  checkWhole('threads', threads, 0)
  const life = new AbortController()
  const present = NETWORKS.filter((name) => networks[name] !== undefined)
  const chosen = defaultRepresentation(networks)
  const runner = threads > 0 && isNode() ? createThreadRunner(threads) : createRunner(runtime)
  const readWords = once(bundle.readWords)

  const prepare = async (name: keyof BundleNetworks): Promise<EncodeBy> => {
    const { vocabulary, vectors: table } = await readWords()
    const { dims, file } = networks[name]!
    const encodeBy =
      (encodeRows: EncodeRows, kept: VectorCache, pieces?: Vocabulary): EncodeBy =>
      (sentences) =>
        encodeTexts(sentences, dims, kept, async (texts) => {
          life.signal.throwIfAborted()
          return encodeRows(texts.map((text) => knownRows(vocabulary, terms(text), maxTokens, pieces)))
        })
    if (name === 'static') return encodeBy(prepareStatic(await bundle.readStatic(), table), createVectorCache(0))
    const { model, more: read, pieces } = await bundle.readOnnx(name)
    const encoding = {
      runner,
      signal: life.signal,
      model: { model, dims, inputs: table.dims + (read?.dims ?? 0), file },
      table,
      more: read && { dims: read.dims, packed: read.packed ?? packValues(read.values) },
      pieces: pieces?.vectors,
      rooms: []
    }
    return encodeBy((rows) => encodeBatches(encoding, rows), createVectorCache(cache), pieces?.pieces)
  }
  const prepared = new Map(present.map((name) => [name, once(() => prepare(name))]))
  const encodeWith = async (name: keyof BundleNetworks, sentences: readonly string[]): Promise<Vectors> =>
    (await prepared.get(name)!())(sentences)

  const dims: Partial<Record<Representation, number>> = {}
  for (const name of present) dims[name] = networks[name]!.dims
  if (networks.sentences && networks.titles) dims.both = networks.sentences.dims + networks.titles.dims
  return {
    name: manifest.name,
    fingerprints,
    dims,
    representation: chosen,
    learned,
    async encode(sentences, { representation = chosen, context = 'none' } = {}) {
      life.signal.throwIfAborted()
      checkTexts('sentences', sentences)
      if (!Object.hasOwn(dims, representation)) {
        const expected = Object.keys(dims).join(', ')
        throw new Error(`${manifest.name} has no representation '${representation}'; expected ${expected}`)
      }
      if (!contexts.includes(context)) throw new Error(`context is '${context}'; expected ${contexts.join(' or ')}`)
      const encoded =
        representation === 'both'
          ? joinRows(
              await encodeWith('sentences', sentences),
              await encodeWith('titles', sentences),
              TITLES_SHARE
            )
          : await encodeWith(representation, sentences)
      return context === 'shared' ? shareContext(encoded, sentences) : encoded
    },
    dispose() {
      life.abort(new Error(`${manifest.name} was disposed of; load it again`))
      void runner.dispose()
    }
  }
}

/** Returns a function that does `work` at its first call and gives the same result at later ones. Errors are not kept. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined
  return () =>
    (done ??= work().catch((error: unknown) => {
      done = undefined
      throw error
    }))
}
