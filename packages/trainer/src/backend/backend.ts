import { globSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import type * as TensorFlowModule from '@tensorflow/tfjs'
import { replaceProduct } from './plain-product.js'

/** TensorFlow.js, whichever build of it runs. */
export type TensorFlow = typeof TensorFlowModule

export interface Backend {
  readonly tf: TensorFlow
  /** What runs, for people: `@tensorflow/tfjs-node-gpu (tensorflow, CPU)`. */
  readonly name: string
  /** Whether it is a native build. */
  readonly native: boolean
  /** Why each build that would be faster does not run. */
  readonly passed: readonly string[]
}

/** From the fastest to the one that is always there. `npm run native-backend` gives the first its library. */
const BUILDS = ['@tensorflow/tfjs-node-gpu', '@tensorflow/tfjs-node', '@tensorflow/tfjs'] as const

/** How many times the processor time of a native step a step takes without (bench/RESULTS.md, Builds of TensorFlow.js). */
const NATIVE_GAIN = '3 to 5'

/** What runs, and what would be faster, for people. */
export function describeBackend({ name, native, passed }: Backend): string {
  if (native) return name
  return [
    `${name}; native TensorFlow is ${NATIVE_GAIN} times as fast, \`npm run native-backend\` sets it up. Passed over:`,
    ...passed
  ].join('\n  ')
}

/**
 * The fastest build of TensorFlow.js that loads. A native build may be missing, half installed, or compiled for another
 * machine, so any error while importing one means: try the next.
 */
export async function loadBackend(builds: readonly string[] = BUILDS): Promise<Backend> {
  replaceUtilities()
  // Warnings and errors alone: otherwise TensorFlow tells the user what it was compiled for, line by line.
  process.env.TF_CPP_MIN_LOG_LEVEL ??= '1'
  const errors: string[] = []
  for (const name of builds) {
    try {
      if (name.startsWith('@tensorflow/tfjs-node')) requireAddon(name)
      const module = (await import(name)) as TensorFlow & { readonly default?: TensorFlow }
      const tf = module.default ?? module
      // Without this it recommends another build at length; ours says which runs, and how to have a faster one.
      tf.enableProdMode()
      await tf.ready()
      if (tf.getBackend() === 'cpu') replaceProduct(tf)
      const native = tf.getBackend() === 'tensorflow'
      return { tf, name: `${name} (${tf.getBackend()}${onProcessor(tf) ? ', CPU' : ''})`, native, passed: errors }
    } catch (error) {
      errors.push(`${name}: ${(error as Error).message.split('\n')[0] ?? ''}`)
    }
  }
  throw new Error(`no build of TensorFlow.js loads; run npm ci\n${errors.join('\n')}`)
}

/** Whether a native build runs on no GPU; that of the package for GPUs may, by the library that it was given. */
function onProcessor(tf: TensorFlow): boolean {
  return (tf.backend() as { readonly isUsingGpuDevice?: boolean }).isUsingGpuDevice === false
}

/**
 * Throws where a native build lacks its addon: it would register all of its kernels before it finds that out, and the
 * next build would complain of each of them.
 */
function requireAddon(name: string): void {
  const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
  if (globSync('lib/*/tfjs_binding.node', { cwd: folder }).length === 0) throw new Error('its addon was not built')
}

/** tfjs-node 4.22 calls two functions of `util` of which Node 22 warns, and that Node 23 took away. */
function replaceUtilities(): void {
  const util = createRequire(import.meta.url)('node:util') as Record<string, unknown>
  util.isNullOrUndefined = (value: unknown) => value === null || value === undefined
  util.isArray = Array.isArray
}
