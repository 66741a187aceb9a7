import type { Tensor2D } from '@tensorflow/tfjs'
import type { TensorFlow } from '../backend/backend.js'
import { addUpProducts, multiplyInto, parts, rowAt, type Matrix } from './kernel-products.js'
import type { NetworkKernel } from './lstm-kernel.js'
import { NONE, type PackedSentences } from './packed-sentences.js'

/** The layout of attention in the kernel's memory. Values are later replaced with gradients. Widths are multiples of four. */
export interface AttentionPlaces {
  /** [rows, 2 * hidden]: states of both directions, later their gradients. */
  readonly states: Matrix
  /** [rows, units]: keys, later the gradients of their sums before tanh. */
  readonly keys: Matrix
  /** [units] each, with their gradients. */
  readonly bias: Matrix
  readonly context: Matrix
  readonly gradientsBias: Matrix
  readonly gradientsContext: Matrix
  /** [rows]: scores, later weights. */
  readonly weights: number
  /** [rows]: gradients of the weights, later of the scores. */
  readonly gradients: number
  /** [rows]: indices of sentences. */
  readonly sentences: number
  /** [sentences, 2 * hidden]: weighted sums, later their gradients. */
  readonly pooled: Matrix
}

/**
 * Computes attention over the words of each sentence (Yang et al. 2016, section 2.2, equations 5 to 7): `u = tanh(projected +
 * bias)`, weights by softmax of `u · context` over the sentence's words. Writes the weighted sum of the states to `pooled`;
 * zero for a sentence without words. `weights`: [2 * hidden, units].
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
 * Returns the gradients of the weights, [2 * hidden, units]. Call after `attend`, with the gradients of the weighted sums in
 * `pooled`. Replaces the states with their gradients.
 */
export function attentionGradients(
  tf: TensorFlow,
  kernel: NetworkKernel,
  weights: Tensor2D,
  packed: PackedSentences,
  places: AttentionPlaces
): Tensor2D {
  const { states, keys, context, gradientsContext, gradientsBias, pooled } = places
  const rows = packed.sentences.length
  const width = 4 * states.width
  kernel.weightGradients(states.at, rows, width, places.sentences, pooled.at, places.gradients)
  softmaxGradients(kernel.floats(places.gradients, rows), kernel.floats(places.weights, rows), packed)
  for (const gradients of [gradientsBias, gradientsContext]) kernel.floats(gradients.at, gradients.width).fill(0)
  kernel.keyGradients(
    keys.at,
    rows,
    4 * keys.width,
    places.gradients,
    context.at,
    gradientsContext.at,
    gradientsBias.at
  )
  const gradient = addUpProducts(tf, kernel, states, keys, rows)
  for (const part of parts(rows, states.width)) {
    const [first, count] = part
    const at = rowAt(states, first)
    multiplyInto(tf, kernel, keys, part, weights, true, at)
    kernel.stateGradients(at, count, width, places.weights + 4 * first, places.sentences + 4 * first, pooled.at)
  }
  return gradient
}

/** Replaces scores with weights; 0 in rows without a sentence. */
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

/** Replaces gradients of the weights with gradients of the scores. */
function softmaxGradients(gradients: Float32Array, weights: Float32Array, { order, sentences }: PackedSentences): void {
  const means = new Float64Array(order.length)
  sentences.forEach((sentence, row) => {
    if (sentence !== NONE) means[sentence] += weights[row] * gradients[row]
  })
  sentences.forEach((sentence, row) => {
    gradients[row] = sentence === NONE ? 0 : weights[row] * (gradients[row] - means[sentence])
  })
}
