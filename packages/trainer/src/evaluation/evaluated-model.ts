import { Failure } from '@leitmotif/command'
import { BundleError, loadEncoder, readBundle, type Representation } from '@leitmotif/encoder'
import { createVocabulary, quantizeRows, readFrom } from '@leitmotif/encoder/training'
import { fileURLToPath } from 'node:url'
import { readWordVectors } from '../vectors/word-vector-reader.js'
import type { Measurable } from './tdc.js'
import { createMeanVectors, createTfIdf, createWordOverlap } from './baselines.js'

const MEAN_VECTORS = 'mean-vectors'
/** Baselines of words alone, whose rows are comparable within one call only. */
export const TERM_VECTORS: Readonly<Record<string, () => Measurable>> = {
  'word-overlap': createWordOverlap,
  'tf-idf': createTfIdf
}
export const BASELINES: readonly string[] = [MEAN_VECTORS, ...Object.keys(TERM_VECTORS)]

/** The bundle that everything uses by default. Right from both src and dist. */
export const SHIPPED = fileURLToPath(new URL('../../../../models/leitmotif-en', import.meta.url))

/** What a user names to be measured. */
export interface ModelChoice {
  /** A bundle's folder, or one of BASELINES. */
  readonly model: string
  /** Of a bundle; default: its own. */
  readonly representation?: Representation
  /** The word vectors of `mean-vectors`; default: those of the bundle that ships. */
  readonly vectors?: string
  /** Which file of vectors of an archive of several. */
  readonly entry?: string
}

/** What is measured, and, of a bundle, by which representation. */
export interface Model {
  readonly encoder: Measurable
  readonly representation?: Representation
  readonly dispose: () => void
}

/** Sentences whose vectors are kept: several tasks ask for those of the same articles. */
const CACHE = 150_000

/** @throws Failure for what cannot be opened, and for options that do not go together. */
export async function openModel({ model, representation, vectors, entry }: ModelChoice): Promise<Model> {
  if (model !== MEAN_VECTORS && vectors !== undefined) {
    throw new Failure(`--vectors goes with --model ${MEAN_VECTORS} only; a bundle brings its own`)
  }
  if (vectors === undefined && entry !== undefined) throw new Failure('--entry goes with --vectors FILE.zip only')
  if (BASELINES.includes(model)) {
    if (representation !== undefined)
      throw new Failure(`--representation goes with a bundle only; ${model} has but one`)
    const encoder = model === MEAN_VECTORS ? await openMeanVectors(vectors, entry) : TERM_VECTORS[model]()
    return { encoder, dispose: () => undefined }
  }
  const encoder = await loadEncoder(model, { cache: CACHE }).catch(rethrow)
  const chosen = representation ?? encoder.representation
  if (encoder.dims[chosen] === undefined) {
    const present = Object.keys(encoder.dims).join(', ')
    throw new Failure(`${encoder.name} has no representation '${chosen}'; expected ${present}`)
  }
  return {
    encoder,
    representation: chosen,
    dispose: () => {
      encoder.dispose()
    }
  }
}

async function openMeanVectors(file?: string, entry?: string): Promise<Measurable> {
  if (file === undefined) {
    const bundle = await readBundle(readFrom(SHIPPED)).catch(rethrow)
    return createMeanVectors(bundle.vocabulary, bundle.vectors)
  }
  const words = await readWordVectors(file, { ...(entry !== undefined && { entry }) })
  return createMeanVectors(createVocabulary(words.terms), quantizeRows(words.vectors))
}

/** What a person should hear of a bundle that can't be opened. */
export function rethrow(error: unknown): never {
  throw error instanceof BundleError ? new Failure(error.message) : error
}
