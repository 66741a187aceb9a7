import type { Tensor, Tensor1D, Tensor2D } from '@tensorflow/tfjs'
import type { TensorFlow } from '../backend.js'
import type { PackedSentences } from './packed-sentences.js'

/**
 * Attention over the words of each sentence (Yang et al. 2016, section 2.2, equations 5 to 7): `u = tanh(projected +
 * bias)`, weights by softmax of `u · context` over the sentence's words, and the weighted sum of its states, forward
 * and backward ones side by side: [sentences, 2 * hidden], in the sentences' own order; zero without words.
 * `forward`, `backward`: [tokens, hidden]; `projected`: [tokens, units]; `bias`, `context`: [units].
 */
export function attend(
  tf: TensorFlow,
  inputs: readonly [Tensor2D, Tensor2D, Tensor2D, Tensor1D, Tensor1D],
  { order, active, starts, words }: PackedSentences
): Tensor2D {
  const [{ shape: statesShape }, , projected] = inputs
  const hidden = statesShape[1]
  const [tokens, units] = projected.shape
  const places = order.length
  const placeOf = new Uint32Array(words.length)
  active.forEach((rows, t) => {
    for (let place = 0; place < rows; place++) placeOf[starts[t] + place] = place
  })

  const compute = tf.customGrad((...given) => {
    const [forward, backward, added, bias, context] = given.slice(0, inputs.length).map((input) => {
      return (input as Tensor).dataSync<'float32'>()
    })
    const keys = added.map((value, i) => Math.tanh(value + bias[i % units])) // [tokens, units]
    const weights = softmaxByPlace(scoresOf(keys, context), placeOf, places) // [tokens]
    const pooled = new Float32Array(places * 2 * hidden)
    for (let token = 0; token < tokens; token++) {
      const to = order[placeOf[token]] * 2 * hidden
      for (let j = 0, from = token * hidden; j < hidden; j++) {
        pooled[to + j] += weights[token] * forward[from + j]
        pooled[to + hidden + j] += weights[token] * backward[from + j]
      }
    }

    const gradFunc = (upstream: Tensor): Tensor[] => {
      const slopes = upstream.dataSync<'float32'>() // [sentences, 2 * hidden]
      const slopesForward = new Float32Array(tokens * hidden)
      const slopesBackward = new Float32Array(tokens * hidden)
      const slopesWeights = new Float64Array(tokens)
      const means = new Float64Array(places)
      for (let token = 0; token < tokens; token++) {
        const to = order[placeOf[token]] * 2 * hidden
        let slope = 0
        for (let j = 0, from = token * hidden; j < hidden; j++) {
          slope += slopes[to + j] * forward[from + j] + slopes[to + hidden + j] * backward[from + j]
          slopesForward[from + j] = weights[token] * slopes[to + j]
          slopesBackward[from + j] = weights[token] * slopes[to + hidden + j]
        }
        slopesWeights[token] = slope
        means[placeOf[token]] += weights[token] * slope
      }
      const slopesProjected = new Float32Array(tokens * units)
      const slopesBias = new Float64Array(units)
      const slopesContext = new Float64Array(units)
      for (let token = 0; token < tokens; token++) {
        const slope = weights[token] * (slopesWeights[token] - means[placeOf[token]]) // of the score
        for (let u = 0, at = token * units; u < units; u++, at++) {
          slopesContext[u] += slope * keys[at]
          slopesProjected[at] = slope * context[u] * (1 - keys[at] * keys[at])
          slopesBias[u] += slopesProjected[at]
        }
      }
      return [
        tf.tensor2d(slopesForward, [tokens, hidden]),
        tf.tensor2d(slopesBackward, [tokens, hidden]),
        tf.tensor2d(slopesProjected, [tokens, units]),
        tf.tensor1d(Float32Array.from(slopesBias)),
        tf.tensor1d(Float32Array.from(slopesContext))
      ]
    }
    return { value: tf.tensor2d(pooled, [places, 2 * hidden]), gradFunc }
  })
  return compute(...inputs)
}

/** `keys` · `context`, [tokens]. */
function scoresOf(keys: Float32Array, context: Float32Array): Float64Array {
  const units = context.length
  return Float64Array.from({ length: keys.length / units }, (_, token) => {
    let sum = 0
    for (let u = 0; u < units; u++) sum += keys[token * units + u] * context[u]
    return sum
  })
}

function softmaxByPlace(scores: Float64Array, placeOf: Uint32Array, places: number): Float64Array {
  const greatest = new Float64Array(places).fill(-Infinity)
  scores.forEach((score, token) => {
    greatest[placeOf[token]] = Math.max(greatest[placeOf[token]], score)
  })
  const weights = scores.map((score, token) => Math.exp(score - greatest[placeOf[token]]))
  const sums = new Float64Array(places)
  weights.forEach((weight, token) => {
    sums[placeOf[token]] += weight
  })
  return weights.map((weight, token) => weight / sums[placeOf[token]])
}
