import type { Scalar, Tensor2D } from '@tensorflow/tfjs'
import type { TensorFlow } from '../backend/backend.js'
import type { CollectionBatch } from './collection-batches.js'

/** Divides cosines of texts of a collection: the nearest few of a batch count. */
const TEMPERATURE = 0.05
/** Added to a masked logit: its exponential is 0 in float32. */
const HIDDEN = -1e4

/**
 * Returns the mean Kullback–Leibler divergence between the teacher's and the network's softmax over the other texts of a
 * batch, of cosines / 0.05 (after Fang et al. 2021, section 3.2). `vectors`, `taught`: unit rows [texts, any dims].
 * `places`: [texts], indices of the teacher's rows, -1 for a text without; a text does not count as its own other.
 */
export function relationLoss(tf: TensorFlow, vectors: Tensor2D, taught: Tensor2D, places: ArrayLike<number>): Scalar {
  const count = places.length
  const mask = new Float32Array(count * count)
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < count; j++) {
      if (places[i] < 0 || places[j] < 0 || places[i] === places[j]) mask[i * count + j] = HIDDEN
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
 * Returns the mean cross entropy of finding the sentences of a query's section among those of other sections and other
 * articles, by softmax of cosine / 0.05 (van den Oord et al. 2018, section 2.3); each query counts the same. `vectors`: unit
 * rows of the batch's slots, then of its queries, [articles * slots + queries, dims].
 */
export function queryLoss(tf: TensorFlow, vectors: Tensor2D, batch: CollectionBatch): Scalar {
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
