import type { WordTable } from '@leitmotif/encoder/training'
import { createRandom } from '@leitmotif/encoder/vectors'
import type { LstmWeights } from '../scorer/lstm-states.js'
import type { Rank, Variable } from '@tensorflow/tfjs'
import { type TensorFlow, FORGET, GATES, drawStep, packSentences, type Trainable } from '@leitmotif/trainer/training'
import { createLastStatePasses } from './malstm-pass.js'

export interface MalstmOptions {
  /** Units of the LSTM, the dimensions of a sentence's vector. Range: 1 or more. Default: 50, the paper's. */
  readonly hidden: number
  /**
   * Standard deviation of the initial weights. It is small enough that sentences start at a distance of about 1, where
   * exp(-L1) has a usable gradient. Range: over 0. Default: 0.02.
   */
  readonly spread: number
  /** Share of a sentence's words that training drops; at least one word stays. Range: 0 to below 1. Default: 0. */
  readonly wordDropout: number
  /**
   * Share of the word vectors' values that training sets to zero; a word keeps the same ones throughout a step. Range:
   * 0 to below 1. Default: 0.
   */
  readonly inputDropout: number
  readonly seed: number
}

export const MALSTM_DEFAULTS: MalstmOptions = { hidden: 50, spread: 0.02, wordDropout: 0, inputDropout: 0, seed: 1 }

/** Initial biases of the forget gates, as in the paper, so that early words are remembered. */
const FORGET_BIAS = 2.5

export interface TrainableMalstm extends Trainable {
  /** Returns the current weights. */
  weights(): LstmWeights
}

/**
 * Creates a trainable Manhattan LSTM (Mueller and Thyagarajan 2016). A sentence's encoding is the LSTM's state after
 * its last word, and one network reads both sentences of a pair. Word vectors are not trained. Starts from `weights`,
 * or else from random normal weights with open forget gates.
 */
export function createMalstm(
  tf: TensorFlow,
  table: WordTable,
  options: Partial<MalstmOptions> = {},
  weights?: LstmWeights
): TrainableMalstm {
  const settled = { ...MALSTM_DEFAULTS, ...options }
  const { hidden, wordDropout, inputDropout, seed } = settled
  const random = createRandom(seed).fork('malstm')
  const first = weights ?? drawWeights(table.dims, settled)
  const matrix = (values: Float32Array, rows: number): Variable<Rank.R2> =>
    tf.tidy(() => tf.variable(tf.tensor2d(values, [rows, GATES * hidden])))
  const input = matrix(first.input, table.dims)
  const recurrent = matrix(first.recurrent, hidden)
  const bias = tf.tidy(() => tf.variable(tf.tensor1d(first.bias)))
  const variables = new Map<string, Variable>([
    ['input', input],
    ['recurrent', recurrent],
    ['bias', bias]
  ])
  const passes = createLastStatePasses(tf, table, hidden)
  return {
    variables,
    encode: (sentences, step) =>
      tf.tidy(() => {
        const { left, chance } = drawStep(sentences, wordDropout, random, step)
        const share = chance === undefined ? 0 : inputDropout
        // A word keeps the same values throughout a step. Otherwise, equal sentences would differ by chance.
        const packed = packSentences(left)
        if (packed.words.length === 0) return tf.zeros([sentences.length, hidden])
        const drawn = chance?.fork('input')
        const keys = [drawn?.integer(2 ** 32) ?? 0, drawn?.integer(2 ** 32) ?? 0] as const
        return passes.run([input, recurrent, bias], packed, { share, keys })
      }),
    weights: () => {
      const values = (of: Variable): Float32Array => of.dataSync<'float32'>().slice()
      return { input: values(input), recurrent: values(recurrent), bias: values(bias) }
    },
    dispose() {
      for (const each of variables.values()) each.dispose()
    }
  }
}

function drawWeights(inputs: number, { hidden, spread, seed }: MalstmOptions): LstmWeights {
  const random = createRandom(seed).fork('malstm weights')
  const draw = (length: number): Float32Array => Float32Array.from({ length }, () => spread * random.normal())
  const width = GATES * hidden
  const bias = draw(width)
  bias.fill(FORGET_BIAS, FORGET * hidden, (FORGET + 1) * hidden)
  return { input: draw(inputs * width), recurrent: draw(hidden * width), bias }
}
