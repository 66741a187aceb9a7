import type { Scalar, Tensor, Tensor2D, Tensor3D } from '@tensorflow/tfjs'
import type { TensorFlow } from '../backend/backend.js'
import type { Batch, Runs } from '../batches/batches.js'
import type { TitleBatch } from '../batches/title-batches.js'
import { unitRows } from '../networks/unit-rows.js'

export interface ContrastOptions {
  /**
   * Cosines are divided by it; lower looks more at the hardest negatives. Range: .03 (below it the
   * odds of opposite vectors, exp(2 / temperature) a pair, leave float32) to 1. Default: 0.1.
   */
  readonly temperature: number
  /**
   * Share of the loss that is taken over vectors less their article's mean, as `evaluate --context mean` compares them.
   * Range: 0 to 1. Default: 0.
   */
  readonly contextShare: number
}

export const CONTRAST_DEFAULTS: ContrastOptions = { temperature: 0.1, contextShare: 0 }

/**
 * In-article contrast: for each pivot and each of its positives, the cross entropy of finding the positive among the
 * sentences of the article's other sections by softmax over cosine / temperature; the mean over all pairs.
 * `vectors`: unit rows, [articles * slots, dims], zero where a slot is empty.
 */
export function contrastLoss(tf: TensorFlow, vectors: Tensor2D, batch: Batch, options: ContrastOptions): Scalar {
  const { articles, slots } = batch
  return tf.tidy(() => {
    const positives = tf.tensor3d(batch.positives, [articles, slots, slots])
    const negatives = tf.tensor3d(batch.negatives, [articles, slots, slots])
    const pairs = positives.sum().maximum(1) // 1 where there is none: the loss is 0 then
    return inBothViews(tf, batch, [vectors], options.contextShare, (unit) => {
      const similarity = tf.matMul(unit, unit, false, true).div<Tensor3D>(options.temperature) // [articles, slots, slots]
      const against = similarity.exp().mul(negatives).sum(2, true) // [articles, slots, 1]
      return against.div(similarity.exp()).log1p().mul(positives).sum().div(pairs)
    })
  })
}

export interface TeachingOptions {
  /** Share of the loss that tells how far the network is from its teacher; the rest is the contrast. Range: 0 to 1. Default: 0. */
  readonly teacherShare: number
  /** The teacher's cosines are divided by it; lower looks more at whom it puts nearest. Range: .03 to 1. Default: .05. */
  readonly teacherTemperature: number
  /** Share of what the teacher gives that is taken over all of a step together (`acrossLoss`). Range: 0 to 1. Default: 0. */
  readonly acrossShare: number
  /** How much of `regressionLoss` is added to the loss. Range: 0 or more. Default: 0. */
  readonly regression: number
}

export const TEACHING_DEFAULTS: TeachingOptions = {
  teacherShare: 0,
  teacherTemperature: 0.05,
  acrossShare: 0,
  regression: 0
}

/**
 * How a network's view of each article differs from its teacher's: for each sentence, the Kullback–Leibler divergence
 * between two softmaxes over the article's other sentences, of the teacher's cosines / `teacherTemperature` and of the
 * network's / `temperature`; the mean over all sentences that have two others at least (after Tian et al. 2020,
 * relational distillation by cross-batch similarities). What their vectors mean by themselves does not count, so either
 * may have any number of dimensions. `taught`: unit rows [articles * slots, any dims], zero where there is none.
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
      const apart = target.exp().mul(target.sub(learned)).mul(mask).sum(2, true).mul(pivots)
      return apart.sum().div(pivots.sum().maximum(1))
    })
  })
}

/**
 * How a network's view of all that a step brings, of whatever article, differs from its teacher's: 1 less the correlation
 * of their cosines over all pairs of rows that both have; 0 to 2 (after Park et al. 2019, relational distillation by
 * distances). `vectors`, `taught`: unit rows [rows, any dims]; `known`: [rows], 1 for a row that both have, else 0.
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
    const length = own.square().sum().mul(given.square().sum()).maximum(1e-18).sqrt() // the slope of a root at 0 is none
    return tf.scalar(1).sub(own.mul(given).sum().div(length))
  })
}

/**
 * How far a linear map of the network's vectors, which is learned beside it, is from the teacher's: 1 less their cosine, the
 * mean over rows that both have (after Romero et al. 2015, section 2.2). It learns fast, for it hears what each sentence is
 * in every dimension, where the other losses hear of its cosines. `map`: [dims, the teacher's dims]; else as `acrossLoss`.
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

/** Added to a logit that does not count: float32 holds it beside others, and its exponential is 0. */
const HIDDEN = 1e4

/** [articles, slots, slots], 1 for each pair of two sentences of an article that both have words. */
function otherSentences({ articles, slots, sentences }: Runs): Float32Array {
  const others = new Float32Array(articles * slots * slots)
  for (let i = 0; i < articles * slots; i++) {
    if (sentences[i].length === 0) continue
    const first = i - (i % slots)
    for (let o = 0; o < slots; o++) if (first + o !== i && sentences[first + o].length > 0) others[i * slots + o] = 1
  }
  return others
}

/** A loss over rows as they are and over rows less their article's mean, each with its share. */
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
 * In-article contrast of sentences and section titles, both ways: for each sentence, the cross entropy of finding its
 * section's title among the article's titles, and, of each such pair, that of finding the sentence among those of the
 * article's other sections; the mean over all. `vectors`: unit rows, [articles * (slots + heads), dims].
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
 * Each row less its article's mean over the slots that hold a sentence, of length 1. As when encoding, sentences without
 * words count in the mean and stay zero; so do empty slots.
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
