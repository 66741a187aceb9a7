import type { TensorFlow } from '../backend/backend.js'
import { unitRows } from '../networks/unit-rows.js'
import {
  COLLECTION_BATCH_DEFAULTS,
  createCollectionBatches,
  type CollectionArticle,
  type CollectionBatch,
  type CollectionBatchOptions
} from './collection-batches.js'
import type { Lessons } from './distillation-data.js'
import type { TeacherRows } from './teacher-rows.js'

/** The training articles of a distillation, and how batches are drawn from them. */
export interface LessonBatches {
  readonly articles: readonly CollectionArticle[]
  readonly options: CollectionBatchOptions
  /** Returns the batch of a step (from 0): sentences of articles that resemble each other by the teacher's rows. */
  readonly batchAt: (step: number) => CollectionBatch
}

/** Number of similar articles from which a batch draws. */
const NEAREST = 12
/** Number of articles compared in one call. */
const SLICE = 512

/** Prepares the batches of a distillation. `tokens`: the network's tokens of each text. */
export function openLessonBatches(
  tf: TensorFlow,
  lessons: Lessons,
  tokens: readonly Uint32Array[],
  rows: TeacherRows,
  chosen: Pick<CollectionBatchOptions, 'articles' | 'slots' | 'seed'>
): LessonBatches {
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
  const { articles: size, slots, seed } = chosen
  const shares = sharesOf(articles, lessons.corpora.length)
  const options = { ...COLLECTION_BATCH_DEFAULTS, articles: size, slots, shares, seed }
  return { articles, options, batchAt: createCollectionBatches(articles, nearestArticles(tf, articles, rows), options) }
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
