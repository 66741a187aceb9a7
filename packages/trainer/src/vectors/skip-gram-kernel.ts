import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Failure } from '@leitmotif/command'
import { aliasTable, keepThresholds } from './sampling.js'

/** Entry of the token file between sentences. */
export const SENTENCE_END = -1

/** Maximum number of token file entries in one call of the kernel. */
export const BLOCK_LENGTH = 16_384

/** Maximum size of a WebAssembly memory in bytes. */
const MAX_MEMORY = 2 ** 32

const PAGE = 65_536
const LINE = 64
const SIGMOID_STEPS = 4096
const SIGMOID_LIMIT = 6

/** A WebAssembly memory shared by all threads. Can be sent to workers. */
export interface KernelMemory {
  readonly buffer: SharedArrayBuffer
}

/** The used part of WebAssembly: TypeScript has its types only for browsers. */
declare const WebAssembly: {
  readonly Memory: new (pages: { initial: number; maximum: number; shared: true }) => KernelMemory
  instantiate(
    bytes: Uint8Array,
    imports: { env: { memory: KernelMemory } }
  ): Promise<{ instance: { exports: unknown } }>
}

export interface KernelShape {
  /** Words in the vocabulary. */
  readonly words: number
  /** Dimensions of a vector. */
  readonly dims: number
  /** Maximum number of context words on either side. */
  readonly window: number
  /** Random negatives for each word. */
  readonly negatives: number
  /** Trains the mean of a word's context (CBOW) instead of each word of it (skip-gram). */
  readonly cbow: boolean
  /** Threads, each with its own scratch memory. */
  readonly threads: number
}

/** The layout of the kernel's memory, in bytes. */
interface KernelLayout {
  readonly stride: number
  readonly sigmoids: number
  readonly keep: number
  readonly thresholds: number
  readonly aliases: number
  readonly inputs: number
  readonly outputs: number
  /** For each thread: a block of tokens, a gradient row, the mean of a context, a dummy row, addresses of outputs. */
  readonly scratch: { tokens: number; gradient: number; mean: number; idle: number; targets: number }[]
  readonly bytes: number
}

/** One thread's kernel. Write a block to `tokens`; `trainBlock` trains on its first `length` entries. */
export interface Kernel {
  readonly tokens: Int32Array
  /** Returns the number of words left after subsampling. `seed` is 64 bits; `alpha` the learning rate. */
  trainBlock(length: number, alpha: number, seed: bigint): number
}

/** Returns the floats of a row: `dims`, padded to whole cache lines. */
export function rowStride(dims: number): number {
  return Math.ceil((dims * 4) / LINE) * (LINE / 4)
}

function layoutOf(shape: KernelShape): KernelLayout {
  let bytes = LINE
  const take = (size: number): number => {
    const at = bytes
    bytes += Math.ceil(size / LINE) * LINE
    return at
  }
  const stride = rowStride(shape.dims)
  const table = 4 * shape.words
  return {
    stride,
    sigmoids: take(4 * SIGMOID_STEPS),
    keep: take(table),
    thresholds: take(table),
    aliases: take(table),
    inputs: take(table * stride),
    outputs: take(table * stride),
    scratch: Array.from({ length: shape.threads }, () => ({
      tokens: take(4 * BLOCK_LENGTH),
      gradient: take(4 * stride),
      mean: take(4 * stride),
      idle: take(4 * stride),
      targets: take(4 * (shape.negatives + 6))
    })),
    bytes
  }
}

/**
 * Returns the memory of a training, filled with tables of sigmoids, of subsampling by `sample`, and the alias table of
 * `counts`^0.75. The vectors are zero.
 * @throws Failure when vocabulary and dimensions don't fit into a WebAssembly memory.
 */
export function createKernelMemory(shape: KernelShape, counts: ArrayLike<number>, sample: number): KernelMemory {
  const layout = layoutOf(shape)
  if (layout.bytes > MAX_MEMORY) {
    throw new Failure(
      `${shape.words} words of ${shape.dims} dimensions need ${layout.bytes} bytes, the maximum is ${MAX_MEMORY}; raise the minimum count or lower the dimensions`
    )
  }
  const pages = Math.ceil(layout.bytes / PAGE)
  const memory = allocate(pages)
  const sigmoids = new Float32Array(memory.buffer, layout.sigmoids, SIGMOID_STEPS)
  for (let i = 0; i < SIGMOID_STEPS; i++) {
    sigmoids[i] = 1 / (1 + Math.exp(-((2 * (i + 0.5)) / SIGMOID_STEPS - 1) * SIGMOID_LIMIT))
  }
  const fill = (at: number, values: Uint32Array): void => {
    new Uint32Array(memory.buffer, at, shape.words).set(values)
  }
  const negatives = aliasTable(Float64Array.from(counts, (count) => count ** 0.75))
  fill(layout.keep, keepThresholds(counts, sample))
  fill(layout.thresholds, negatives.thresholds)
  fill(layout.aliases, negatives.aliases)
  return memory
}

function allocate(pages: number): KernelMemory {
  try {
    return new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true })
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new Failure(
      `training needs ${pages * PAGE} bytes of memory, which the system refused; raise the minimum count or lower the dimensions`
    )
  }
}

/** Returns views of both matrices, [words, stride]. Inputs are the word vectors. */
export function kernelMatrices(
  memory: KernelMemory,
  shape: KernelShape
): { inputs: Float32Array; outputs: Float32Array } {
  const layout = layoutOf(shape)
  const length = shape.words * layout.stride
  return {
    inputs: new Float32Array(memory.buffer, layout.inputs, length),
    outputs: new Float32Array(memory.buffer, layout.outputs, length)
  }
}

interface KernelExports {
  readonly configure: (...values: number[]) => void
  readonly trainBlock: (tokens: number, length: number, alpha: number, seed: bigint) => number
}

/** Reads the kernel's compiled code. @throws Failure when it is not built. */
export async function readKernelCode(): Promise<Uint8Array> {
  const file = fileURLToPath(new URL('../../dist/vectors/skip-gram.wasm', import.meta.url))
  return readFile(file).catch(() => {
    throw new Failure(`${file}: the skip-gram kernel is missing; run npm run build`)
  })
}

/** Returns the kernel of a thread (from 0) on a memory of `createKernelMemory` of the same shape. */
export async function createKernel(
  code: Uint8Array,
  memory: KernelMemory,
  shape: KernelShape,
  thread: number
): Promise<Kernel> {
  const { instance } = await WebAssembly.instantiate(code, { env: { memory } })
  const { configure, trainBlock } = instance.exports as KernelExports
  const layout = layoutOf(shape)
  const { tokens, gradient, mean, idle, targets } = layout.scratch[thread]
  configure(
    layout.inputs,
    layout.outputs,
    layout.sigmoids,
    layout.keep,
    layout.thresholds,
    layout.aliases,
    shape.words,
    layout.stride,
    shape.window,
    shape.negatives,
    Number(shape.cbow),
    gradient,
    mean,
    idle,
    targets
  )
  return {
    tokens: new Int32Array(memory.buffer, tokens, BLOCK_LENGTH),
    trainBlock: (length, alpha, seed) => trainBlock(tokens, length, alpha, seed)
  }
}
