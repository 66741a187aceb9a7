import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import type * as TensorFlowModule from '@tensorflow/tfjs'
import { replaceProduct } from './plain-product.js'

/** TensorFlow.js, in any build. */
export type TensorFlow = typeof TensorFlowModule

export interface Backend {
  readonly tf: TensorFlow
  /** The build, for display: `@tensorflow/tfjs-node-gpu (tensorflow, GPU)`. */
  readonly name: string
  /** True for a native build. */
  readonly native: boolean
  /** True if it computes on a GPU. */
  readonly gpu: boolean
  /** The reason why each faster build does not load. */
  readonly passed: readonly string[]
}

/** Fastest first; the last is always installed. In a clone, `npm run native-backend` installs the library of the first. */
const BUILDS = ['@tensorflow/tfjs-node-gpu', '@tensorflow/tfjs-node', '@tensorflow/tfjs'] as const

/** How much faster a native build is in processor time (bench/RESULTS.md, Builds of TensorFlow.js). */
const NATIVE_GAIN = '3 to 5'

/** Where Linux tells of the driver of an NVIDIA GPU. */
const DRIVER = '/proc/driver/nvidia/version'

/** Returns the version of the driver of an NVIDIA GPU, or undefined if this machine has none or does not tell. */
export function nvidiaDriver(path = DRIVER): string | undefined {
  try {
    return /Module.*?\s(\d+(?:\.\d+)+)/.exec(readFileSync(path, 'utf8'))?.[1]
  } catch {
    return undefined
  }
}

/** Describes the build that runs, and how to get a faster one. `driver`: that of an NVIDIA GPU. */
export function describeBackend({ name, native, gpu, passed }: Backend, driver = nvidiaDriver()): string {
  const unused =
    gpu || driver === undefined
      ? []
      : [
          `this machine has an NVIDIA GPU (driver ${driver}) that this build does not use. @tensorflow/tfjs-node-gpu does, with ` +
            'CUDA 11.2 and cuDNN 8.1: npm install @tensorflow/tfjs-node-gpu, in a clone of the project npm run native-backend'
        ]
  if (native) return [name, ...unused].join('\n  ')
  return [
    `${name}; native TensorFlow is ${NATIVE_GAIN} times as fast: npm install @tensorflow/tfjs-node, in a clone of the project ` +
      'npm run native-backend. Passed over:',
    ...passed,
    ...unused
  ].join('\n  ')
}

/**
 * Loads the fastest build of TensorFlow.js. A native build may be missing, incomplete or compiled for another machine, so
 * any import error makes it try the next build.
 */
export async function loadBackend(builds: readonly string[] = BUILDS): Promise<Backend> {
  replaceUtilities()
  // Show warnings and errors only; by default TensorFlow logs its compile options.
  process.env.TF_CPP_MIN_LOG_LEVEL ??= '1'
  const errors: string[] = []
  for (const name of builds) {
    try {
      if (name.startsWith('@tensorflow/tfjs-node')) requireAddon(name)
      const module = (await import(name)) as TensorFlow & { readonly default?: TensorFlow }
      const tf = module.default ?? module
      // Silences advice to install another build; describeBackend gives ours.
      tf.enableProdMode()
      await tf.ready()
      if (tf.getBackend() === 'cpu') replaceProduct(tf)
      const native = tf.getBackend() === 'tensorflow'
      const gpu = usesGpu(tf)
      const device = gpu === undefined ? '' : gpu ? ', GPU' : ', CPU'
      return { tf, name: `${name} (${tf.getBackend()}${device})`, native, gpu: gpu === true, passed: errors }
    } catch (error) {
      errors.push(`${name}: ${(error as Error).message.split('\n')[0] ?? ''}`)
    }
  }
  throw new Error(`no build of TensorFlow.js loads; run npm install @tensorflow/tfjs\n${errors.join('\n')}`)
}

/**
 * Returns whether a native build computes on a GPU; undefined for other builds. The GPU package computes on the processor
 * if its library has no GPU support or finds no CUDA.
 */
function usesGpu(tf: TensorFlow): boolean | undefined {
  return (tf.backend() as { readonly isUsingGpuDevice?: boolean }).isUsingGpuDevice
}

/**
 * Throws if a native build lacks its addon. Otherwise it would register its kernels before it fails, and the next build would
 * warn about each of them.
 */
function requireAddon(name: string): void {
  const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
  if (globSync('lib/*/tfjs_binding.node', { cwd: folder }).length === 0) throw new Error('its addon was not built')
}

/** Restores two functions of `util` that tfjs-node 4.22 calls: Node 22 deprecated them, Node 23 removed them. */
function replaceUtilities(): void {
  const util = createRequire(import.meta.url)('node:util') as Record<string, unknown>
  util.isNullOrUndefined = (value: unknown) => value === null || value === undefined
  util.isArray = Array.isArray
}
