import type { WordTable } from '@leitmotif/encoder/training'
import type { Vectors } from '@leitmotif/encoder'
import type { Scalar } from '@tensorflow/tfjs'
import { createHash } from 'node:crypto'
import type { Backend, TensorFlow } from '../backend/backend.js'
import { createTransformer, type TransformerWeights, type TrainableTransformer } from '../networks/transformer.js'
import { beginFrom } from '../networks/trainable.js'
import type { BertWeights } from '../onnx/bert-weights.js'
import { FIT_DEFAULTS, fit, type FitOptions, type FitResult, type FitRun } from '../train/fit.js'
import { teachArticles } from './article-teacher.js'
import { COLLECTION_BATCH_DEFAULTS } from './collection-batches.js'
import { distillationLoss, type LossWeights } from './collection-losses.js'
import { firstLayers } from './first-layers.js'
import type { Lessons } from './distillation-data.js'
import { openLessonBatches } from './lesson-batches.js'
import { JUDGED, judgeLessons } from './lesson-judgement.js'
import type { TeacherRows } from './teacher-rows.js'

export interface DistillOptions extends FitOptions, LossWeights {
  /** Number of the teacher's first layers with which the network starts. Range: 1 or more. Default: 3. */
  readonly layers: number
  /** Number of units kept of each feed-forward part. Range: 1 or more. Default: 640. */
  readonly inner: number
  /** Number of articles in a batch. Range: 1 or more. Default: 8. */
  readonly articles: number
  /** Maximum number of sentences of an article in a batch. Range: 2 or more. Default: 44. */
  readonly slots: number
  /** Maximum number of tokens read of a text in training. Range: 3 or more. Default: 48. */
  readonly maxTokens: number
  /** Training steps of the article teacher (`teachArticles`). Range: 1 or more. Default: 3000. */
  readonly articleTeacherSteps: number
  readonly seed: number
}

export const DISTILL_DEFAULTS: DistillOptions = {
  ...FIT_DEFAULTS,
  steps: 6000,
  learningRate: 0.0005,
  schedule: 'linear',
  warmUp: 50,
  finalRate: 0,
  clip: 1,
  average: 0.995,
  validateEvery: 500,
  patience: 100,
  layers: 3,
  inner: 640,
  articles: COLLECTION_BATCH_DEFAULTS.articles,
  slots: COLLECTION_BATCH_DEFAULTS.slots,
  maxTokens: 48,
  contrast: 0.4,
  queries: 0.25,
  relations: 1,
  articleRelations: 2.5,
  articleTeacherSteps: 3000,
  regression: 2,
  seed: 1
}

/** The input of a distillation. */
export interface Distillation extends Pick<FitRun, 'onStep' | 'onMeasured'> {
  readonly backend: Backend
  readonly teacher: BertWeights
  /** The vectors of the teacher's tokens. */
  readonly table: WordTable
  /** Splits a text into the teacher's tokens, including special ones. */
  readonly tokensOf: (text: string) => ArrayLike<number>
  readonly lessons: Lessons
  readonly rows: TeacherRows
  /** The vectors of the bundle's network `static`, which the article teacher also reads. */
  readonly staticRows: TeacherRows
  /** Called after each step of the article teacher. */
  readonly onArticleTeacherStep?: (done: number, loss: number) => void
  /** The file that the state is saved to and resumed from. */
  readonly checkpoint: string
  readonly options: DistillOptions
}

/** Number of sentences by which the kept units are chosen. */
const SAMPLED = 1500
/** Number of texts encoded in one call. */
const SLICE = 512

/**
 * Trains a smaller network on a sentence encoder's similarities across a collection and, by contrast, on the sections
 * of articles. The network starts as the teacher's first layers.
 */
export async function distill(
  run: Distillation
): Promise<{ readonly result: FitResult; readonly weights: TransformerWeights }> {
  const { backend, teacher, table, tokensOf, lessons, rows, options } = run
  const { tf } = backend
  const { layers, inner, maxTokens, seed } = options
  const tokens = lessons.texts.map((text) => shortened(tokensOf(text), maxTokens))
  const sizes = { layers, inner, width: teacher.width, dims: teacher.width }
  const network = createTransformer(tf, table, { ...sizes, seed })
  const stride = Math.max(1, Math.floor(tokens.length / SAMPLED))
  const sample = tokens.filter((ids, i) => i % stride === 0 && ids.length > 2).slice(0, SAMPLED)
  beginFrom(tf, network, firstLayers(tf, teacher, sample, sizes))
  const { articles, options: drawing, batchAt } = openLessonBatches(tf, lessons, tokens, rows, options)
  const articleRows = await teachArticles(
    tf,
    articles,
    [rows, run.staticRows],
    tokens.length,
    { ...drawing, articles: COLLECTION_BATCH_DEFAULTS.articles, steps: options.articleTeacherSteps },
    run.onArticleTeacherStep
  )
  const map = tf.tidy(() => tf.variable(tf.eye(network.encode([tokens[0]]).shape[1], rows.dims), true))
  const loss = (step: number): Scalar => {
    const batch = batchAt(step)
    const vectors = network.encode([...batch.sentences, ...batch.queries.map((query) => query.rows)], step)
    return distillationLoss(tf, vectors, map, [rows, articleRows], batch, options)
  }
  const result = await fit(
    tf,
    {
      variables: new Map([...network.variables, ['regression map', map]]),
      loss,
      figures: JUDGED.length,
      validate: () => judgeLessons(lessons, encoderOf(tf, network, tokensOf)),
      checkpoint: { path: run.checkpoint, run: describe(run) },
      ...(run.onStep && { onStep: run.onStep }),
      ...(run.onMeasured && { onMeasured: run.onMeasured })
    },
    options
  )
  const weights = network.weights()
  network.dispose()
  map.dispose()
  return { result, weights }
}

/** Returns a function that encodes texts by the network as it is. */
function encoderOf(
  tf: TensorFlow,
  network: TrainableTransformer,
  tokensOf: Distillation['tokensOf']
): (texts: readonly string[]) => Vectors {
  return (texts) => {
    const tokens = texts.map((text) => tokensOf(text))
    const dims = network.encode([]).shape[1]
    const data = new Float32Array(texts.length * dims)
    for (let from = 0; from < texts.length; from += SLICE) {
      tf.tidy(() => {
        data.set(network.encode(tokens.slice(from, from + SLICE)).dataSync<'float32'>(), from * dims)
      })
    }
    return { count: texts.length, dims, data }
  }
}

/** Truncates a list of token ids to `most`, and keeps the special token at the end. */
function shortened(ids: ArrayLike<number>, most: number): Uint32Array {
  const all = Uint32Array.from(ids)
  return all.length <= most ? all : Uint32Array.of(...all.subarray(0, most - 1), all.at(-1)!)
}

/** Returns a hash of everything that the weights depend on. */
function describe({ backend, lessons, options }: Distillation): string {
  const hash = createHash('sha256')
  for (const text of lessons.texts) hash.update(`${text}\n`)
  hash.update(JSON.stringify([lessons.articles.map(({ sentences }) => sentences.length), backend.name, options]))
  return hash.digest('hex')
}
