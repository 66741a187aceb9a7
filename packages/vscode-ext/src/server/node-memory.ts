import { setFlagsFromString } from 'node:v8'

/**
 * What a server's process is started with, that it collects garbage rather than takes room: analysing 50,000 words takes
 * 280 MB so, and 420 MB without this and `MEMORY_ENVIRONMENT`, at nearly the same speed (bench/RESULTS.md, *Drafts*). The longest draft takes some 200 MB of heap.
 */
export const MEMORY_FLAGS: readonly string[] = ['--max-old-space-size=512', '--max-semi-space-size=4']

/** And in which environment: on Linux, each thread that asks for memory would keep some for itself, 15 MB of all. */
export const MEMORY_ENVIRONMENT: Readonly<Record<string, string>> = { MALLOC_ARENA_MAX: '1' }

/**
 * Keeps V8 from optimising the functions of ONNX Runtime, but those that run very much: that takes 200 MB, and more time than
 * it saves. To be called before the runtime is loaded; V8 ignores a flag that it no longer knows.
 */
export function leaveRuntimeAsItIs(): void {
  setFlagsFromString('--wasm-tiering-budget=1000000000')
}
