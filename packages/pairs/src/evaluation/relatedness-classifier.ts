import { row, type Vectors } from '@leitmotif/encoder'
import { createMultiply, createRandom, zeroVectors } from '@leitmotif/encoder/vectors'
import type { Tensor2D } from '@tensorflow/tfjs'
import { type TensorFlow, createEpochs, fit, drawGlorot, pearson } from '@leitmotif/trainer/training'

/** Features of pairs of rows, with people's scores. */
export interface ScoredPairs {
  /** |u - v| and u * v of each pair, [pairs, 2 dims]. */
  readonly features: Vectors
  /** From 0, the low end of the scale, to 1, its high end. */
  readonly scores: readonly number[]
}

export interface ClassifierOptions {
  /** Number of whole scores on the scale, both ends included: 5 for 1 to 5. */
  readonly bins: number
  /** Number of sigmoid units between features and scores, as in Tai et al.; 0 for none, as in Kiros et al. */
  readonly hidden: number
  /** Weight of the weights' squares in the loss. Range: 0 or more. */
  readonly l2: number
  /** Seeds the weights and the order of the pairs. */
  readonly seed: number
  /** Called after each step, at most `classifierSteps` times. */
  readonly onStep?: ((done: number) => void) | undefined
}

/** A layer's weights and biases: [inputs, outputs] and [outputs]. */
interface Layer {
  readonly kernel: Float32Array
  readonly bias: Float32Array
}

/** A softmax over whole scores. */
export interface Classifier {
  /** From the features to the bins, with sigmoids between layers. */
  readonly layers: readonly Layer[]
  /** Pearson's correlation on the trial pairs. */
  readonly trial: number
}

const BATCH = 64
const EPOCHS = 40
/** Number of epochs without a new best after which training stops. */
const PATIENCE = 8
const LEARNING_RATE = 0.005

const multiply = createMultiply()

/**
 * Returns |u - v| and u * v of each pair of rows (Tai et al. 2015, section 4.2). Unit rows are first scaled to length
 * sqrt(dims): their components are then near 1 for any number of dimensions, and one learning rate fits all.
 */
export function pairFeatures(vectors: Vectors, pairs: readonly (readonly [u: number, v: number])[]): Vectors {
  const { dims } = vectors
  const length = Math.sqrt(dims)
  const features = zeroVectors(pairs.length, 2 * dims)
  for (const [p, [u, v]] of pairs.entries()) {
    const [a, b, to] = [row(vectors, u), row(vectors, v), row(features, p)]
    for (let d = 0; d < dims; d++) {
      to[d] = Math.abs(a[d] - b[d]) * length
      to[dims + d] = a[d] * b[d] * dims
    }
  }
  return features
}

/** Returns the maximum number of training steps for this many pairs. */
export function classifierSteps(pairs: number): number {
  return EPOCHS * Math.max(1, Math.floor(pairs / BATCH))
}

/**
 * Trains a classifier to score pairs as Kiros et al. 2015 (section 3.2) and Tai et al. 2015 (section 4.2) do: softmax
 * over the integer scores, with cross-entropy loss. A judgement between two integers is split over them so that their
 * mean is the judgement. Keeps the weights with the best Pearson correlation on `trial`.
 */
export async function trainClassifier(
  tf: TensorFlow,
  train: ScoredPairs,
  trial: ScoredPairs,
  { bins, hidden, l2, seed, onStep }: ClassifierOptions
): Promise<Classifier> {
  const { count, dims } = train.features
  const random = createRandom(seed).fork('relatedness')
  const features = tf.tensor2d(train.features.data, [count, dims])
  const targets = tf.tensor2d(scoreShares(train.scores, bins), [count, bins])
  const widths = hidden === 0 ? [dims, bins] : [dims, hidden, bins]
  const layers = tf.tidy(() =>
    widths.slice(1).map((width, l) => ({
      kernel: tf.variable(tf.tensor2d(drawGlorot(random.fork(`layer ${l}`), widths[l], width), [widths[l], width])),
      bias: tf.variable(tf.zeros([width]))
    }))
  )
  const weights = (): Layer[] =>
    layers.map(({ kernel, bias }) => ({
      kernel: kernel.dataSync<'float32'>().slice(),
      bias: bias.dataSync<'float32'>().slice()
    }))
  const size = Math.min(BATCH, count)
  const epochs = createEpochs([...train.scores.keys()], size, random)
  const { best } = await fit(
    tf,
    {
      variables: new Map(
        layers.flatMap(({ kernel, bias }, l) => [
          [`kernel ${l}`, kernel],
          [`bias ${l}`, bias]
        ])
      ),
      loss: (step) => {
        const drawn = tf.tensor1d([...epochs.at(step).items], 'int32')
        let values = tf.gather(features, drawn) // [batch, dims]
        for (const [l, { kernel, bias }] of layers.entries()) {
          values = (l === 0 ? values : values.sigmoid()).matMul<Tensor2D>(kernel as Tensor2D).add(bias)
        }
        const entropy = tf.gather(targets, drawn).mul(tf.logSoftmax(values)).sum().div(-size)
        const squares = tf.addN(layers.map(({ kernel }) => kernel.square().sum()))
        return entropy.add(squares.mul(l2)).asScalar()
      },
      validate: () => ({ score: pearson(predictScores(weights(), trial.features), trial.scores) }),
      ...(onStep && { onStep })
    },
    {
      steps: classifierSteps(count),
      learningRate: LEARNING_RATE,
      warmUp: 0,
      validateEvery: epochs.perEpoch,
      patience: PATIENCE
    }
  )
  const trained = { layers: weights(), trial: best.score }
  tf.dispose([features, targets])
  for (const { kernel, bias } of layers) tf.dispose([kernel, bias])
  return trained
}

/** Returns each score as shares of the neighbouring whole scores, [scores, bins]: 3.4 is .6 of 3 and .4 of 4. */
function scoreShares(scores: readonly number[], bins: number): Float32Array {
  const shares = new Float32Array(scores.length * bins)
  for (const [s, score] of scores.entries()) {
    const at = score * (bins - 1)
    const below = Math.min(Math.floor(at), bins - 2)
    shares[s * bins + below] = below + 1 - at
    shares[s * bins + below + 1] = at - below
  }
  return shares
}

/** Returns the expected score of each row of features, from 0 to 1. */
export function predictScores(layers: Classifier['layers'], features: Vectors): Float64Array {
  const rows = features.count
  let values = features.data
  let width = features.dims
  for (const [l, { kernel, bias }] of layers.entries()) {
    if (l > 0) values = values.map((value) => 1 / (1 + Math.exp(-value)))
    const left = { values, turned: false }
    values = multiply(left, { values: kernel, turned: false }, rows, width, bias.length).slice()
    width = bias.length
    for (let i = 0; i < values.length; i++) values[i] += bias[i % width]
  }
  return Float64Array.from({ length: rows }, (_, p) => {
    const logits = values.subarray(p * width, (p + 1) * width)
    const most = Math.max(...logits)
    let sum = 0
    let expected = 0
    for (const [bin, logit] of logits.entries()) {
      const share = Math.exp(logit - most)
      sum += share
      expected += share * bin
    }
    return expected / sum / (width - 1)
  })
}
