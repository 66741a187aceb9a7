import { Failure } from '@leitmotif/command'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const PAGE = 65_536
/** Alignment at which TensorFlow reads values in place, without a copy. */
const ALIGNMENT = 64

/** The used part of WebAssembly: TypeScript has its types only for browsers. */
declare const WebAssembly: {
  readonly Memory: new (pages: { initial: number; maximum: number }) => Memory
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown }
}

interface Memory {
  readonly buffer: ArrayBuffer
  grow(pages: number): number
}

/** The functions of kernel/bilstm-attention-simd.ts, where their arguments are documented. */
type KernelFunctions = Readonly<
  Record<
    | 'drop'
    | 'gather'
    | 'openGates'
    | 'gateGradients'
    | 'score'
    | 'pool'
    | 'weightGradients'
    | 'keyGradients'
    | 'stateGradients',
    (...values: number[]) => void
  >
> & {
  /** Returns the first byte that the host may use. */
  free(): number
}

/** An instance of kernel/bilstm-attention-simd.ts with its own memory. Addresses are byte offsets. */
export interface NetworkKernel extends KernelFunctions {
  /**
   * Grows the memory to at least `bytes`, which invalidates earlier views.
   * @throws Failure when there is not enough memory.
   */
  reserve(bytes: number): void
  /** Return views of the memory. */
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
        throw new Failure(
          `training needs ${bytes} bytes of memory at a time, which the system refused; train on fewer or shorter sentences at a time`
        )
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
    throw new Failure(`${file}: the kernel of bilstm-attention is missing; run npm run build`)
  }
}

/** Allocates consecutive blocks of a memory from `first` on. */
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
