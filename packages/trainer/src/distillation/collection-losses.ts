import type { Scalar, Tensor, Tensor2D, Tensor3D } from '@tensorflow/tfjs'
import type { TensorFlow } from '../backend/backend.js'
import type { Runs } from '../batches/batches.js'
import { contrastLoss, inBothViews } from '../train/losses.js'
import { unitRows } from '../networks/unit-rows.js'
import type { CollectionBatch } from './collection-batches.js'
import type { TeacherRows } from './teacher-rows.js'

/** Temperature of the softmax over texts of a collection. Only the nearest few in a batch count. */
const TEMPERATURE = 0.05
/** Temperature of the softmax over sentences of one article. */
export const ARTICLE_TEMPERATURE = 0.07
/** Added to a masked logit: its exponential is 0 in float32. */
const HIDDEN = -1e4

/** Weights of the losses of a distillation. */
export interface LossWeights {
  /** Weight of the loss that distinguishes the sections of an article (`contrastLoss`). */
  readonly contrast: number
  /** Weight of the loss that finds the sentences of a section by its heading (`queryLoss`). */
  readonly queries: number
  /** Weight of the teacher's similarities across the articles of a batch (`relationLoss`). */
  readonly relations: number
  /** Weight of a teacher's similarities within articles (`articleRelationLoss`). */
  readonly articleRelations: number
  /** Weight of the loss that predicts the teacher's vectors by a linear map of the network's. */
  readonly regression: number
}

/**
 * Returns the mean Kullback–Leibler divergence between the teacher's and the network's softmax of cosine / 0.05, over
 * the texts of other articles and the queries of a batch (after Fang et al. 2021, section 3.2). Sentences of one
 * article are not compared: a general teacher distinguishes its sections less well than the articles themselves do.
 * @param vectors,taught unit rows [texts, any dims], the batch's slots first
 * @param places [texts], indices of the teacher's rows; -1 for a text without one
 */
export function relationLoss(
  tf: TensorFlow,
  vectors: Tensor2D,
  taught: Tensor2D,
  places: ArrayLike<number>,
  { articles, slots }: Runs
): Scalar {
  const count = places.length
  // A query belongs to no article, so its number differs from all others.
  const articleOf = (i: number): number => (i < articles * slots ? Math.floor(i / slots) : -1 - i)
  const mask = new Float32Array(count * count)
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < count; j++) {
      const hidden = places[i] < 0 || places[j] < 0 || places[i] === places[j] || articleOf(i) === articleOf(j)
      if (hidden) mask[i * count + j] = HIDDEN
    }
  }
  const known = Float32Array.from(places, (place) => Number(place >= 0))
  return tf.tidy(() => {
    const hidden = tf.tensor2d(mask, [count, count])
    const odds = (rows: Tensor2D): Tensor2D =>
      tf.logSoftmax(tf.matMul(rows, rows, false, true).div(TEMPERATURE).add<Tensor2D>(hidden))
    const [target, learned] = [odds(taught), odds(vectors)]
    const divergence = target
      .exp()
      .mul(target.sub(learned))
      .mul(hidden.greater(HIDDEN / 2))
      .sum(1)
    const texts = tf.tensor1d(known)
    return divergence.mul(texts).sum().div<Scalar>(texts.sum().maximum(1))
  })
}

/**
 * Returns the mean cross-entropy of finding the sentences of a query's section among those of other sections and other
 * articles, by softmax of cosine / 0.05 (van den Oord et al. 2018, section 2.3). All queries have equal weight.
 * @param vectors unit rows of the batch's slots, then of its queries, [articles * slots + queries, dims]
 */
function queryLoss(tf: TensorFlow, vectors: Tensor2D, batch: CollectionBatch): Scalar {
  const slots = batch.articles * batch.slots
  const count = batch.queries.length
  if (count === 0) return tf.scalar(0)
  return tf.tidy(() => {
    const sought = tf.tensor2d(batch.sought, [count, slots])
    const others = tf.tensor2d(batch.others, [count, slots])
    const dims = vectors.shape[1]
    const cosines = tf.matMul(
      vectors.slice([slots, 0], [count, dims]),
      vectors.slice([0, 0], [slots, dims]),
      false,
      true
    )
    const odds = cosines.div(TEMPERATURE).exp()
    const each = odds.mul(others).sum(1, true).div(odds).log1p().mul(sought)
    return each.sum(1).div(sought.sum(1).maximum(1)).mean<Scalar>()
  })
}

/**
 * Returns the mean Kullback–Leibler divergence between the teacher's and the network's softmax of cosine / 0.07, over
 * the other sentences of an article. Half of it is computed after subtracting the article's mean from all rows.
 * Articles of two sentences or fewer do not count.
 * @param vectors,taught unit rows [articles * slots, any dims]
 */
export function articleRelationLoss(tf: TensorFlow, vectors: Tensor2D, taught: Tensor2D, runs: Runs): Scalar {
  const { articles, slots, filled } = runs
  const others = new Float32Array(articles * slots * slots)
  for (let pivot = 0; pivot < articles * slots; pivot++) {
    const first = pivot - (pivot % slots)
    for (let s = 0; s < slots; s++) {
      others[pivot * slots + s] = first + s === pivot ? 0 : filled[pivot] * filled[first + s]
    }
  }
  return tf.tidy(() => {
    const mask = tf.tensor3d(others, [articles, slots, slots])
    const count = mask.sum(2, true)
    const pivots = count.greater(1).cast('float32')
    const hidden = mask.sub(1).mul(-HIDDEN)
    const odds = (unit: Tensor3D): Tensor =>
      tf.logSoftmax(tf.matMul(unit, unit, false, true).div(ARTICLE_TEMPERATURE).add(hidden))
    return inBothViews(tf, runs, [vectors, taught], 0.5, ([own, given]) => {
      const [target, learned] = [odds(given), odds(own)]
      const divergence = target.exp().mul(target.sub(learned)).mul(mask).sum(2, true).mul(pivots)
      return divergence.sum().div(pivots.sum().maximum(1))
    })
  })
}

/**
 * Returns the weighted sum of the losses of a distillation.
 * @param vectors unit rows of the batch's slots, then of its queries, [articles * slots + queries, dims]
 * @param map from the network's rows to the teacher's, [dims, the teacher's]
 * @param teachers the rows that teach across articles, and those that teach within articles
 */
export function distillationLoss(
  tf: TensorFlow,
  vectors: Tensor2D,
  map: Tensor2D,
  [rows, articleRows]: readonly [TeacherRows, TeacherRows],
  batch: CollectionBatch,
  { contrast, queries, relations, articleRelations, regression }: LossWeights
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
