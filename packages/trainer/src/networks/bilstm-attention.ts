import type { WordTable } from '@leitmotif/encoder/training'
import { createRandom, type Random } from '@leitmotif/encoder/vectors'
import type { Rank, Tensor2D, Variable } from '@tensorflow/tfjs'
import type { TensorFlow } from '../backend/backend.js'
import { unitRows } from './unit-rows.js'
import { createPasses, type Mask } from './bilstm-attention-pass.js'
import { drawGlorot, drawOrthogonal, joinColumns } from './initial-weights.js'
import { FORGET, GATES } from './lstm.js'
import { drawStep, inParts, packSentences } from './packed-sentences.js'
import type { Trainable } from './trainable.js'

export interface BilstmAttentionOptions {
  /** LSTM units of each direction; vectors have twice as many dimensions. Range: 1 or more. Default: 300, the paper's. */
  readonly hidden: number
  /** Attention units. Range: 1 or more. Default: 200, the paper's. */
  readonly attention: number
  /** Share of a sentence's words that training leaves out; at least one stays. Range: 0 to below 1. Default: 0. */
  readonly wordDropout: number
  /** Share of the word vectors' values that training sets to zero. Range: 0 to below 1. Default: 0. */
  readonly inputDropout: number
  /**
   * Share of the LSTM's outputs that training sets to zero. The paper's "0.8 dropout" may mean the share dropped (0.8 here)
   * or the share kept (0.2). Range: 0 to below 1. Default: 0.2.
   */
  readonly outputDropout: number
  /** Scales rows to length 1, as the contrast loss needs them. The paper's loss uses unscaled rows. Default: true. */
  readonly unit: boolean
  readonly seed: number
}

export const BILSTM_ATTENTION_DEFAULTS: BilstmAttentionOptions = {
  hidden: 300,
  attention: 200,
  wordDropout: 0,
  inputDropout: 0,
  outputDropout: 0.2,
  unit: true,
  seed: 1
}

/** Maximum memory for one batch of sentences, in bytes; more sentences are processed in several. */
const PASS_BYTES = 2 ** 30

/** Weights by name, row-major, with gates in ONNX's order: input, output, forget, candidate. */
export interface BilstmAttentionWeights {
  /** [inputs, 4 * hidden] */
  readonly forwardInput: Float32Array
  /** [hidden, 4 * hidden] */
  readonly forwardRecurrent: Float32Array
  /** [4 * hidden] */
  readonly forwardBias: Float32Array
  /** [inputs, 4 * hidden] */
  readonly backwardInput: Float32Array
  /** [hidden, 4 * hidden] */
  readonly backwardRecurrent: Float32Array
  /** [4 * hidden] */
  readonly backwardBias: Float32Array
  /** [hidden, attention], of the forward states. */
  readonly attentionForward: Float32Array
  /** [hidden, attention], of the backward states. */
  readonly attentionBackward: Float32Array
  /** [attention] */
  readonly attentionBias: Float32Array
  /** [attention] */
  readonly attentionContext: Float32Array
}

/** The paper's network in training. */
export interface TrainableBilstmAttention extends Trainable {
  /** Returns the present weights by the names of the variables. */
  weights(): BilstmAttentionWeights
}

/**
 * Returns the untrained network of Ein Dor et al. (section 4): fixed word vectors, a bidirectional LSTM, and attention.
 * Weights are random: Glorot's, orthogonal for recurrent ones. Forget gates start open.
 */
export function createBilstmAttention(
  tf: TensorFlow,
  table: WordTable,
  options: Partial<BilstmAttentionOptions> = {}
): TrainableBilstmAttention {
  const settled = { ...BILSTM_ATTENTION_DEFAULTS, ...options }
  const { hidden, attention, wordDropout, inputDropout, outputDropout, unit, seed } = settled
  const random = createRandom(seed).fork('bilstm-attention')
  const first = drawWeights(random, table.dims, settled)
  const variables = new Map<string, Variable>()
  const vector = (name: keyof BilstmAttentionWeights): Variable<Rank.R1> => {
    const made = tf.tidy(() => tf.variable(tf.tensor1d(first[name])))
    variables.set(name, made)
    return made
  }
  const matrix = (name: keyof BilstmAttentionWeights, rows: number): Variable<Rank.R2> => {
    const made = tf.tidy(() => tf.variable(tf.tensor2d(first[name], [rows, first[name].length / rows])))
    variables.set(name, made)
    return made
  }
  const forward = [
    matrix('forwardInput', table.dims),
    matrix('forwardRecurrent', hidden),
    vector('forwardBias')
  ] as const
  const backward = [
    matrix('backwardInput', table.dims),
    matrix('backwardRecurrent', hidden),
    vector('backwardBias')
  ] as const
  const attentionForward = matrix('attentionForward', hidden)
  const attentionBackward = matrix('attentionBackward', hidden)
  const attentionBias = vector('attentionBias')
  const attentionContext = vector('attentionContext')

  const passes = createPasses(tf, table, { hidden, attention })
  const most = Math.max(1, Math.floor(PASS_BYTES / passes.rowBytes))

  const pass = (sentences: readonly ArrayLike<number>[], chance: Random | undefined): Tensor2D => {
    const packed = packSentences(sentences, chance !== undefined && inputDropout > 0)
    if (packed.words.length === 0) return tf.zeros([sentences.length, 2 * hidden])
    const mask = (label: string, share: number): Mask => {
      const random = chance?.fork(label)
      return random === undefined
        ? { share: 0, keys: [0, 0] }
        : { share, keys: [random.integer(2 ** 32), random.integer(2 ** 32)] }
    }
    return passes.run(
      [forward, backward, [attentionForward, attentionBackward, attentionBias, attentionContext]],
      packed,
      {
        input: mask('input', inputDropout),
        forward: mask('forward', outputDropout),
        backward: mask('backward', outputDropout)
      }
    )
  }

  return {
    variables,
    encode: (sentences, step) =>
      tf.tidy(() => {
        const { left, chance } = drawStep(sentences, wordDropout, random, step)
        const parts = inParts(left, most).map((part, p) => pass(part, chance?.fork(`part ${p}`)))
        const pooled = parts.length === 1 ? parts[0] : tf.concat(parts)
        return unit ? unitRows(tf, pooled) : pooled // [sentences, 2 * hidden]
      }),
    weights: () =>
      Object.fromEntries(
        [...variables].map(([name, of]) => [name, of.dataSync<'float32'>().slice()])
      ) as unknown as BilstmAttentionWeights,
    dispose() {
      for (const each of variables.values()) each.dispose()
    }
  }
}

function drawWeights(random: Random, inputs: number, options: BilstmAttentionOptions): BilstmAttentionWeights {
  const { hidden, attention } = options
  const gates = (draw: () => Float32Array, rows: number): Float32Array =>
    joinColumns(Array.from({ length: GATES }, draw), rows)
  const drawInput = (): Float32Array => gates(() => drawGlorot(random, inputs, hidden), inputs)
  const drawRecurrent = (): Float32Array => gates(() => drawOrthogonal(random, hidden), hidden)
  // Open forget gates help to remember early words (Jozefowicz et al. 2015, section 3.1).
  const bias = new Float32Array(GATES * hidden).fill(1, FORGET * hidden, (FORGET + 1) * hidden)
  const attentionWeights = drawGlorot(random, 2 * hidden, attention)
  return {
    forwardInput: drawInput(),
    forwardRecurrent: drawRecurrent(),
    forwardBias: bias,
    backwardInput: drawInput(),
    backwardRecurrent: drawRecurrent(),
    backwardBias: bias,
    attentionForward: attentionWeights.slice(0, hidden * attention),
    attentionBackward: attentionWeights.slice(hidden * attention),
    attentionBias: new Float32Array(attention),
    attentionContext: drawGlorot(random, attention, 1)
  }
}
