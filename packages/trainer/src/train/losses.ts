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
    return inBothViews(tf, batch, [vectors], options.contextShare, ([unit]) => {
      const similarity = tf.matMul(unit, unit, false, true).div<Tensor3D>(options.temperature) // [articles, slots, slots]
      const against = similarity.exp().mul(negatives).sum(2, true) // [articles, slots, 1]
      return against.div(similarity.exp()).log1p().mul(positives).sum().div(pairs)
    })
  })
}

/** Returns the weighted sum of a loss on rows [articles * slots, any dims] and on rows minus their article's mean. */
export function inBothViews(
  tf: TensorFlow,
  runs: Runs,
  matrices: readonly Tensor2D[],
  contextShare: number,
  loss: (rows: readonly Tensor3D[]) => Tensor
): Scalar {
  const rows = matrices.map((matrix) => matrix.reshape<Tensor3D>([runs.articles, runs.slots, -1])) // [articles, slots, dims]
  const plain = contextShare < 1 ? loss(rows).mul<Scalar>(1 - contextShare) : tf.scalar(0)
  if (contextShare === 0) return plain
  return plain.add(loss(rows.map((each) => centre(tf, each, runs))).mul(contextShare))
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
