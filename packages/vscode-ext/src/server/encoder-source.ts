import { loadEncoder, type Encoder } from '@leitmotif/encoder'
import { ENCODER_DEFAULTS, type OnnxRuntime } from '@leitmotif/encoder/stages'
import { readFrom } from '@leitmotif/encoder/training'
import type { StartOptions } from '../protocol/protocol.js'

/** Maximum number of bytes of ONNX Runtime's WebAssembly file. */
const MOST_WASM = 64 * 1024 * 1024

/** Threads that run networks, and the URL of the script that starts them. */
export interface RuntimeThreads {
  readonly count: number
  readonly script: string
}

/**
 * Loads the encoder from its folder or URL. Its networks run with onnxruntime-web, in Node too: the server's bundle maps
 * `#onnxruntime` to it. Without `threads`, they run in this thread. The runtime gets the WebAssembly as bytes, because it would look
 * for the file next to its script.
 * @throws BundleError
 */
export function openEncoder({ bundle, wasm }: StartOptions, threads?: RuntimeThreads): Promise<Encoder> {
  return loadEncoder(bundle, {
    cache: 0, // Analysers keep the vectors that they need.
    async runtime() {
      const runtime = await ENCODER_DEFAULTS.runtime()
      const settings = runtime.env.wasm
      settings.numThreads = threads?.count ?? 1
      if (threads !== undefined) settings.wasmPaths = { mjs: threads.script }
      const bytes = (settings.wasmBinary ??= await readWasm(wasm)) as ArrayBuffer
      const create = async (model: Uint8Array, options: object): Promise<unknown> => {
        const session = await runtime.InferenceSession.create(model, options)
        // The module is compiled now; detach its bytes, which the runtime would keep.
        if (bytes.byteLength > 0) structuredClone(bytes, { transfer: [bytes] })
        return session
      }
      return { ...runtime, InferenceSession: { create } as OnnxRuntime['InferenceSession'] }
    }
  })
}

async function readWasm(place: string): Promise<ArrayBuffer> {
  const cut = Math.max(place.lastIndexOf('/'), place.lastIndexOf('\\'))
  const bytes = await readFrom(place.slice(0, cut))(place.slice(cut + 1), MOST_WASM)
  return bytes.buffer
}
