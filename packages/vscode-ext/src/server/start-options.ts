import type { StartOptions } from '../protocol/protocol.js'

/** Decodes `initializationOptions`. @throws Error without the places of the encoder and its runtime */
export function decodeStartOptions(given: unknown): StartOptions {
  const options = typeof given === 'object' && given !== null ? given : {}
  const { bundle, wasm, dismissed, settings } = options as Partial<Record<keyof StartOptions, unknown>>
  if (typeof bundle !== 'string' || typeof wasm !== 'string') {
    throw new Error(
      `initializationOptions are ${JSON.stringify(options).slice(0, 200)}; expected {bundle, wasm}: the encoder's folder, ` +
        "and the path of ONNX Runtime's WebAssembly, or their addresses; start the server with them"
    )
  }
  return { bundle, wasm, dismissed: Array.isArray(dismissed) ? dismissed.filter(isString) : [], settings }
}

function isString(value: unknown): value is string {
  return typeof value === 'string'
}
