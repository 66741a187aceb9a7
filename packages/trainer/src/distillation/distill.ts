import type { WordTable } from '@leitmotif/encoder/training'
import { shareContext } from '@leitmotif/encoder/stages'
import type { Vectors } from '@leitmotif/encoder'
import type { Scalar, Tensor2D } from '@tensorflow/tfjs'
import { createHash } from 'node:crypto'
import type { Backend, TensorFlow } from '../backend/backend.js'
import { measureFind } from '../evaluation/find.js'
import { judgeTriplets, share } from '../evaluation/tdc.js'
import { contrastLoss } from '../losses/losses.js'
import { createTransformer, type TransformerWeights, type TrainableTransformer } from '../networks/transformer.js'
import { beginFrom } from '../networks/trainable.js'
import { unitRows } from '../networks/unit-rows.js'
import type { BertWeights } from '../onnx/bert-weights.js'
import { FIT_DEFAULTS, fit, type FitOptions, type FitResult, type FitRun, type Judgement } from '../train/fit.js'
import { teachArticles } from './article-teacher.js'
import {
  COLLECTION_BATCH_DEFAULTS,
  createCollectionBatches,
  type CollectionArticle,
  type CollectionBatch
} from './collection-batches.js'
import { ARTICLE_TEMPERATURE, articleRelationLoss, queryLoss, relationLoss } from './collection-losses.js'
import { firstLayers } from './first-layers.js'
import type { Lessons } from './distillation-data.js'
import type { TeacherRows } from './teacher-rows.js'

export interface DistillOptions extends FitOptions {
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
  /** Weight of the loss that distinguishes the sections of an article (`contrastLoss`). Default: 0.4. */
  readonly contrast: number
  /** Weight of the loss that finds the sentences of a section by its heading (`queryLoss`). Default: 0.25. */
  readonly queries: number
  /** Weight of the teacher's similarities across the articles of a batch (`relationLoss`). Default: 1. */
  readonly relations: number
  /** Weight of the article teacher's similarities within articles (`articleRelationLoss`). Default: 2.5. */
  readonly articleRelations: number
  /** Training steps of the article teacher (`teachArticles`). Range: 1 or more. Default: 3000. */
  readonly articleTeacherSteps: number
  /** Weight of the loss that predicts the teacher's vectors by a linear map of the network's. Default: 2. */
  readonly regression: number
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

/**
 * The figures of a judgement, as means over the corpora: TDC without and with context, and hit@10 of headings with
 * titles.
 */
const DISTILL_FIGURES = ['none', 'article', 'hit10'] as const

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

/** Number of similar articles from which a batch draws. */
const NEAREST = 12
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
  const articles = lessons.articles.map(({ corpus, sentences, queries }): CollectionArticle => ({
    corpus,
    sentences: sentences.map(({ text, section, position }) => ({
      rows: tokens[text],
      section,
      position,
      taught: text
    })),
    queries: queries.map(({ text, section }) => ({ rows: tokens[text], section, taught: text }))
  }))
  const shares = sharesOf(articles, lessons.corpora.length)
  const batchAt = createCollectionBatches(articles, nearestArticles(tf, articles, rows), {
    ...COLLECTION_BATCH_DEFAULTS,
    ...{ articles: options.articles, slots: options.slots, shares, seed }
  })
  const articleRows = await teachArticles(
    tf,
    articles,
    [rows, run.staticRows],
    tokens.length,
    { ...COLLECTION_BATCH_DEFAULTS, slots: options.slots, shares, seed, steps: options.articleTeacherSteps },
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
      figures: DISTILL_FIGURES.length,
      validate: () => judge(tf, network, lessons, tokensOf),
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

function distillationLoss(
  tf: TensorFlow,
  vectors: Tensor2D,
  map: Tensor2D,
  [rows, articleRows]: readonly [TeacherRows, TeacherRows],
  batch: CollectionBatch,
  { contrast, queries, relations, articleRelations, regression }: DistillOptions
): Scalar {
  const slots = batch.articles * batch.slots
  const places = [...batch.taught, ...batch.queries.map(({ taught }) => taught)]
  const count = places.filter((place) => place >= 0).length
  return tf.tidy(() => {
    const taught = tf.tensor2d(rows.of(places), [places.length, rows.dims])
    const mapped = unitRows(tf, tf.matMul(vectors, map))
    const regressed = tf.scalar(1).sub(mapped.mul(taught).sum().div(count))
    const sentences = vectors.slice<Tensor2D>([0, 0], [slots, vectors.shape[1]])
    const articleTaught = tf.tensor2d(articleRows.of(batch.taught), [slots, articleRows.dims])
    return contrastLoss(tf, sentences, batch, { temperature: ARTICLE_TEMPERATURE, contextShare: 0.5 })
      .mul<Scalar>(contrast)
      .add<Scalar>(queryLoss(tf, vectors, batch).mul(queries))
      .add<Scalar>(relationLoss(tf, vectors, taught, places, batch).mul(relations))
      .add<Scalar>(articleRelationLoss(tf, sentences, articleTaught, batch).mul(articleRelations))
      .add<Scalar>(regressed.mul(regression))
  })
}

/**
 * Returns the share of draws of each corpus, proportional to the square root of its number of articles, so that a large
 * corpus does not dominate.
 */
function sharesOf(articles: readonly CollectionArticle[], corpora: number): number[] {
  const roots = new Array<number>(corpora).fill(0)
  for (const { corpus } of articles) roots[corpus]++
  const sum = roots.reduce((all, count) => all + Math.sqrt(count), 0)
  return roots.map((count) => Math.sqrt(count) / sum)
}

/** Returns the articles whose mean of the teacher's rows is nearest to each article's. */
function nearestArticles(tf: TensorFlow, articles: readonly CollectionArticle[], rows: TeacherRows): Int32Array[] {
  const means = new Float32Array(articles.length * rows.dims)
  articles.forEach(({ sentences }, a) => {
    const read = rows.of(sentences.map(({ taught }) => taught!))
    read.forEach((value, i) => (means[a * rows.dims + (i % rows.dims)] += value))
  })
  return tf.tidy(() => {
    const units = unitRows(tf, tf.tensor2d(means, [articles.length, rows.dims]))
    const count = Math.min(NEAREST + 1, articles.length)
    const nearest: Int32Array[] = []
    for (let from = 0; from < articles.length; from += SLICE) {
      const part = units.slice([from, 0], [Math.min(SLICE, articles.length - from), rows.dims])
      const found = tf.tidy(() => tf.topk(tf.matMul(part, units, false, true), count).indices.dataSync<'int32'>())
      for (let r = 0; r * count < found.length; r++) {
        const others = found.slice(r * count, (r + 1) * count).filter((article) => article !== from + r)
        nearest.push(others.length > 0 ? others : Int32Array.of(from + r))
      }
    }
    return nearest
  })
}

/** Judges a network by TDC and by search, with equal weights. */
function judge(
  tf: TensorFlow,
  network: TrainableTransformer,
  { judged }: Lessons,
  tokensOf: Distillation['tokensOf']
): Promise<Judgement> {
  const encode = (texts: readonly string[]): Vectors => {
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
  return Promise.all(
    judged.map(async ({ triplets, collection }) => {
      const of = triplets.map(({ sentences, triplets }) => ({ vectors: encode(sentences), triplets }))
      const none = share(of.map(({ vectors, triplets }) => judgeTriplets(vectors, triplets)))
      const article = share(of.map(({ vectors, triplets }) => judgeTriplets(shareContext(vectors), triplets)))
      const found = await measureFind({ encode: (texts) => Promise.resolve(encode(texts)) }, collection)
      return [none, article, found.heading.hit10]
    })
  ).then((figures) => {
    const means = DISTILL_FIGURES.map((_, f) => figures.reduce((sum, each) => sum + each[f], 0) / figures.length)
    const [none, article, hit10] = means
    return { score: (none + article) / 4 + hit10 / 2, figures: means }
  })
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
