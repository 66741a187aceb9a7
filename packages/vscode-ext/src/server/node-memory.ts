import { setFlagsFromString } from 'node:v8'

/**
 * V8 flags of the server's process that favour garbage collection over heap growth: with them and `MEMORY_ENVIRONMENT`, analysing
 * 50,000 words takes 280 MB instead of 420 MB at nearly the same speed (bench/RESULTS.md, *Drafts*). The longest draft takes some 200 MB of heap.
 */
export const MEMORY_FLAGS: readonly string[] = ['--max-old-space-size=512', '--max-semi-space-size=4']

/** Environment of the server's process: on Linux, one malloc arena for all threads saves 15 MB. */
export const MEMORY_ENVIRONMENT: Readonly<Record<string, string>> = { MALLOC_ARENA_MAX: '1' }

/**
 * Raises the threshold at which V8 optimises functions of ONNX Runtime: optimising them all takes 200 MB, and more time than it
 * saves. Call it before the runtime is loaded. V8 ignores a flag that it does not know.
 */
export function leaveRuntimeAsItIs(): void {
  setFlagsFromString('--wasm-tiering-budget=1000000000')
}
