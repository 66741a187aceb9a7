import { checkChoice, checkTexts, checkWhole } from '../vectors/argument-checks.js'
import { terms } from '../text/tokens.js'
import { shareContext } from '../clustering/shared-context.js'
import { joinRows, type Vectors } from '../vectors/vectors.js'
import { openBundle, type Bundle, type BundleNetworks, type OpenBundle } from './bundle.js'
import { readEncoderFolder, type EncoderFolder, type TextKind } from './encoder-folder.js'
import { readFrom } from './folder.js'
import { createYielder, isNode } from '../vectors/host.js'
import type { Learned } from './learned.js'
import {
  defaultRepresentation,
  MANIFEST_FILE,
  NETWORKS,
  TITLES_SHARE,
  TOKENIZER,
  type Representation,
  type TokensEntry
} from './manifest.js'
import { BundleError, MissingFile } from './manifest-members.js'
import { loadRuntime, type OnnxNetwork, type OnnxRuntime } from './onnx.js'
import { encodeBatches, type OnnxEncoding } from './onnx-batches.js'
import { createRunner, type OnnxRunner } from './onnx-runner.js'
import { createThreadRunner } from './onnx-threads.js'
import { padSentences } from './padded-sentences.js'
import { padTokens } from './padded-tokens.js'
import { prepareStatic } from './static.js'
import { openTokenizer, type TokenizerOptions } from './tokenizer.js'
import { createVectorCache, encodeTexts } from './vector-cache.js'
import { knownRows } from './vocabulary.js'
import type { WordTable } from './word-table.js'

export interface EncodeOptions {
  /** Default: `Encoder.representation`. */
  readonly representation?: Representation | undefined
  /**
   * Context of the vectors. `none`: each sentence is encoded by itself. `shared`: the sentences are one text, and each
   * row is relative to the others (`shareContext`), followed by `SHARED_WORDS.dims` more dimensions for its words. This
   * makes differences in theme clearer. Compare `shared` rows only with rows of the same call. Default: `none`.
   */
  readonly context?: 'none' | 'shared' | undefined
  /**
   * `document` for sentences of texts, `query` for a search. An encoder may put a different prompt before each; bundles
   * use none. Default: `document`.
   */
  readonly as?: TextKind | undefined
}

// Typed as strings, because callers in JavaScript may pass any.
const contexts: readonly string[] = ['none', 'shared'] satisfies EncodeOptions['context'][]
const kinds: readonly string[] = ['document', 'query'] satisfies EncodeOptions['as'][]

/** A loaded bundle or ONNX sentence encoder: sentences in, thematic vectors out. */
export interface Encoder {
  readonly name: string
  /**
   * Fingerprint of each representation: a sha256 over everything that affects its vectors. Never compare vectors with
   * different fingerprints.
   */
  readonly fingerprints: Readonly<Partial<Record<Representation, string>>>
  /** The ISO 639-1 code of the language that it reads; undefined if it reads several. */
  readonly language?: string
  /** The representations and the dimensions of each. An ONNX sentence encoder has one: `sentences`. */
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
   * Sentence vectors in each network's least-recently-used cache, so that an edit encodes few sentences. With 384
   * dimensions, 4,096 vectors take 6 MB. Range: 0 (no cache) or more. Default: 4,096.
   */
  readonly cache: number
  /**
   * Worker threads of Node that encode. With 0, and outside Node, the calling thread encodes and is blocked for some
   * hundredths of a second at a time. Range: 0 or more. Default: 0.
   */
  readonly threads: number
  /**
   * Returns ONNX Runtime when it is first needed: for instance onnxruntime-web after `env.wasm.wasmPaths` has been set.
   * Threads always use the default. Default: in Node native code if it is installed, otherwise the WebAssembly in this package.
   */
  readonly runtime: () => Promise<OnnxRuntime>
}

export const ENCODER_DEFAULTS: EncoderOptions = { cache: 4096, threads: 0, runtime: loadRuntime }

/**
 * Loads an encoder bundle from a folder or an http(s) address, in Node, a browser or a worker. A page needs a secure
 * context (https or localhost); its content security policy, if any, must allow 'wasm-unsafe-eval'. A bundle may lack
 * parts of `learned`; `Learned` names the fallbacks. For other file systems, such as an editor's, use
 * `createEncoder(await readBundle(read))`. Words and networks are read and checked when `encode` first needs them.
 *
 * A folder without a bundle may hold an ONNX sentence encoder as Hugging Face and sentence-transformers write it
 * (`readEncoderFolder`). Its model is opened at once, because only the model knows its dimensions.
 * @throws BundleError that names the value found, the value expected, and what to do.
 * @example
 * const encoder = await loadEncoder('models/leitmotif-en')
 * const vectors = await encoder.encode(['Steam stops the leaf from turning.', 'A used telescope costs half.'])
 * vectors.count // => 2
 * encoder.dispose()
 */
export async function loadEncoder(folderOrUrl: string | URL, options?: Partial<EncoderOptions>): Promise<Encoder> {
  const read = readFrom(folderOrUrl)
  let bundle: OpenBundle
  try {
    bundle = await openBundle(read)
  } catch (error) {
    const lacksBundle = error instanceof MissingFile && error.file === MANIFEST_FILE
    const folder = lacksBundle ? await readEncoderFolder(read) : undefined
    if (folder === undefined) throw error
    const name = String(folderOrUrl)
      .replace(/[/\\]+$/, '')
      .split(/[/\\]/)
      .at(-1)!
    return openEncoderFolder(folder, name, options)
  }
  return bundleEncoder(bundle, options)
}

/** Encodes texts as unit rows. */
type EncodeAs = (texts: readonly string[], as: TextKind) => Promise<Vectors>

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
  return bundleEncoder(
    {
      ...bundle,
      readWords: () => Promise.resolve(bundle),
      readStatic: () => Promise.resolve(networks.static!),
      readOnnx: (name) => Promise.resolve(networks[name]!)
    },
    options
  )
}

function bundleEncoder(bundle: OpenBundle, options: Partial<EncoderOptions> = {}): Encoder {
  const { manifest, fingerprints, learned } = bundle
  const { tokenizer, maxTokens, networks } = manifest
  if (tokenizer.name !== TOKENIZER.name || tokenizer.version !== TOKENIZER.version) {
    throw new BundleError(
      `${MANIFEST_FILE}: tokenizer is ${tokenizer.name} ${tokenizer.version}; expected ${TOKENIZER.name} ` +
        `${TOKENIZER.version}: use the program that the bundle was made for, or train it again`
    )
  }
  const { runner, signal, cache, dispose } = start(manifest.name, options)
  const readWords = once(bundle.readWords)

  const prepare = async (name: keyof BundleNetworks): Promise<EncodeAs> => {
    const { dims, file } = networks[name]!
    const onnx = name === 'static' ? undefined : await bundle.readOnnx(name)
    if (onnx?.tokens !== undefined) {
      const { tokenizer } = networks[name] as TokensEntry
      const network = { runner, signal, dims, model: { model: onnx.model, dims, file } }
      return prepareTokens(network, { ...onnx.tokens, file: tokenizer.file }, cache)
    }
    const { vocabulary, vectors: table } = await readWords()
    const encodeRows =
      onnx === undefined
        ? prepareStatic(await bundle.readStatic(), table)
        : prepareWords({ runner, signal, dims }, onnx, table, file)
    const kept = createVectorCache(onnx === undefined ? 0 : cache)
    return (sentences) =>
      encodeTexts(sentences, dims, kept, async (texts) => {
        signal.throwIfAborted()
        return encodeRows(texts.map((text) => knownRows(vocabulary, terms(text), maxTokens)))
      })
  }
  const sources: Partial<Record<Representation, Source>> = {}
  for (const name of NETWORKS) {
    if (networks[name] === undefined) continue
    const prepared = once(() => prepare(name))
    sources[name] = { dims: networks[name].dims, encode: async (texts, as) => (await prepared())(texts, as) }
  }
  const { sentences, titles } = sources
  if (sentences && titles) {
    sources.both = {
      dims: sentences.dims + titles.dims,
      encode: async (texts, as) =>
        joinRows(await sentences.encode(texts, as), await titles.encode(texts, as), TITLES_SHARE)
    }
  }
  const representation = defaultRepresentation(networks)
  const { name, language } = manifest
  return encoderOf({ name, language, fingerprints, representation, learned, sources, signal, dispose })
}

/** Opens the encoder in a folder. @throws BundleError if its tokenizer or model can't be used. */
async function openEncoderFolder(
  folder: EncoderFolder,
  name: string,
  options: Partial<EncoderOptions> = {}
): Promise<Encoder> {
  const { file, model: bytes, tokenizer, settings, maxTokens, pooling, unsupported, prompts, fingerprint } = folder
  const model = { file, model: bytes, pooling, ...(unsupported !== undefined && { unsupported }) }
  const { runner, signal, cache, dispose } = start(name, options)
  try {
    const dims = (await runner.run(model, padTokens([[0]], 0))).length
    const tokens = { tokenizer, maxTokens, settings, file: 'tokenizer.json', prompts }
    const encode = prepareTokens({ runner, signal, model, dims }, tokens, cache)
    await encode(['a'], 'document') // a tokenizer that can't be read is an error now, not with the first sentence
    const about = { name, fingerprints: { sentences: fingerprint }, representation: 'sentences' as const, learned: {} }
    return encoderOf({ ...about, sources: { sentences: { dims, encode } }, signal, dispose })
  } catch (error) {
    dispose()
    throw error
  }
}

/** Returns a function that encodes rows of words by a network that reads their vectors. */
function prepareWords(
  network: Omit<OnnxEncoding, 'pad' | 'model'>,
  { model }: OnnxNetwork,
  table: WordTable,
  file: string
): (rows: readonly ArrayLike<number>[]) => Promise<Vectors> {
  const { dims } = network
  /** Buffers of earlier batches, used again: the garbage collector would free many small ones late. */
  const rooms: Float32Array<ArrayBuffer>[] = []
  const encoding: OnnxEncoding = {
    ...network,
    model: { model, dims, inputs: table.dims, file },
    pad: (sentences) => padSentences(sentences, table, rooms.pop()),
    done(batch) {
      if (!('vectors' in batch)) return
      const { buffer } = batch.vectors
      if (buffer.byteLength > 0) rooms.push(new Float32Array(buffer)) // empty if it was transferred to a thread
    }
  }
  return (sentences) => encodeBatches(encoding, sentences)
}

interface Tokens extends TokenizerOptions {
  readonly tokenizer: Uint8Array
  readonly prompts?: EncoderFolder['prompts']
}

/** Returns a function that encodes texts by a network that reads tokens. Opens the tokenizer when it is first called. */
function prepareTokens(network: Omit<OnnxEncoding, 'pad'>, tokens: Tokens, cache: number): EncodeAs {
  const { signal, dims } = network
  const { tokenizer: file, prompts, ...options } = tokens
  const open = once(() => openTokenizer(file, options))
  const prepareKind = (prompt?: string): ((texts: readonly string[]) => Promise<Vectors>) => {
    const kept = createVectorCache(cache)
    return (all) =>
      encodeTexts(all, dims, kept, async (texts) => {
        signal.throwIfAborted()
        const tokenizer = await open()
        const pause = createYielder()
        const ids: Int32Array[] = []
        for (const text of texts) {
          await pause()
          ids.push(tokenizer.encode(text, prompt))
        }
        return encodeBatches({ ...network, pad: (some) => padTokens(some, tokenizer.padding) }, ids)
      })
  }
  const document = prepareKind(prompts?.document)
  const query = prompts === undefined || prompts.query === prompts.document ? document : prepareKind(prompts.query)
  return (texts, as) => (as === 'query' ? query : document)(texts)
}

interface Life {
  readonly runner: OnnxRunner
  /** Aborted when the encoder is disposed of. */
  readonly signal: AbortSignal
  readonly cache: number
  readonly dispose: () => void
}

/** Checks options, and creates the runner of an encoder's ONNX models. */
function start(name: string, options: Partial<EncoderOptions>): Life {
  const { cache, threads, runtime } = { ...ENCODER_DEFAULTS, ...options }
  checkWhole('cache', cache, 0)
  checkWhole('threads', threads, 0)
  // Native ONNX Runtime would send its maker what runs it, and keep an id and a queue in the home folder.
  if (isNode()) process.env.ORT_DISABLE_TELEMETRY ??= '1'
  const life = new AbortController()
  const runner = threads > 0 && isNode() ? createThreadRunner(threads) : createRunner(runtime)
  return {
    ...{ runner, signal: life.signal, cache },
    dispose() {
      life.abort(new Error(`${name} was disposed of; load it again`))
      void runner.dispose()
    }
  }
}

/** A representation of an encoder. */
interface Source {
  readonly dims: number
  readonly encode: EncodeAs
}

/** Returns the encoder of representations. */
function encoderOf({
  sources,
  signal,
  representation: own,
  ...about
}: Pick<Encoder, 'name' | 'language' | 'fingerprints' | 'representation' | 'learned' | 'dispose'> & {
  readonly sources: Readonly<Partial<Record<Representation, Source>>>
  readonly signal: AbortSignal
}): Encoder {
  const names = Object.keys(sources) as Representation[]
  return {
    ...about,
    dims: Object.fromEntries(names.map((name) => [name, sources[name]!.dims])),
    representation: own,
    async encode(sentences, { representation = own, context = 'none', as = 'document' } = {}) {
      signal.throwIfAborted()
      checkTexts('sentences', sentences)
      const source = Object.hasOwn(sources, representation) ? sources[representation] : undefined
      if (source === undefined) {
        throw new Error(`${about.name} has no representation '${representation}'; expected ${names.join(', ')}`)
      }
      checkChoice('context', context, contexts)
      checkChoice('as', as, kinds)
      const encoded = await source.encode(sentences, as)
      return context === 'shared' ? shareContext(encoded, sentences) : encoded
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
