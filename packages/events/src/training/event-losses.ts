import type { Scalar, Tensor, Tensor2D } from '@tensorflow/tfjs'
import type { TensorFlow } from '@leitmotif/trainer/training'

/**
 * Loss functions.
 * - `margin`: a real event must score higher than the same event with another subject, by a margin (equation 9).
 * - `dynamic`: the margin grows with the distance of the two subjects (equation 13).
 * - `triplet`: an event's score must be nearer to the score with another subject than to that with another object
 *   (equation 14).
 */
export const EVENT_LOSSES = ['margin', 'dynamic', 'triplet'] as const
export type EventLoss = (typeof EVENT_LOSSES)[number]

/**
 * Returns the mean of max(0, margin - score + corrupted score). `scores`: [events, 1 + subjects]; `margins`: a number
 * or [events, subjects].
 */
export function marginLoss(tf: TensorFlow, scores: Tensor2D, margins: Tensor | number): Scalar {
  return tf.tidy(() => {
    const real = scores.slice([0, 0], [-1, 1])
    const corrupted = scores.slice([0, 1], [-1, -1])
    return tf.relu(corrupted.sub(real).add(margins)).mean()
  })
}

/**
 * Returns exp(d(s, s') + d(v, v') + d(o, o')) for each event and its corruptions, where d is 1 - cosine (equations 11
 * and 12): [events, subjects], from 1 to e². Corruptions have the event's verb and object, so only the subjects differ.
 * Gradients do not flow through the margins; otherwise training could lower the loss by moving subjects together.
 */
export function dynamicMargins(
  tf: TensorFlow,
  subject: Tensor2D,
  corruptions: readonly (readonly number[])[]
): Tensor2D {
  return tf.tidy(() => {
    const fixed = stopGradient(tf, subject)
    const length = fixed.square().sum(1, true).sqrt()
    const unit = fixed.div<Tensor2D>(length.add(1e-12))
    const cosines = corruptions.map((others) =>
      tf
        .gather(unit, tf.tensor1d([...others], 'int32'))
        .mul(unit)
        .sum(1)
    )
    return tf.sub<Tensor2D>(1, tf.stack(cosines, 1)).exp()
  })
}

/** Returns `tensor` with its gradient stopped. */
function stopGradient<T extends Tensor>(tf: TensorFlow, tensor: T): T {
  return tf.customGrad<T>((...given) => ({
    value: (given[0] as T).clone(),
    gradFunc: (slope: T) => tf.zerosLike(slope)
  }))(tensor)
}

/**
 * Returns the mean of max(0, margin + (score - subject's)² - (score - object's)²). `scores`: [events, 1 + corruptions +
 * corruptions].
 */
export function tripletScoreLoss(tf: TensorFlow, scores: Tensor2D, margin: number): Scalar {
  return tf.tidy(() => {
    const corruptions = (scores.shape[1] - 1) / 2
    const real = scores.slice([0, 0], [-1, 1])
    const near = scores.slice([0, 1], [-1, corruptions]).sub(real).square()
    const far = scores
      .slice([0, 1 + corruptions], [-1, corruptions])
      .sub(real)
      .square()
    return tf.relu(near.sub(far).add(margin)).mean()
  })
}

/**
 * Returns `weight` times the sum of the absolute values of all weights (section 4.2, instead of equation 9's squares).
 */
export function l1Penalty(tf: TensorFlow, weights: readonly Tensor[], weight: number): Scalar {
  return tf.tidy(() => tf.addN(weights.map((each) => each.abs().sum())).mul<Scalar>(weight))
}

/** Returns `weight` times the sum of the squares of all weights (equation 9). */
export function l2Penalty(tf: TensorFlow, weights: readonly Tensor[], weight: number): Scalar {
  return tf.tidy(() => tf.addN(weights.map((each) => each.square().sum())).mul<Scalar>(weight))
}
