import { Failure } from '@leitmotif/command'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const PAGE = 65_536
/** Where TensorFlow takes values as they lie, without copying them. */
const ALIGNMENT = 64

/** What is used of WebAssembly, whose types TypeScript has for browsers only. */
declare const WebAssembly: {
  readonly Memory: new (pages: { initial: number; maximum: number }) => Memory
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown }
}

interface Memory {
  readonly buffer: ArrayBuffer
  grow(pages: number): number
}

/** The functions of kernel/bilstm-attention.ts; what their numbers mean is said there. */
type KernelFunctions = Readonly<
  Record<
    'drop' | 'gather' | 'openGates' | 'gateSlopes' | 'score' | 'pool' | 'weightSlopes' | 'keySlopes' | 'stateSlopes',
    (...values: number[]) => void
  >
> & {
  /** Where what the host lays out may begin. */
  free(): number
}

/** The kernel of kernel/bilstm-attention.ts, compiled, with a memory of its own. Places in it are byte offsets. */
export interface NetworkKernel extends KernelFunctions {
  /**
   * Grows the memory to `bytes` at least; views of it made before must not be used again.
   * @throws Failure when there is not so much.
   */
  reserve(bytes: number): void
  /** Views of the memory. */
  floats(at: number, length: number): Float32Array
  integers(at: number, length: number): Uint32Array
  bytes(at: number, length: number): Uint8Array
}

/** @throws Failure when the kernel is not built. */
export function startKernel(): NetworkKernel {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 65_536 })
  const instance = new WebAssembly.Instance(new WebAssembly.Module(readKernelCode()), { env: { memory } })
  return {
    ...(instance.exports as KernelFunctions),
    reserve(bytes) {
      const missing = Math.ceil(bytes / PAGE) - memory.buffer.byteLength / PAGE
      if (missing <= 0) return
      try {
        memory.grow(missing)
      } catch (error) {
        if (!(error instanceof RangeError)) throw error
        throw new Failure(`${bytes} bytes of memory are not to be had; train on fewer or shorter sentences at a time`)
      }
    },
    floats: (at, length) => new Float32Array(memory.buffer, at, length),
    integers: (at, length) => new Uint32Array(memory.buffer, at, length),
    bytes: (at, length) => new Uint8Array(memory.buffer, at, length)
  }
}

function readKernelCode(): Uint8Array {
  const file = fileURLToPath(new URL('../../dist/networks/bilstm-attention.wasm', import.meta.url))
  try {
    return readFileSync(file)
  } catch {
    throw new Failure(`${file}: the kernel of bilstm-attention is not there; run npm run build`)
  }
}

/** Hands out places in a memory, one after the other from `first` on. */
export function createLayout(first: number): { take(bytes: number): number; readonly end: number } {
  let end = first
  return {
    take(bytes) {
      const at = Math.ceil(end / ALIGNMENT) * ALIGNMENT
      end = at + bytes
      return at
    },
    get end() {
      return end
    }
  }
}
