import type { Scalar, Tensor1D, Tensor2D } from '@tensorflow/tfjs'
import type { TensorFlow } from '../backend/backend.js'
import type { TripletIndices } from '../batches/triplet-batches.js'
import { unitRows } from '../networks/unit-rows.js'

/** L1: sum of absolute differences. L2: length of the difference. Cosine: 1 - cosine. */
export const DISTANCES = ['l1', 'l2', 'cosine'] as const
export type Distance = (typeof DISTANCES)[number]

export interface PaperLossOptions {
  /** Default: `l1`, which the paper found best. */
  readonly distance: Distance
}

export const PAPER_LOSS_DEFAULTS: PaperLossOptions = { distance: 'l1' }

export interface HingeLossOptions {
  readonly distance: Distance
  /** Distance by which a negative must exceed the positive to cost nothing. Range: over 0. Default: 0.2. */
  readonly margin: number
}

export const HINGE_LOSS_DEFAULTS: HingeLossOptions = { distance: 'l2', margin: 0.2 }

/**
 * Returns the paper's loss (Ein Dor et al., section 4): the mean over triplets of |p+| + |1 - p-|, 0 to 2, where p+ and p- are
 * the softmax of the distances to the positive and the negative. `vectors`: [sentences, dims].
 */
export function paperLoss(
  tf: TensorFlow,
  vectors: Tensor2D,
  triplets: readonly TripletIndices[],
  options: Partial<PaperLossOptions> = {}
): Scalar {
  const { distance } = { ...PAPER_LOSS_DEFAULTS, ...options }
  return tf.tidy(() => {
    const [near, far] = distances(tf, vectors, triplets, distance)
    // p+ = sigmoid(d+ - d-) and 1 - p- is the same, both positive.
    return near.sub(far).sigmoid().mul(2).mean()
  })
}

/** Returns the mean of max(0, d+ - d- + margin), the loss of Schroff et al. (2015, section 3.1) without squares. */
export function hingeLoss(
  tf: TensorFlow,
  vectors: Tensor2D,
  triplets: readonly TripletIndices[],
  options: Partial<HingeLossOptions> = {}
): Scalar {
  const { distance, margin } = { ...HINGE_LOSS_DEFAULTS, ...options }
  return tf.tidy(() => {
    const [near, far] = distances(tf, vectors, triplets, distance)
    return near.sub(far).add(margin).relu().mean()
  })
}

/** Keeps the derivative of a length finite at zero. */
const LEAST_SQUARE = 1e-12

/** Returns the distances from each pivot to its positive and to its negative, [triplets] each. */
function distances(
  tf: TensorFlow,
  vectors: Tensor2D,
  triplets: readonly TripletIndices[],
  distance: Distance
): [Tensor1D, Tensor1D] {
  const rows = distance === 'cosine' ? unitRows(tf, vectors) : vectors
  const measure = (other: 1 | 2): Tensor1D => {
    const difference = tf.matMul(differences(tf, triplets, other, rows.shape[0]), rows) // [triplets, dims]
    if (distance === 'l1') return difference.abs().sum<Tensor1D>(1)
    const squares = difference.square().sum<Tensor1D>(1)
    return distance === 'l2' ? squares.add<Tensor1D>(LEAST_SQUARE).sqrt() : squares.div<Tensor1D>(2)
  }
  return [measure(1), measure(2)]
}

/**
 * Returns [triplets, sentences], 1 at each triplet's pivot and -1 at the other sentence; its product with the vectors is
 * their differences. A gather is slower: in plain JavaScript its gradient visits all triplets for each sentence.
 */
function differences(tf: TensorFlow, triplets: readonly TripletIndices[], other: 1 | 2, sentences: number): Tensor2D {
  const signs = new Float32Array(triplets.length * sentences)
  triplets.forEach((triplet, t) => {
    signs[t * sentences + triplet[0]] += 1
    signs[t * sentences + triplet[other]] -= 1
  })
  return tf.tensor2d(signs, [triplets.length, sentences])
}
