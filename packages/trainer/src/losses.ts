import type { Scalar, Tensor, Tensor2D, Tensor3D } from '@tensorflow/tfjs'
import type { TensorFlow } from './backend.js'
import type { Batch } from './batches.js'
import type { TitleBatch } from './title-batches.js'
import { unitRows } from './unit-rows.js'

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
  const { temperature, contextShare } = options
  return tf.tidy(() => {
    const positives = tf.tensor3d(batch.positives, [articles, slots, slots])
    const negatives = tf.tensor3d(batch.negatives, [articles, slots, slots])
    const pairs = positives.sum().maximum(1) // 1 where there is none: the loss is 0 then
    const rows = vectors.reshape<Tensor3D>([articles, slots, -1]) // [articles, slots, dims]
    const contrast = (unit: Tensor3D): Scalar => {
      const similarity = tf.matMul(unit, unit, false, true).div<Tensor3D>(temperature) // [articles, slots, slots]
      const against = similarity.exp().mul(negatives).sum(2, true) // [articles, slots, 1]
      return against.div(similarity.exp()).log1p().mul(positives).sum().div(pairs)
    }
    const plain = contextShare < 1 ? contrast(rows).mul(1 - contextShare) : tf.scalar(0)
    const centred = contextShare > 0 ? contrast(centre(tf, rows, batch)).mul(contextShare) : tf.scalar(0)
    return plain.add(centred)
  })
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
function centre(tf: TensorFlow, rows: Tensor3D, { articles, slots, sentences, filled }: Batch): Tensor3D {
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
