import type { Tensor2D } from '@tensorflow/tfjs'
import type { TensorFlow } from '../backend/backend.js'
import { addUpProducts, multiplyInto, parts, rowAt, type Matrix } from './kernel-products.js'
import type { NetworkKernel } from './lstm-kernel.js'
import { NONE, type PackedSentences } from './packed-sentences.js'

/** Where attention's numbers lie in the kernel's memory. All widths are multiples of four. */
export interface AttentionPlaces {
  /** [rows, 2 * hidden]: states of both directions, and then their slopes. */
  readonly states: Matrix
  /** [rows, units]: keys, and then the slopes of the sums that they are the tanh of. */
  readonly keys: Matrix
  /** [units] each, and their slopes. */
  readonly bias: Matrix
  readonly context: Matrix
  readonly slopesBias: Matrix
  readonly slopesContext: Matrix
  /** [rows]: scores, and then weights. */
  readonly weights: number
  /** [rows]: slopes of the weights, and then of the scores. */
  readonly slopes: number
  /** [rows]: sentences. */
  readonly sentences: number
  /** [sentences, 2 * hidden]: the weighted sums, and then their slopes. */
  readonly pooled: Matrix
}

/**
 * Attention over the words of each sentence (Yang et al. 2016, section 2.2, equations 5 to 7): `u = tanh(projected +
 * bias)`, weights by softmax of `u · context` over the sentence's words, and the weighted sum of its states, into
 * `pooled`; zero without words. `weights`: [2 * hidden, units].
 */
export function attend(
  tf: TensorFlow,
  kernel: NetworkKernel,
  weights: Tensor2D,
  packed: PackedSentences,
  places: AttentionPlaces
): void {
  const { states, keys, bias, context, pooled } = places
  const rows = packed.sentences.length
  packed.sentences.forEach((sentence, row) => {
    if (sentence === NONE) kernel.floats(rowAt(states, row), states.width).fill(0)
  })
  for (const part of parts(rows, states.width)) {
    const [first, count] = part
    multiplyInto(tf, kernel, states, part, weights, false, rowAt(keys, first))
    kernel.score(rowAt(keys, first), count, 4 * keys.width, bias.at, context.at, places.weights + 4 * first)
  }
  softmaxBySentence(kernel.floats(places.weights, rows), packed)
  kernel.floats(pooled.at, packed.order.length * pooled.width).fill(0)
  kernel.pool(states.at, rows, 4 * states.width, places.weights, places.sentences, pooled.at)
}

/**
 * The slopes of the weights, [2 * hidden, units], after `attend`, where `pooled` holds the slopes of the weighted sums by
 * now; those of the states take the states' place.
 */
export function attentionSlopes(
  tf: TensorFlow,
  kernel: NetworkKernel,
  weights: Tensor2D,
  packed: PackedSentences,
  places: AttentionPlaces
): Tensor2D {
  const { states, keys, context, slopesContext, slopesBias, pooled } = places
  const rows = packed.sentences.length
  const width = 4 * states.width
  kernel.weightSlopes(states.at, rows, width, places.sentences, pooled.at, places.slopes)
  softmaxSlopes(kernel.floats(places.slopes, rows), kernel.floats(places.weights, rows), packed)
  for (const slopes of [slopesBias, slopesContext]) kernel.floats(slopes.at, slopes.width).fill(0)
  kernel.keySlopes(keys.at, rows, 4 * keys.width, places.slopes, context.at, slopesContext.at, slopesBias.at)
  const gradient = addUpProducts(tf, kernel, states, keys, rows)
  for (const part of parts(rows, states.width)) {
    const [first, count] = part
    const at = rowAt(states, first)
    multiplyInto(tf, kernel, keys, part, weights, true, at)
    kernel.stateSlopes(at, count, width, places.weights + 4 * first, places.sentences + 4 * first, pooled.at)
  }
  return gradient
}

/** Scores become weights; 0 in rows without a sentence. */
function softmaxBySentence(scores: Float32Array, { order, sentences }: PackedSentences): void {
  const greatest = new Float64Array(order.length).fill(-Infinity)
  const sums = new Float64Array(order.length)
  sentences.forEach((sentence, row) => {
    if (sentence !== NONE) greatest[sentence] = Math.max(greatest[sentence], scores[row])
  })
  sentences.forEach((sentence, row) => {
    scores[row] = sentence === NONE ? 0 : Math.exp(scores[row] - greatest[sentence])
    if (sentence !== NONE) sums[sentence] += scores[row]
  })
  sentences.forEach((sentence, row) => {
    if (sentence !== NONE) scores[row] /= sums[sentence]
  })
}

/** Slopes of the weights become slopes of the scores. */
function softmaxSlopes(slopes: Float32Array, weights: Float32Array, { order, sentences }: PackedSentences): void {
  const means = new Float64Array(order.length)
  sentences.forEach((sentence, row) => {
    if (sentence !== NONE) means[sentence] += weights[row] * slopes[row]
  })
  sentences.forEach((sentence, row) => {
    slopes[row] = sentence === NONE ? 0 : weights[row] * (slopes[row] - means[sentence])
  })
}
