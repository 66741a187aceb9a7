import type { Scalar, Tensor1D, Tensor2D } from '@tensorflow/tfjs'
import type { TensorFlow } from '@leitmotif/trainer/training'
import type { PairDistance } from '../scorer/pair-manifest.js'

/** Keeps the root's slope finite where two sentences are the same. */
const SMALLEST_SQUARE = 1e-12

/**
 * exp(-distance) of the first half of the rows from the second half, row by row: 1 where they are the same, towards 0
 * (Mueller and Thyagarajan 2016, equation 4). [pairs]
 */
export function similarities(tf: TensorFlow, rows: Tensor2D, distance: PairDistance): Tensor1D {
  return tf.tidy(() => {
    const [a, b] = tf.split(rows, 2)
    const apart = a.sub(b)
    const sums = (distance === 'l1' ? apart.abs() : apart.square()).sum<Tensor1D>(1)
    const far = distance === 'l1' ? sums : sums.add<Tensor1D>(SMALLEST_SQUARE).sqrt()
    return far.neg().exp()
  })
}

/** The mean squared difference of similarities and people's scores, both from 0 to 1. */
export function scoreLoss(tf: TensorFlow, found: Tensor1D, scores: readonly number[]): Scalar {
  return tf.tidy(() =>
    found
      .sub(tf.tensor1d([...scores]))
      .square()
      .mean()
      .asScalar()
  )
}
