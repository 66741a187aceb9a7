import type { Tensor2D } from '@tensorflow/tfjs'
import type { TensorFlow } from '../backend.js'
import { addUpProducts, multiplyInto } from './kernel-products.js'
import type { NetworkKernel } from './kernel.js'
import type { PackedSentences } from './packed-sentences.js'

/** Where attention's numbers lie in the kernel's memory. All widths are in floats, and multiples of four. */
export interface AttentionPlaces {
  /** Width of both directions' states. */
  readonly width: number
  readonly units: number
  /** [rows, width]: states, and then their slopes. */
  readonly states: number
  /** [rows, units]: keys, and then the slopes of the sums that they are the tanh of. */
  readonly keys: number
  /** [units] each, and their slopes. */
  readonly bias: number
  readonly context: number
  readonly slopesBias: number
  readonly slopesContext: number
  /** [rows]: scores, and then weights. */
  readonly weights: number
  /** [rows]: slopes of the weights, and then of the scores. */
  readonly slopes: number
  /** [rows]: sentences. */
  readonly sentences: number
  /** [sentences, width]: the weighted sums, and then their slopes. */
  readonly pooled: number
}

/**
 * Attention over the words of each sentence (Yang et al. 2016, section 2.2, equations 5 to 7): `u = tanh(projected +
 * bias)`, weights by softmax of `u · context` over the sentence's words, and the weighted sum of its states, into
 * `pooled`; zero without words. `weights`: [width, units].
 */
export function attend(
  tf: TensorFlow,
  kernel: NetworkKernel,
  weights: Tensor2D,
  packed: PackedSentences,
  places: AttentionPlaces
): void {
  const rows = packed.words.length
  const width = 4 * places.width
  multiplyInto(tf, kernel, [places.states, rows], weights, false, places.keys)
  kernel.score(places.keys, rows, 4 * places.units, places.bias, places.context, places.weights)
  softmaxBySentence(kernel.floats(places.weights, rows), packed)
  kernel.floats(places.pooled, packed.order.length * places.width).fill(0)
  kernel.pool(places.states, rows, width, places.weights, places.sentences, places.pooled)
}

/**
 * The slopes of the weights, [width, units], after `attend`, where `pooled` holds the slopes of the weighted sums by now;
 * those of the states take the states' place.
 */
export function attentionSlopes(
  tf: TensorFlow,
  kernel: NetworkKernel,
  weights: Tensor2D,
  packed: PackedSentences,
  places: AttentionPlaces
): Tensor2D {
  const rows = packed.words.length
  const width = 4 * places.width
  const units = 4 * places.units
  kernel.weightSlopes(places.states, rows, width, places.sentences, places.pooled, places.slopes)
  softmaxSlopes(kernel.floats(places.slopes, rows), kernel.floats(places.weights, rows), packed)
  kernel.floats(places.slopesBias, places.units).fill(0)
  kernel.floats(places.slopesContext, places.units).fill(0)
  const { keys, slopes, context, slopesContext, slopesBias } = places
  kernel.keySlopes(keys, rows, units, slopes, context, slopesContext, slopesBias)
  const gradient = addUpProducts(tf, kernel, [places.states, places.width], [keys, places.units], rows)
  multiplyInto(tf, kernel, [keys, rows], weights, true, places.states)
  kernel.stateSlopes(places.states, rows, width, places.weights, places.sentences, places.pooled)
  return gradient
}

/** Scores become weights; 0 in rows without a sentence. */
function softmaxBySentence(scores: Float32Array, { order, sentences }: PackedSentences): void {
  const greatest = new Float64Array(order.length).fill(-Infinity)
  const sums = new Float64Array(order.length)
  sentences.forEach((sentence, row) => {
    if (sentence < order.length) greatest[sentence] = Math.max(greatest[sentence], scores[row])
  })
  sentences.forEach((sentence, row) => {
    scores[row] = sentence < order.length ? Math.exp(scores[row] - greatest[sentence]) : 0
    if (sentence < order.length) sums[sentence] += scores[row]
  })
  sentences.forEach((sentence, row) => {
    if (sentence < order.length) scores[row] /= sums[sentence]
  })
}

/** Slopes of the weights become slopes of the scores. */
function softmaxSlopes(slopes: Float32Array, weights: Float32Array, { order, sentences }: PackedSentences): void {
  const means = new Float64Array(order.length)
  sentences.forEach((sentence, row) => {
    if (sentence < order.length) means[sentence] += weights[row] * slopes[row]
  })
  sentences.forEach((sentence, row) => {
    slopes[row] = sentence < order.length ? weights[row] * (slopes[row] - means[sentence]) : 0
  })
}
