import type { WordTable } from '@leitmotif/encoder/training'
import { createRandom } from '@leitmotif/encoder/vectors'
import type { LstmWeights } from '../scorer/lstm-states.js'
import {
  type Backend,
  createEpochs,
  fit,
  type FitOptions,
  type FitResult,
  type FitRun,
  meanSquaredError,
  pearson,
  spearman,
  type TensorFlow,
  type Trainable
} from '@leitmotif/trainer/training'
import { createMalstm, type MalstmOptions } from './malstm.js'
import type { PairDistance } from '../scorer/pair-manifest.js'
import type { RowPair } from './row-pair.js'
import type { Scalar, Tensor1D, Tensor2D } from '@tensorflow/tfjs'

/** All training options that affect the weights. */
export interface PairTrainingOptions extends FitOptions, MalstmOptions {
  /** Number of pairs per step. Range: 1 or more. Default: 64. */
  readonly batchPairs: number
  /**
   * Share of a step's pairs that come from an earlier training, so that it is not forgotten. Range: 0 to below 1.
   * Default: 0.
   */
  readonly rehearsalShare: number
  /** Distance of two sentences' states, of which exp(-distance) is the similarity. Default: `l1`, the paper's. */
  readonly distance: PairDistance
}

/** Further figures of a judgement besides Pearson's correlation, which selects the weights. */
const PAIR_FIGURES = ['spearman', 'mse'] as const

/** The input of a training on pairs. Without `weights`, the initial weights are random. */
export interface PairTrainingJob extends Pick<FitRun, 'onStep' | 'onMeasured' | 'checkpoint'> {
  readonly backend: Backend
  readonly table: WordTable
  readonly weights?: LstmWeights | undefined
  readonly training: readonly RowPair[]
  /** The data of an earlier training, rehearsed. */
  readonly rehearsed?: readonly RowPair[] | undefined
  /** Pairs that select the best weights. */
  readonly trial: readonly RowPair[]
  readonly options: PairTrainingOptions
}

/**
 * Trains a network to predict people's similarity scores of sentence pairs, and keeps the weights that do best on the
 * trial pairs. A part of each step may be pairs of an earlier training (rehearsal: Robins 1995, *Catastrophic
 * forgetting, rehearsal and pseudorehearsal*).
 */
export async function trainOnPairs(job: PairTrainingJob): Promise<{ result: FitResult; weights: LstmWeights }> {
  const { backend, table, training, rehearsed = [], trial, options } = job
  const { tf } = backend
  const network = createMalstm(tf, table, options, job.weights)
  const random = createRandom(options.seed)
  const again = Math.min(Math.floor(options.rehearsalShare * options.batchPairs), rehearsed.length)
  const size = Math.min(options.batchPairs - again, training.length)
  const batches = createEpochs(training, size, random.fork('pair batches'))
  const rehearsals = createEpochs(rehearsed, Math.max(1, again), random.fork('rehearsed pairs'))
  const run: FitRun = {
    variables: network.variables,
    loss: (step) =>
      tf.tidy(() => {
        const items = [...batches.at(step).items, ...(again > 0 ? rehearsals.at(step).items : [])]
        const found = similarities(tf, network.encode(sentencesOf(items), step), options.distance)
        const scores = items.map(({ score }) => score)
        return scoreLoss(tf, found, scores)
      }),
    validate: () => {
      const found = predict(tf, network, trial, options.distance)
      const scores = trial.map(({ score }) => score)
      return { score: pearson(found, scores), figures: [spearman(found, scores), meanSquaredError(found, scores)] }
    },
    figures: PAIR_FIGURES.length,
    ...(job.checkpoint && { checkpoint: job.checkpoint }),
    ...(job.onStep && { onStep: job.onStep }),
    ...(job.onMeasured && { onMeasured: job.onMeasured })
  }
  const result = await fit(tf, run, options)
  const weights = network.weights()
  network.dispose()
  return { result, weights }
}

/** Returns the network's similarity of pairs, from 0 to 1. */
function predict(tf: TensorFlow, network: Trainable, pairs: readonly RowPair[], distance: PairDistance): Float32Array {
  return tf.tidy(() =>
    similarities(tf, network.encode(sentencesOf(pairs)), distance)
      .dataSync<'float32'>()
      .slice()
  )
}

/** Returns the networks' mean similarity of pairs, from 0 to 1. */
export function predictPairs(
  tf: TensorFlow,
  table: WordTable,
  networks: readonly LstmWeights[],
  pairs: readonly RowPair[],
  { hidden, distance }: Pick<PairTrainingOptions, 'hidden' | 'distance'>
): Float64Array {
  const mean = new Float64Array(pairs.length)
  for (const weights of networks) {
    const network = createMalstm(tf, table, { hidden }, weights)
    predict(tf, network, pairs, distance).forEach((value, i) => {
      mean[i] += value / networks.length
    })
    network.dispose()
  }
  return mean
}

function sentencesOf(pairs: readonly RowPair[]): (readonly number[])[] {
  return [...pairs.map(({ a }) => a), ...pairs.map(({ b }) => b)]
}

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
