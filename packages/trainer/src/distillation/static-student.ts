import { normalize, row, type Vectors } from '@leitmotif/encoder'
import type { StaticNetwork, WordTable } from '@leitmotif/encoder/training'
import type { Scalar, Tensor2D, Variable } from '@tensorflow/tfjs'
import { createHash } from 'node:crypto'
import type { Backend } from '../backend/backend.js'
import { unitRows } from '../networks/unit-rows.js'
import { createAdam, createRowAdam } from '../optim/adam.js'
import { rateAt, SCHEDULE_DEFAULTS } from '../optim/learning-rate.js'
import { readCheckpoint, writeCheckpoint } from '../output/checkpoint.js'
import { distillationLoss, type LossWeights } from './collection-losses.js'
import type { Lessons } from './distillation-data.js'
import { openLessonBatches } from './lesson-batches.js'
import { judgeLessons } from './lesson-judgement.js'
import type { TeacherRows } from './teacher-rows.js'

export interface StaticStudentOptions extends LossWeights {
  /** Number of training steps. Range: 1 or more. Default: 3000. */
  readonly steps: number
  /** Adam's learning rate; it falls linearly to 0. Words have a mean length of 1 at the start. Range: over 0. Default: 0.002. */
  readonly learningRate: number
  /** Steps after which the state is saved. Range: 1 or more. Default: 500. */
  readonly saveEvery: number
  /** Number of articles in a batch. Range: 1 or more. Default: 16. */
  readonly articles: number
  /** Maximum number of sentences of an article in a batch. Range: 2 or more. Default: 44. */
  readonly slots: number
  /** Maximum number of words read of a text in training. Range: 1 or more. Default: 50. */
  readonly maxTokens: number
  readonly seed: number
}

export const STATIC_STUDENT_DEFAULTS: StaticStudentOptions = {
  steps: 3000,
  learningRate: 0.002,
  saveEvery: 500,
  articles: 16,
  slots: 44,
  maxTokens: 50,
  contrast: 0.4,
  queries: 0.25,
  relations: 1,
  articleRelations: 2.5,
  regression: 2,
  seed: 1
}

/** The input of the training. */
interface StaticStudy {
  readonly backend: Backend
  /** The network that it begins with, and its word vectors. */
  readonly network: StaticNetwork
  readonly table: WordTable
  /** Returns the rows of the table that a text's words have. */
  readonly wordsOf: (text: string, most: number) => readonly number[]
  readonly lessons: Lessons
  readonly rows: TeacherRows
  /** The file that the state is saved to and resumed from. */
  readonly checkpoint: string
  readonly options: StaticStudentOptions
  /** Called after each step with the number of steps done and the running mean of the loss. */
  readonly onStep?: (done: number, loss: number) => void
}

/** Share of the running mean of the loss that each step replaces. */
const LOSS_SHARE = 0.02
/** Steps over which the learning rate rises. */
const WARM_UP = 50
/** Texts from which the map begins. */
const SAMPLED = 20_000
/** Words read of a text that is measured. */
const MEASURED_WORDS = 256

/**
 * Trains the word vectors of `static` by the rows of a teacher: a sentence's vector is the sum of its words' vectors, and
 * it learns the teacher's similarities across and within articles, and to find sections by their headings. The sum
 * begins with the cosines of the given network.
 * @returns the vectors [words, the table's dims], and the figures `JUDGED` of the validation part at the end
 */
export async function teachStatic(
  run: StaticStudy
): Promise<{ readonly vectors: Float32Array; readonly figures: readonly number[] }> {
  const { backend, table, wordsOf, lessons, rows, options } = run
  const { tf } = backend
  const { dims } = table
  const { steps, learningRate, saveEvery, maxTokens } = options
  const tokens = lessons.texts.map((text) => Uint32Array.from(wordsOf(text, maxTokens)))
  const { batchAt } = openLessonBatches(tf, lessons, tokens, rows, options)
  const vectors = startingVectors(run.network, table)
  const words = createRowAdam(vectors, dims)
  const unitsOf = (texts: readonly ArrayLike<number>[]): Vectors => {
    const sums = sumsOf(vectors, dims, texts)
    for (let s = 0; s < sums.count; s++) normalize(row(sums, s))
    return sums
  }
  const stride = Math.ceil(tokens.length / SAMPLED)
  const sample = [...tokens.keys()].filter((text) => text % stride === 0)
  // Begins as the product of the two rows of some texts, which is near the best linear map.
  const map: Variable = tf.tidy(() => {
    const own = tf.tensor2d(unitsOf(sample.map((text) => tokens[text])).data, [sample.length, dims])
    const taught = tf.tensor2d(rows.of(sample), [sample.length, rows.dims])
    return tf.variable(tf.matMul(own, taught, true).mul(dims / sample.length))
  })
  const maps = createAdam(tf, new Map([['map', map]]), { learningRate })
  const progress = new Float32Array(1) // the running mean of the loss
  const described = describe(run)
  const tensors = [map, ...maps.state.values()]
  const restored = tensors.map((tensor) => new Float32Array(tensor.size))
  const own = [vectors, ...words.state, progress]
  let step = (await readCheckpoint(run.checkpoint, described, [...own, ...restored])) ?? 0
  if (step > 0) {
    tensors.forEach((tensor, i) => {
      tf.tidy(() => {
        tensor.assign(tf.tensor(restored[i], tensor.shape))
      })
    })
  }
  while (step < steps) {
    const batch = batchAt(step)
    const read = [...batch.sentences, ...batch.queries.map((query) => query.rows)]
    const { data } = sumsOf(vectors, dims, read)
    let loss = 0
    const [ofSums, ofMap] = tf.tidy(() => {
      const lossOf = (sums: Tensor2D, layer: Tensor2D): Scalar =>
        distillationLoss(tf, unitRows(tf, sums), layer, [rows, rows], batch, options)
      const { value, grads } = tf.valueAndGrads((sums, layer) => lossOf(sums as Tensor2D, layer as Tensor2D))([
        tf.tensor2d(data, [read.length, dims]),
        map
      ])
      loss = value.dataSync()[0]
      return [grads[0].dataSync<'float32'>(), grads[1]]
    })
    const rate = rateAt(step, { ...SCHEDULE_DEFAULTS, steps, warmUp: WARM_UP })
    maps.apply(step + 1, { map: ofMap }, rate)
    ofMap.dispose()
    for (const [word, gradient] of gradientsOf(read, ofSums, dims)) words.change(word, gradient, rate * learningRate)
    progress[0] = step === 0 ? loss : progress[0] + LOSS_SHARE * (loss - progress[0])
    step++
    if (step % saveEvery === 0 && step < steps) {
      const values = tensors.map((tensor) => tensor.dataSync<'float32'>())
      await writeCheckpoint(run.checkpoint, described, step, [...own, ...values])
    }
    run.onStep?.(step, progress[0])
  }
  maps.dispose()
  map.dispose()
  const { figures = [] } = await judgeLessons(lessons, (texts) =>
    unitsOf(texts.map((text) => wordsOf(text, MEASURED_WORDS)))
  )
  return { vectors, figures }
}

/**
 * Returns word vectors whose sums have the cosines of a network: each word's weighted vector times the Cholesky factor of
 * P Pᵀ, where P is the network's layer. Scaled to a mean length of 1.
 */
export function startingVectors({ weights, projection, dims: outputs }: StaticNetwork, table: WordTable): Float32Array {
  const { count, dims, scales, rows } = table
  const factor = choleskyFactor(projection, dims, outputs)
  const vectors = new Float32Array(count * dims)
  let lengths = 0
  for (let word = 0; word < count; word++) {
    const to = vectors.subarray(word * dims, (word + 1) * dims)
    for (let i = 0; i < dims; i++) {
      const value = weights[word] * scales[word] * rows[word * dims + i]
      for (let j = 0; j <= i; j++) to[j] += value * factor[i * dims + j]
    }
    lengths += Math.sqrt(to.reduce((sum, value) => sum + value * value, 0))
  }
  return lengths === 0 ? vectors : vectors.map((value) => (value * count) / lengths)
}

/** Returns the lower triangle L of L Lᵀ = P Pᵀ, [size, size]. `matrix`: P, [size, columns]. */
function choleskyFactor(matrix: Float32Array, size: number, columns: number): Float64Array {
  const factor = new Float64Array(size * size)
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = 0
      for (let d = 0; d < columns; d++) sum += matrix[i * columns + d] * matrix[j * columns + d]
      for (let k = 0; k < j; k++) sum -= factor[i * size + k] * factor[j * size + k]
      // The sum is 0 where a row of P is a combination of those above it. Rounding may make it negative.
      if (i === j) factor[i * size + i] = Math.sqrt(Math.max(sum, 0))
      else factor[i * size + j] = factor[j * size + j] === 0 ? 0 : sum / factor[j * size + j]
    }
  }
  return factor
}

/** Returns the sum of each sentence's word vectors, [sentences, dims]. */
function sumsOf(vectors: Float32Array, dims: number, sentences: readonly ArrayLike<number>[]): Vectors {
  const data = new Float32Array(sentences.length * dims)
  sentences.forEach((words, s) => {
    for (let i = 0; i < words.length; i++) {
      for (let d = 0, from = words[i] * dims, to = s * dims; d < dims; d++) data[to + d] += vectors[from + d]
    }
  })
  return { count: sentences.length, dims, data }
}

/** Returns the gradient of each word in the sentences. `ofSums`: [sentences, dims]. */
function gradientsOf(
  sentences: readonly ArrayLike<number>[],
  ofSums: Float32Array,
  dims: number
): Map<number, Float32Array> {
  const gradients = new Map<number, Float32Array>()
  sentences.forEach((words, s) => {
    for (let i = 0; i < words.length; i++) {
      const gradient = gradients.get(words[i]) ?? new Float32Array(dims)
      for (let d = 0; d < dims; d++) gradient[d] += ofSums[s * dims + d]
      gradients.set(words[i], gradient)
    }
  })
  return gradients
}

/** Returns a hash of everything that the vectors depend on. */
function describe({ backend, network, lessons, options }: StaticStudy): string {
  const hash = createHash('sha256')
  for (const text of lessons.texts) hash.update(`${text}\n`)
  hash.update(new Uint8Array(network.weights.slice().buffer)).update(new Uint8Array(network.projection.slice().buffer))
  hash.update(JSON.stringify([lessons.articles.map(({ sentences }) => sentences.length), backend.name, options]))
  return hash.digest('hex')
}
