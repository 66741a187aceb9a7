import { createRandom } from '@leitmotif/encoder/vectors'
import type { EventNetwork, TensorLayer } from '../network/event-network.js'
import type { Tensor, Tensor2D, Tensor3D, Variable } from '@tensorflow/tfjs'
import type { TensorFlow } from '@leitmotif/trainer/training'

export interface EventTensorOptions {
  /**
   * Slices of the tensors of subject with verb, and of verb with object: the paper's k. Range: 1 or more. Default: 40.
   */
  readonly slices: number
  /** Dimensions of an event's vector: the paper's l. Range: 1 or more. Default: 40. */
  readonly dims: number
  /**
   * Number of layers after the tensors of subject with verb and verb with object. The first is the tensor that combines
   * both, the others are dense. Range: 1 to 10. Default: 1; the paper tries 3 to 10.
   */
  readonly layers: number
  /**
   * Initial weights are drawn uniformly between minus and plus this value. With a larger value, more of the initial
   * weights remains, and an event's vector keeps more of what its words mean. Range: over 0. Default: 0.05; the paper
   * uses 0.0025.
   */
  readonly width: number
  /**
   * The share of values between the layers that a training step drops. Range: 0 to below 1. Default: 0; the paper uses
   * 0.3.
   */
  readonly dropout: number
  readonly seed: number
}

export const EVENT_TENSOR_DEFAULTS: EventTensorOptions = {
  slices: 40,
  dims: 40,
  layers: 1,
  width: 0.05,
  dropout: 0,
  seed: 1
}

/** Vectors of the parts of events, and the events by which they are corrupted. */
export interface EventTensors {
  /** [events, inputs] each. */
  readonly subject: Tensor2D
  readonly verb: Tensor2D
  readonly object: Tensor2D
  /** For each corruption (one or more), the index of the event whose subject each event gets. */
  readonly subjects: readonly (readonly number[])[]
  /** For each corruption (perhaps none), the index of the event whose object each event gets. */
  readonly objects: readonly (readonly number[])[]
}

/** The network of events in training. */
export interface TrainableEventTensor {
  /**
   * The tensors `t1` to `t3`, the matrices `w1` to `w3`, those of dense layers `h2` to `h10`, `mu`, and `gamma…` and
   * `beta…` of each normalisation.
   */
  readonly variables: ReadonlyMap<string, Variable>
  /** The variables with a penalty: all except those of normalisation. */
  readonly penalised: readonly Variable[]
  /**
   * Returns scores, [events, 1 + subjects + objects], from -1 to 1: of each event and of its corruptions. The inputs of
   * tanh are normalised over the batch, corruptions included. `step` seeds dropout; without it, nothing is dropped.
   */
  score(batch: EventTensors, step?: number): Tensor2D
  /** Returns the weights for inference. Normalisation is folded in with its statistics over `batch`. */
  weights(batch: EventTensors): Omit<EventNetwork, 'weights'>
  dispose(): void
}

/** Keeps a variance of zero from dividing (Ioffe and Szegedy 2015, algorithm 1). */
const EPSILON = 1e-5

/** Statistics of the inputs of a tanh, from normalisation. */
interface Moments {
  readonly mean: Float32Array
  readonly variance: Float32Array
}

/**
 * Creates the neural tensor network of events (Kim, Triplet Embedding Model, section 2.1), with batch normalisation before
 * every tanh (section 4.2). Each tensor is multiplied once for each event, not once for each corruption, because
 * corruptions share parts with their event. `inputs`: the dimensions of the vectors of parts.
 */
export function createEventTensor(
  tf: TensorFlow,
  inputs: number,
  options: Partial<EventTensorOptions> = {}
): TrainableEventTensor {
  const { slices, dims, layers, width, dropout, seed } = { ...EVENT_TENSOR_DEFAULTS, ...options }
  const random = createRandom(seed).fork('event-tensor')
  const variables = new Map<string, Variable>()
  const draw = (name: string, rows: number, columns: number): void => {
    const chance = random.fork(name)
    const values = Float32Array.from({ length: rows * columns }, () => (2 * chance.next() - 1) * width)
    variables.set(
      name,
      tf.tidy(() => tf.variable(tf.tensor2d(values, [rows, columns])))
    )
  }
  // The side multiplied first is the first dimension, [inputs, other side × slices]: verb, verb, r1.
  draw('t1', inputs, inputs * slices)
  draw('t2', inputs, inputs * slices)
  draw('t3', slices, slices * dims)
  draw('w1', 2 * inputs, slices)
  draw('w2', 2 * inputs, slices)
  draw('w3', 2 * slices, dims)
  draw('mu', dims, 1)
  const dense = Array.from({ length: layers - 1 }, (_, i) => `h${i + 2}`)
  for (const name of dense) draw(name, dims, dims)
  const penalised = [...variables.values()]
  const widths = {
    '1': slices,
    '2': slices,
    '3': dims,
    mu: 1,
    ...Object.fromEntries(dense.map((name) => [name, dims]))
  }
  for (const [layer, width] of Object.entries(widths)) {
    variables.set(
      `gamma-${layer}`,
      tf.tidy(() => tf.variable(tf.ones([width])))
    )
    variables.set(
      `beta-${layer}`,
      tf.tidy(() => tf.variable(tf.zeros([width])))
    )
  }
  const get = (name: string): Tensor2D => variables.get(name) as unknown as Tensor2D

  /** Normalises inputs [events, …, slices] to mean 0 and variance 1 in each slice, then scales and shifts them. */
  const normalised = <T extends Tensor>(inputs: T, layer: string, seen?: Map<string, Moments>): T => {
    const { mean, variance } = tf.moments(inputs, [...inputs.shape.keys()].slice(0, -1))
    seen?.set(layer, { mean: mean.dataSync<'float32'>().slice(), variance: variance.dataSync<'float32'>().slice() })
    return inputs
      .sub(mean)
      .div(variance.add(EPSILON).sqrt())
      .mul(get(`gamma-${layer}`))
      .add(get(`beta-${layer}`))
  }

  /**
   * Returns anchor · T · variants + W · [both], [events, variants, slices]. `anchor`: [events, a]; `variants`: [events,
   * variants, b]; `tensor`: [a, b × slices]; `own` and `others`: the rows of W for either side.
   */
  const combined = (
    anchor: Tensor2D,
    variants: Tensor3D,
    tensor: Tensor2D,
    own: Tensor2D,
    others: Tensor2D
  ): Tensor3D => {
    const [events, count, side] = variants.shape
    const outputs = own.shape[1]
    const contracted = tf.matMul(anchor, tensor).reshape([events, side, outputs])
    const linear = tf.matMul(variants.reshape([events * count, side]), others).reshape([events, count, outputs])
    return tf
      .matMul(variants, contracted as Tensor3D)
      .add(linear)
      .add(tf.matMul(anchor, own).expandDims(1))
  }

  /** Returns the rows of `part`, unchanged and for each corruption, [events, 1 + corruptions, inputs]. */
  const corrupted = (part: Tensor2D, corruptions: readonly (readonly number[])[]): Tensor3D => {
    if (corruptions.length === 0) return part.expandDims(1)
    const rows = [part, ...corruptions.map((others) => tf.gather(part, tf.tensor1d([...others], 'int32')))]
    return tf.stack(rows, 1) as Tensor3D
  }

  const dropped = (values: Tensor3D, step: number | undefined, name: string): Tensor3D => {
    if (step === undefined || dropout === 0) return values
    const chance = createRandom(seed).fork(`drop ${name} ${step}`)
    const mask = Float32Array.from({ length: values.size }, () => (chance.next() < dropout ? 0 : 1 / (1 - dropout)))
    return values.mul(tf.tensor3d(mask, values.shape))
  }

  const score = (batch: EventTensors, step: number | undefined, seen?: Map<string, Moments>): Tensor2D =>
    tf.tidy(() => {
      const { subject, verb, object, subjects, objects } = batch
      const half = (name: string, first: boolean): Tensor2D => {
        const [rows, columns] = get(name).shape
        return tf.slice2d(get(name), [first ? 0 : rows / 2, 0], [rows / 2, columns])
      }
      const [w1s, w1v] = [half('w1', true), half('w1', false)]
      const [w2v, w2o] = [half('w2', true), half('w2', false)]
      const [w3a, w3b] = [half('w3', true), half('w3', false)]
      const sums1 = combined(verb, corrupted(subject, subjects), get('t1'), w1v, w1s)
      const sums2 = combined(verb, corrupted(object, objects), get('t2'), w2v, w2o)
      const r1 = dropped(normalised(sums1, '1', seen).tanh(), step, '1') // [events, 1 + subjects, slices]
      const r2 = dropped(normalised(sums2, '2', seen).tanh(), step, '2') // [events, 1 + objects, slices]
      const first = (values: Tensor3D): Tensor2D => values.slice([0, 0, 0], [-1, 1, -1]).squeeze<Tensor2D>([1])
      const turned = get('t3')
        .reshape([slices, slices, dims])
        .transpose([1, 0, 2])
        .reshape([slices, slices * dims])
      const sums3 = [combined(first(r2), r1, turned as Tensor2D, w3b, w3a)]
      if (objects.length > 0) {
        const others = r2.slice([0, 1, 0], [-1, -1, -1])
        sums3.push(combined(first(r1), others, get('t3'), w3a, w3b))
      }
      let u = normalised(tf.concat(sums3, 1), '3', seen).tanh<Tensor3D>() // [events, 1 + subjects + objects, dims]
      const [events, count] = u.shape
      const times = (matrix: string): Tensor2D => tf.matMul(u.reshape<Tensor2D>([events * count, dims]), get(matrix))
      for (const name of dense) {
        u = dropped(u, step, name)
        u = normalised(times(name), name, seen).tanh().reshape<Tensor3D>([events, count, dims])
      }
      const raw = times('mu') // [rows, 1]
      return normalised(raw, 'mu', seen).tanh().reshape<Tensor2D>([events, count])
    })

  return {
    variables,
    penalised,
    score: (batch, step) => score(batch, step),
    weights(batch) {
      const seen = new Map<string, Moments>()
      score(batch, undefined, seen).dispose()
      const values = (name: string): Float32Array => variables.get(name)!.dataSync<'float32'>().slice()
      /** Returns the factors of a layer's outputs, and the values added afterwards. */
      const folded = (layer: string): { readonly factors: Float32Array; readonly bias: Float32Array } => {
        const { mean, variance } = seen.get(layer)!
        const [gamma, beta] = [values(`gamma-${layer}`), values(`beta-${layer}`)]
        const factors = gamma.map((value, i) => value / Math.sqrt(variance[i] + EPSILON))
        return { factors, bias: beta.map((value, i) => value - factors[i] * mean[i]) }
      }
      const layer = (name: '1' | '2' | '3', tensor: Float32Array): TensorLayer => {
        const { factors, bias } = folded(name)
        const outputs = factors.length
        const scaled = (numbers: Float32Array): Float32Array => numbers.map((value, i) => value * factors[i % outputs])
        const side = name === '3' ? slices : inputs
        return {
          ...{ left: side, right: side, slices: outputs },
          tensor: scaled(tensor),
          matrix: scaled(values(`w${name}`)),
          bias
        }
      }
      const { factors, bias } = folded('mu')
      return {
        subjectVerb: layer('1', turnedTensor(values('t1'), inputs, slices)),
        verbObject: layer('2', values('t2')),
        event: layer('3', values('t3')),
        dense: dense.map((name) => {
          const { factors: scales, bias: added } = folded(name)
          return { matrix: values(name).map((value, i) => value * scales[i % dims]), bias: added }
        }),
        mu: values('mu').map((value) => value * factors[0]),
        offset: bias[0]
      }
    },
    dispose() {
      for (const variable of variables.values()) variable.dispose()
    }
  }
}

/** Returns a tensor [side, side, slices] with its sides exchanged. */
function turnedTensor(tensor: Float32Array, side: number, slices: number): Float32Array {
  const turned = new Float32Array(tensor.length)
  for (let a = 0; a < side; a++) {
    for (let b = 0; b < side; b++) {
      const from = (a * side + b) * slices
      turned.set(tensor.subarray(from, from + slices), (b * side + a) * slices)
    }
  }
  return turned
}
