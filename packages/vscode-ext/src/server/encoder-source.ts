import { loadEncoder, type Encoder } from '@leitmotif/encoder'
import { ENCODER_DEFAULTS, type OnnxRuntime } from '@leitmotif/encoder/stages'
import { readFrom } from '@leitmotif/encoder/training'
import type { StartOptions } from '../protocol/protocol.js'

/** ONNX Runtime's WebAssembly has at most so many bytes. */
const MOST_WASM = 64 * 1024 * 1024

/**
 * Loads the encoder from its folder or address. Its networks are run in this thread, by the runtime that `#onnxruntime`
 * is in the bundle of this server: onnxruntime-web, in Node too. That build would look for its WebAssembly beside its
 * own script; here it is given the bytes. @throws BundleError
 */
export function openEncoder({ bundle, wasm }: StartOptions): Promise<Encoder> {
  return loadEncoder(bundle, {
    cache: 0, // analysers keep the vectors of what they analyse
    async runtime() {
      const runtime = await ENCODER_DEFAULTS.runtime()
      const settings = runtime.env.wasm
      settings.numThreads = 1
      const bytes = (settings.wasmBinary ??= await readWasm(wasm)) as ArrayBuffer
      const create = async (model: Uint8Array, options: object): Promise<unknown> => {
        const session = await runtime.InferenceSession.create(model, options)
        // It is compiled, and the runtime would hold its bytes for good.
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
