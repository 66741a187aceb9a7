import { addWeightedRows, type StaticNetwork, type WordTable } from '@leitmotif/encoder/training'
import { createRandom } from '@leitmotif/encoder/vectors'
import type { Tensor2D, Variable, Tensor1D, Rank } from '@tensorflow/tfjs'
import type { TensorFlow } from '../backend/backend.js'
import { unitRows } from './unit-rows.js'

/** The network `static` in training: a weighted sum of word vectors with a learned weight for each word, and a linear layer. */
export interface TrainableStatic {
  /** `weights` [words], `projection` [inputs, dims]. */
  readonly variables: ReadonlyMap<string, Variable>
  /** Encodes sentences, given as rows of the table, to unit rows [sentences, dims]; zero for a sentence without words. */
  encode(sentences: readonly ArrayLike<number>[]): Tensor2D
  /** Returns the present weights for inference. */
  weights(): StaticNetwork
  dispose(): void
}

export interface StaticOptions {
  /** Dimensions of the vectors. Range: 1 or more. Default: 300: more add nothing to word vectors of 300 dimensions. */
  readonly dims: number
  /**
   * `a` of the initial weights a / (a + p), where p is a word's frequency (SIF, Arora et al. 2017, section 3). Lower values
   * give frequent words less weight. Range: over 0. Default: 0.001.
   */
  readonly smoothing: number
  readonly seed: number
}

export const STATIC_DEFAULTS: StaticOptions = { dims: 300, smoothing: 1e-3, seed: 1 }

/**
 * Returns an untrained network: SIF weights, and a random layer that nearly preserves angles. It starts as good as the
 * weighted mean of word vectors. `counts`: frequencies of the words of `table` in the training sentences.
 */
export function createStatic(
  tf: TensorFlow,
  table: WordTable,
  counts: ArrayLike<number>,
  options: Partial<StaticOptions> = {}
): TrainableStatic {
  const { dims, smoothing, seed } = { ...STATIC_DEFAULTS, ...options }
  const random = createRandom(seed).fork('static')
  const total = Array.from(counts).reduce((sum, count) => sum + count, 0)
  const first = Float32Array.from(counts, (count) => smoothing / (smoothing + count / Math.max(1, total)))
  const layer = Float32Array.from({ length: table.dims * dims }, () => random.normal() / Math.sqrt(dims))
  const [weights, projection] = tf.tidy(() => [
    tf.variable(tf.tensor1d(first)),
    tf.variable(tf.tensor2d(layer, [table.dims, dims]))
  ])
  return {
    variables: new Map<string, Variable>([
      ['weights', weights],
      ['projection', projection]
    ]),
    encode: (sentences) =>
      tf.tidy(() => {
        const sums = weightedSums(tf, table, weights, sentences) // [sentences, inputs]
        return unitRows(tf, tf.matMul(sums, projection)) // [sentences, dims]
      }),
    weights: () => ({
      weights: weights.dataSync<'float32'>().slice(),
      projection: projection.dataSync<'float32'>().slice(),
      dims
    }),
    dispose() {
      weights.dispose()
      projection.dispose()
    }
  }
}

/**
 * Returns `Σ weights[w] · vector(w)` of each sentence, [sentences, inputs]. Keeps the word vectors outside of TensorFlow: its
 * gather copies a vector for each token, and in plain JavaScript its gradient visits the whole vocabulary for each token.
 */
function weightedSums(
  tf: TensorFlow,
  table: WordTable,
  weights: Variable<Rank.R1>,
  sentences: readonly ArrayLike<number>[]
): Tensor2D {
  const { dims, rows: data, scales } = table
  const compute = tf.customGrad((input) => {
    const values = (input as Tensor1D).dataSync<'float32'>()
    const sums = new Float64Array(sentences.length * dims)
    sentences.forEach((rows, s) => {
      addWeightedRows(table, values, rows, sums, s * dims)
    })
    const gradFunc = (upstream: Tensor2D): Tensor1D => {
      const given = upstream.dataSync<'float32'>() // [sentences, inputs]
      const gradient = new Float32Array(table.count)
      sentences.forEach((rows, s) => {
        for (let i = 0; i < rows.length; i++) {
          let product = 0
          for (let d = 0, at = s * dims, of = rows[i] * dims; d < dims; d++) product += given[at + d] * data[of + d]
          gradient[rows[i]] += product * scales[rows[i]]
        }
      })
      return tf.tensor1d(gradient)
    }
    return { value: tf.tensor2d(Float32Array.from(sums), [sentences.length, dims]), gradFunc }
  })
  return compute(weights)
}
