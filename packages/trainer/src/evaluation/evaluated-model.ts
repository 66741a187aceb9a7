import { Failure } from '@leitmotif/command'
import { BundleError, loadEncoder, RuntimeError, type Encoder, type Representation } from '@leitmotif/encoder'
import { createVocabulary, quantizeRows } from '@leitmotif/encoder/training'
import { readWordVectors } from '../vectors/word-vector-reader.js'
import type { Measurable } from './tdc.js'
import { createMeanVectors, createTfIdf, createWordOverlap } from './baselines.js'

const MEAN_VECTORS = 'mean-vectors'
/** A baseline that ranks by words and has no vectors, for the task `find` only. */
export const BM25 = 'bm25'
/** Baselines of word counts. Their rows are comparable only within one call. */
export const TERM_VECTORS: Readonly<Partial<Record<string, () => Measurable>>> = {
  'word-overlap': createWordOverlap,
  'tf-idf': createTfIdf
}
export const BASELINES: readonly string[] = [MEAN_VECTORS, ...Object.keys(TERM_VECTORS), BM25]

/** The model that a user names. */
export interface ModelChoice {
  /** The folder of a bundle or of an ONNX sentence encoder, or one of BASELINES. */
  readonly model: string
  /** Representation of a bundle. Default: its own. */
  readonly representation?: Representation
  /** The word vectors of `mean-vectors`, which needs them. */
  readonly vectors?: string
  /** The file to read within a .zip of several vector files. */
  readonly entry?: string
}

/** A model to measure, with the representation of a bundle. */
export interface Model {
  readonly encoder: Measurable
  /** The encoder, if it is a bundle. */
  readonly bundle?: Encoder
  readonly representation?: Representation
  readonly dispose: () => void
}

/** Number of cached sentence vectors: several tasks encode the same articles. */
const CACHE = 150_000

/** Opens a model. @throws Failure for a model that cannot be opened, and for options that contradict it. */
export async function openModel({ model, representation, vectors, entry }: ModelChoice): Promise<Model> {
  if (model !== MEAN_VECTORS && vectors !== undefined) {
    throw new Failure(`--vectors goes with --model ${MEAN_VECTORS} only; a bundle brings its own`)
  }
  if (vectors === undefined && entry !== undefined) throw new Failure('--entry goes with --vectors FILE.zip only')
  if (BASELINES.includes(model)) {
    if (representation !== undefined)
      throw new Failure(`--representation goes with a bundle only; ${model} has but one`)
    const encoder = model === MEAN_VECTORS ? await openMeanVectors(vectors, entry) : TERM_VECTORS[model]?.()
    return { encoder: encoder ?? withoutVectors, dispose: () => undefined }
  }
  const encoder = await loadEncoder(model, { cache: CACHE }).catch(rethrow)
  const chosen = representation ?? encoder.representation
  if (encoder.dims[chosen] === undefined) {
    const present = Object.keys(encoder.dims).join(', ')
    throw new Failure(`${encoder.name} has no representation '${chosen}'; expected ${present}`)
  }
  return {
    encoder: { ...encoder, encode: (...args) => encoder.encode(...args).catch(rethrow) },
    bundle: encoder,
    representation: chosen,
    dispose: () => {
      encoder.dispose()
    }
  }
}

const withoutVectors: Measurable = { encode: () => Promise.reject(new Error(`${BM25} has no vectors`)) }

async function openMeanVectors(file?: string, entry?: string): Promise<Measurable> {
  if (file === undefined) {
    throw new Failure(
      `--model ${MEAN_VECTORS} needs --vectors FILE, as leitmotif-train vectors writes it; the words of the encoder that ships ` +
        'were trained on with its network, so that their mean is its representation static'
    )
  }
  const words = await readWordVectors(file, { ...(entry !== undefined && { entry }) })
  return createMeanVectors(createVocabulary(words.terms), quantizeRows(words.vectors))
}

/** Throws the error to show for a bundle that can't be opened. */
function rethrow(error: unknown): never {
  throw error instanceof BundleError || error instanceof RuntimeError ? new Failure(error.message) : error
}
