import { BundleError } from './manifest-members.js'
import type { PaddedSentences } from './padded-sentences.js'

/**
 * A network for ONNX Runtime that turns word vectors into sentence vectors. Inputs, as in `PaddedSentences`: `vectors`,
 * float32 [batch, time, inputs], and `lengths`, int32 [batch]. Output: `encoded`, float32 [batch, dims], rows of length
 * 1. Padding after a sentence's last word must not affect the output.
 */
export interface OnnxNetwork {
  /** The bytes of an ONNX model without external data. */
  readonly model: Uint8Array<ArrayBuffer>
  readonly dims: number
  /** The tokenizer of a network that reads tokens instead of word vectors: a `TokenModel` with the output `encoded`. */
  readonly tokens?: TokenInputs | undefined
}

/** The tokens that a network reads. */
interface TokenInputs {
  /** The bytes of a `tokenizer.json` of Hugging Face. */
  readonly tokenizer: Uint8Array<ArrayBuffer>
  /** Tokens read of a text at most, including special ones. */
  readonly maxTokens: number
}

/** The members used of ONNX Runtime, native or WebAssembly. */
export type OnnxRuntime = Pick<typeof import('#onnxruntime'), 'env' | 'InferenceSession' | 'Tensor'>

/** A network that the runtime has opened. */
export interface OnnxSession<Batch> {
  /** Returns unit rows, [batch, dims]. @throws BundleError if the network's output has another size or length. */
  readonly run: (batch: Batch) => Promise<Float32Array>
  readonly release: () => Promise<void>
}

/** ONNX Runtime can't be loaded or started on this machine. The representation `static` needs none. */
export class RuntimeError extends Error {
  override name = 'RuntimeError'
}

/**
 * Loads the runtime that suits the host: in Node native code if it is installed (`node-runtime.ts`), otherwise WebAssembly.
 * @throws RuntimeError
 */
export async function loadRuntime(): Promise<OnnxRuntime> {
  try {
    return await import('#onnxruntime')
  } catch (error) {
    throw new RuntimeError(
      `ONNX Runtime can't be loaded (${String(error)}); install @leitmotif/encoder again, or install onnxruntime-node, ` +
        "or take the representation 'static', which needs neither",
      { cause: error }
    )
  }
}

/**
 * Returns which ONNX Runtime the encoders of this thread use by default. WebAssembly takes four times as long.
 * @throws RuntimeError if none can be loaded.
 * @example
 * const kind = await runtimeKind()
 * ['native', 'WebAssembly'].includes(kind) // => true
 */
export async function runtimeKind(): Promise<'native' | 'WebAssembly'> {
  const { env } = await loadRuntime()
  return env.versions.node === undefined ? 'WebAssembly' : 'native'
}

/**
 * Start of ONNX Runtime's error if the runtime itself fails. In browsers it loads its WebAssembly with the first model.
 */
const NO_BACKEND = 'no available backend found'

/** The greatest difference between a row's length and 1. */
const TOLERANCE = 1e-3

/** The parts of a network that a session needs. Can be sent to a thread. */
export interface OnnxModel extends Pick<OnnxNetwork, 'model' | 'dims'> {
  /** Dimensions of its word vectors. */
  readonly inputs: number
  /** Name of its file in the bundle. Identifies the network in a runner and in error messages. */
  readonly file: string
}

type Session = Awaited<ReturnType<OnnxRuntime['InferenceSession']['create']>>

/**
 * Opens a model, to run on one thread. `fault` creates the error about the model.
 * @throws the error of `fault` if the runtime can't open the model; RuntimeError if the runtime itself can't start.
 */
export async function createSession(
  { env, InferenceSession }: OnnxRuntime,
  model: Uint8Array,
  fault: (found: string, expected: string) => BundleError
): Promise<Session> {
  env.wasm.numThreads ??= 1
  const options = { intraOpNumThreads: 1, interOpNumThreads: 1 }
  return InferenceSession.create(model, options).catch((error: unknown) => {
    if (error instanceof Error && error.message.startsWith(NO_BACKEND)) {
      throw new RuntimeError(
        `ONNX Runtime can't start (${error.message}); expected its .wasm beside its script or at env.wasm.wasmPaths, and ` +
          "a content security policy with 'wasm-unsafe-eval': put that right and load the page again, or take the " +
          "representation 'static', which needs no runtime",
        { cause: error }
      )
    }
    throw fault(`ONNX Runtime can't open it (${String(error)})`, 'a model that it can')
  })
}

/**
 * Opens a network that reads word vectors, to run on one thread.
 * @throws BundleError if the runtime can't open it, or its inputs and outputs are not those of an `OnnxNetwork`; Error
 * if the runtime itself can't start.
 */
export async function openSession(
  runtime: OnnxRuntime,
  { model, dims, inputs, file }: OnnxModel
): Promise<OnnxSession<PaddedSentences>> {
  const fault = (found: string, expected: string): BundleError =>
    new BundleError(`${file}: ${found}; expected ${expected}: export the bundle again`)
  const { Tensor } = runtime
  const session = await createSession(runtime, model, fault)
  const found = describeValues([...session.inputMetadata, ...session.outputMetadata])
  const expected = `encoded float32 [*, ${dims}], lengths int32 [*], vectors float32 [*, *, ${inputs}]`
  if (found !== expected) {
    await session.release()
    throw fault(`its inputs and outputs are ${found}`, expected)
  }
  return {
    async run({ vectors, lengths }) {
      const batch = lengths.length
      const { encoded } = await session.run({
        vectors: new Tensor('float32', vectors, [batch, vectors.length / (batch * inputs), inputs]),
        lengths: new Tensor('int32', lengths, [batch])
      })
      const rows = encoded.data as Float32Array
      if (rows.length !== batch * dims) throw fault(`it gives ${rows.length} numbers`, String(batch * dims))
      for (let start = 0; start < rows.length; start += dims) {
        let square = 0
        for (let i = start; i < start + dims; i++) square += rows[i] * rows[i]
        // Not `>`, which NaN would pass.
        if (!(Math.abs(Math.sqrt(square) - 1) <= TOLERANCE)) {
          throw fault(`it gives a vector of length ${Math.sqrt(square)}`, 'length 1')
        }
      }
      return rows
    },
    release: () => session.release()
  }
}

/** Returns `name type [dimensions]` of each, in alphabetical order; `*` is any size. */
export function describeValues(metadata: Session['inputMetadata']): string {
  const lines = metadata.map((value) => {
    if (!value.isTensor) return value.name
    return `${value.name} ${value.type} [${value.shape.map((size) => (typeof size === 'number' ? size : '*')).join(', ')}]`
  })
  return lines.sort().join(', ')
}
