import type { Scalar, Tensor1D, Tensor2D } from '@tensorflow/tfjs'
import type { TensorFlow } from '@leitmotif/trainer/training'
import type { PairDistance } from '../scorer/pair-manifest.js'

/** Keeps the gradient of the root finite for equal sentences. */
const SMALLEST_SQUARE = 1e-12

/**
 * Returns exp(-distance) between each row of the first half and its partner in the second half, [pairs]: 1 for equal
 * rows, towards 0 for distant ones (Mueller and Thyagarajan 2016, equation 4).
 */
export function similarities(tf: TensorFlow, rows: Tensor2D, distance: PairDistance): Tensor1D {
  return tf.tidy(() => {
    const [a, b] = tf.split(rows, 2)
    const difference = a.sub(b)
    const sums = (distance === 'l1' ? difference.abs() : difference.square()).sum<Tensor1D>(1)
    const far = distance === 'l1' ? sums : sums.add<Tensor1D>(SMALLEST_SQUARE).sqrt()
    return far.neg().exp()
  })
}

/** Returns the mean squared difference of similarities and people's scores, both from 0 to 1. */
export function scoreLoss(tf: TensorFlow, found: Tensor1D, scores: readonly number[]): Scalar {
  return tf.tidy(() =>
    found
      .sub(tf.tensor1d([...scores]))
      .square()
      .mean()
      .asScalar()
  )
}
