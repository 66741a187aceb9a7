import type { Scalar, Tensor, Tensor2D, Tensor3D } from '@tensorflow/tfjs'
import type { TensorFlow } from '../backend/backend.js'
import type { Batch, Runs } from '../batches/batches.js'
import type { TitleBatch } from '../batches/title-batches.js'
import { unitRows } from '../networks/unit-rows.js'

export interface ContrastOptions {
  /**
   * Divides cosines. Lower values give the hardest negatives more weight. Range: 0.03 (below it exp(2 / temperature)
   * overflows float32) to 1. Default: 0.1.
   */
  readonly temperature: number
  /**
   * Share of the loss computed on vectors minus their article's mean, as `evaluate --context mean` compares them.
   * Range: 0 to 1. Default: 0.
   */
  readonly contextShare: number
}

export const CONTRAST_DEFAULTS: ContrastOptions = { temperature: 0.1, contextShare: 0 }

/**
 * Returns the in-article contrast: the mean over all pairs of pivot and positive of the cross entropy of finding the positive
 * among the sentences of the article's other sections, by softmax of cosine / temperature.
 * `vectors`: unit rows, [articles * slots, dims], zero for empty slots.
 */
export function contrastLoss(tf: TensorFlow, vectors: Tensor2D, batch: Batch, options: ContrastOptions): Scalar {
  const { articles, slots } = batch
  return tf.tidy(() => {
    const positives = tf.tensor3d(batch.positives, [articles, slots, slots])
    const negatives = tf.tensor3d(batch.negatives, [articles, slots, slots])
    const pairs = positives.sum().maximum(1) // without pairs the loss is 0
    return inBothViews(tf, batch, [vectors], options.contextShare, (unit) => {
      const similarity = tf.matMul(unit, unit, false, true).div<Tensor3D>(options.temperature) // [articles, slots, slots]
      const against = similarity.exp().mul(negatives).sum(2, true) // [articles, slots, 1]
      return against.div(similarity.exp()).log1p().mul(positives).sum().div(pairs)
    })
  })
}

export interface TeachingOptions {
  /** Share of the loss that compares the network with its teacher; the rest is the contrast. Range: 0 to 1. Default: 0. */
  readonly teacherShare: number
  /** Divides the teacher's cosines. Lower values give its nearest sentences more weight. Range: 0.03 to 1. Default: 0.05. */
  readonly teacherTemperature: number
  /** Share of the teacher's loss computed across all articles of a batch (`acrossLoss`). Range: 0 to 1. Default: 0. */
  readonly acrossShare: number
  /** Weight of `regressionLoss`. Range: 0 or more. Default: 0. */
  readonly regression: number
}

export const TEACHING_DEFAULTS: TeachingOptions = {
  teacherShare: 0,
  teacherTemperature: 0.05,
  acrossShare: 0,
  regression: 0
}

/**
 * Returns the mean Kullback–Leibler divergence between the teacher's and the network's softmax over the other sentences of an
 * article: of cosines / `teacherTemperature` and cosines / `temperature`. Takes sentences with two or more others (after
 * Tian et al. 2020, relational distillation by cross-batch similarities). Compares only cosines, so the teacher may have
 * other dimensions. `taught`: unit rows [articles * slots, any dims], zero without a teacher's row.
 */
export function teacherLoss(
  tf: TensorFlow,
  vectors: Tensor2D,
  taught: Tensor2D,
  batch: Runs,
  { temperature, teacherTemperature, contextShare }: ContrastOptions & Pick<TeachingOptions, 'teacherTemperature'>
): Scalar {
  const { articles, slots } = batch
  const others = otherSentences(batch)
  return tf.tidy(() => {
    const mask = tf.tensor3d(others, [articles, slots, slots])
    const count = mask.sum<Tensor3D>(2, true) // [articles, slots, 1]
    const pivots = count.greater(1).cast('float32')
    const hidden = mask.sub(1).mul<Tensor3D>(HIDDEN)
    const odds = (unit: Tensor3D, divisor: number): Tensor3D =>
      tf.matMul(unit, unit, false, true).div(divisor).add(hidden)
    return inBothViews(tf, batch, [vectors, taught], contextShare, (own, given) => {
      const target = tf.logSoftmax(odds(given, teacherTemperature)) // [articles, slots, slots]
      const learned = tf.logSoftmax(odds(own, temperature))
      const divergence = target.exp().mul(target.sub(learned)).mul(mask).sum(2, true).mul(pivots)
      return divergence.sum().div(pivots.sum().maximum(1))
    })
  })
}

/**
 * Returns 1 minus the correlation of the network's and the teacher's cosines, 0 to 2, over all pairs of a batch that both
 * know, across articles (after Park et al. 2019, relational distillation by distances). `vectors`, `taught`: unit rows
 * [rows, any dims]. `known`: [rows], 1 for a row that both have, else 0.
 */
export function acrossLoss(tf: TensorFlow, vectors: Tensor2D, taught: Tensor2D, known: Float32Array): Scalar {
  return tf.tidy(() => {
    const rows = tf.tensor2d(known, [known.length, 1])
    const pairs = tf.matMul(rows, rows, false, true).mul<Tensor2D>(tf.scalar(1).sub(tf.eye(known.length)))
    const count = pairs.sum().maximum(1)
    const spread = (rows: Tensor2D): Tensor2D => {
      const cosines = tf.matMul(rows, rows, false, true)
      return cosines.sub(cosines.mul(pairs).sum().div(count)).mul(pairs)
    }
    const [own, given] = [spread(vectors), spread(taught)]
    const length = own.square().sum().mul(given.square().sum()).maximum(1e-18).sqrt() // sqrt has no derivative at 0
    return tf.scalar(1).sub(own.mul(given).sum().div(length))
  })
}

/**
 * Returns 1 minus the mean cosine between the teacher's vectors and a learned linear map of the network's, over rows that both
 * have (after Romero et al. 2015, section 2.2). Learns faster than the other losses, because it compares every dimension.
 * `map`: [dims, the teacher's dims]; otherwise as `acrossLoss`.
 */
export function regressionLoss(
  tf: TensorFlow,
  vectors: Tensor2D,
  taught: Tensor2D,
  map: Tensor2D,
  known: Float32Array
): Scalar {
  return tf.tidy(() => {
    const rows = tf.tensor1d(known)
    const cosines = unitRows(tf, tf.matMul(vectors, map)).mul(taught).sum(1)
    return rows.sub(cosines.mul(rows)).sum().div(rows.sum().maximum(1))
  })
}

/** Added to a masked logit: its exponential is 0 in float32. */
const HIDDEN = 1e4

/** Returns [articles, slots, slots], 1 for each pair of different sentences of an article that have words. */
function otherSentences({ articles, slots, sentences }: Runs): Float32Array {
  const others = new Float32Array(articles * slots * slots)
  for (let i = 0; i < articles * slots; i++) {
    if (sentences[i].length === 0) continue
    const first = i - (i % slots)
    for (let o = 0; o < slots; o++) if (first + o !== i && sentences[first + o].length > 0) others[i * slots + o] = 1
  }
  return others
}

/** Returns the weighted sum of a loss on rows and on rows minus their article's mean. */
function inBothViews(
  tf: TensorFlow,
  batch: Runs,
  vectors: readonly Tensor2D[],
  contextShare: number,
  loss: (...rows: Tensor3D[]) => Tensor
): Scalar {
  const rows = vectors.map((each) => each.reshape<Tensor3D>([batch.articles, batch.slots, -1])) // [articles, slots, dims]
  const plain = contextShare < 1 ? loss(...rows).mul<Scalar>(1 - contextShare) : tf.scalar(0)
  if (contextShare === 0) return plain
  return plain.add(loss(...rows.map((each) => centre(tf, each, batch))).mul(contextShare))
}

/**
 * Returns the in-article contrast of sentences and section titles: for each sentence the cross entropy of finding its
 * section's title among the article's titles, and of finding the sentence, given the title, among those of other sections;
 * the mean of both. `vectors`: unit rows, [articles * (slots + heads), dims].
 */
export function titleLoss(
  tf: TensorFlow,
  vectors: Tensor2D,
  batch: TitleBatch,
  { temperature }: Pick<ContrastOptions, 'temperature'>
): Scalar {
  const { articles, slots, heads } = batch
  return tf.tidy(() => {
    const own = tf.tensor3d(batch.own, [articles, slots, heads])
    const others = tf.tensor3d(batch.others, [articles, slots, heads])
    const dims = vectors.shape[1]
    const rows = vectors.slice([0, 0], [articles * slots, dims]).reshape<Tensor3D>([articles, slots, dims])
    const titles = vectors.slice([articles * slots, 0]).reshape<Tensor3D>([articles, heads, dims])
    const odds = tf.matMul(rows, titles, false, true).div(temperature).exp() // [articles, slots, heads]
    const against = (axis: 1 | 2): Tensor => odds.mul(others).sum(axis, true).div(odds).log1p()
    return against(2).add(against(1)).mul(own).sum().div<Scalar>(own.sum().maximum(1).mul(2))
  })
}

/**
 * Subtracts from each row its article's mean over the slots with a sentence, and scales to length 1. As in encoding,
 * sentences without words count in the mean and stay zero. Empty slots stay zero, too.
 */
function centre(tf: TensorFlow, rows: Tensor3D, { articles, slots, sentences, filled }: Runs): Tensor3D {
  const count = tf.tensor3d(filled, [articles, slots, 1]).sum(1, true)
  const worded = tf.tensor3d(
    Float32Array.from(sentences, ({ length }) => Number(length > 0)),
    [articles, slots, 1]
  )
  const mean = rows.sum(1, true).div(count) // [articles, 1, dims]
  const centred = rows
    .sub(mean)
    .mul(worded)
    .reshape<Tensor2D>([articles * slots, -1])
  return unitRows(tf, centred).reshape<Tensor3D>(rows.shape)
}
