import type { OnnxRuntime } from './onnx.js'

/** Packages with native code for this machine, in the order in which they are tried. The command `leitmotif` installs the first. */
const NATIVE = [`@leitmotif/onnxruntime-${process.platform}-${process.arch}`, 'onnxruntime-node']

/** ONNX Runtime's WebAssembly. An address instead of a literal, because the build copies the file here. */
const WEB_ASSEMBLY = '../onnxruntime-web/ort.wasm.bundle.min.mjs'

/** Loads ONNX Runtime in Node: native code where it is installed and loads, otherwise WebAssembly, which is four times slower. */
async function load(): Promise<OnnxRuntime> {
  for (const name of NATIVE) {
    try {
      return (await import(name)) as OnnxRuntime
    } catch {
      // Not installed, or compiled for another system, as on Linux with musl: WebAssembly runs everywhere.
    }
  }
  return (await import(new URL(WEB_ASSEMBLY, import.meta.url).href)) as OnnxRuntime
}

export const { env, InferenceSession, Tensor } = await load()
