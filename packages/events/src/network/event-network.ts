import { row, type Vectors } from '@leitmotif/encoder'
import { addWeightedRows, type WordTable } from '@leitmotif/encoder/training'
import { prepareProduct, zeroVectors } from '@leitmotif/encoder/vectors'

/**
 * A layer of the neural tensor network (Socher et al. 2013): tanh(left · T[s] · right + W · [left, right] + b), one
 * number for each slice s of the tensor.
 */
export interface TensorLayer {
  /** Dimensions of each side, and number of slices. */
  readonly left: number
  readonly right: number
  readonly slices: number
  /** [left, right, slices] */
  readonly tensor: Float32Array
  /** [left + right, slices] */
  readonly matrix: Float32Array
  /** [slices] */
  readonly bias: Float32Array
}

/** A dense layer: tanh(values · W + b), as many numbers as it is given. */
interface DenseLayer {
  /** [numbers, numbers] */
  readonly matrix: Float32Array
  /** [numbers] */
  readonly bias: Float32Array
}

/**
 * The network of events (Kim, Triplet Embedding Model, equations 4 to 7). Batch normalisation is folded into its
 * weights.
 */
export interface EventNetwork {
  /** [words]: weight of each word in the mean of its part of an event. */
  readonly weights: Float32Array
  /** r1 of subject and verb, r2 of verb and object, u of r1 and r2. */
  readonly subjectVerb: TensorLayer
  readonly verbObject: TensorLayer
  readonly event: TensorLayer
  /** Further layers that turn u into the event's vector, in order; perhaps none. */
  readonly dense: readonly DenseLayer[]
  /** The score of an event is tanh(mu · u + offset). [dims of u] */
  readonly mu: Float32Array
  readonly offset: number
}

/** The known words of an event's parts, as rows of a word table. */
export interface EventRows {
  readonly subject: ArrayLike<number>
  readonly verb: ArrayLike<number>
  readonly object: ArrayLike<number>
}

/** Number of events multiplied at once. */
const BLOCK = 64

/** Vectors of the parts of events, [events, dims] each. */
export interface PartVectors {
  readonly subject: Float32Array
  readonly verb: Float32Array
  readonly object: Float32Array
}

/**
 * Returns a function that maps the vectors of the parts of `count` events to event vectors u, [events, slices of the
 * last layer], each number from -1 to 1. A row is bit-identical whether it is computed alone or with others.
 */
export function prepareEventLayers(
  network: Pick<EventNetwork, 'subjectVerb' | 'verbObject' | 'event' | 'dense'>
): (parts: PartVectors, count: number) => Vectors {
  const first = prepareLayer(network.subjectVerb)
  const second = prepareLayer(network.verbObject)
  const third = prepareLayer(network.event)
  const { left: inputs } = network.subjectVerb
  return ({ subject, verb, object }, count) => {
    const encoded = zeroVectors(count, network.event.slices)
    for (let start = 0; start < count; start += BLOCK) {
      const block = (vectors: Float32Array): Float32Array =>
        vectors.subarray(start * inputs, Math.min(start + BLOCK, count) * inputs)
      let u = third(first(block(subject), block(verb)), second(block(verb), block(object)))
      for (const layer of network.dense) u = throughDense(layer, u)
      encoded.data.set(u, start * encoded.dims)
    }
    return encoded
  }
}

/**
 * Returns a function that maps events to their vectors: `prepareEventLayers` applied to the mean word vector of each
 * part. The vector is zero for an event without a known word.
 */
export function prepareEventNetwork(
  network: EventNetwork,
  table: WordTable
): (events: readonly EventRows[]) => Vectors {
  const layers = prepareEventLayers(network)
  const means = (parts: readonly ArrayLike<number>[]): Float32Array => partMeans(table, network.weights, parts)
  return (events) => {
    const parts = {
      subject: means(events.map(({ subject }) => subject)),
      verb: means(events.map(({ verb }) => verb)),
      object: means(events.map(({ object }) => object))
    }
    const encoded = layers(parts, events.length)
    events.forEach(({ subject, verb, object }, i) => {
      if (subject.length + verb.length + object.length === 0) row(encoded, i).fill(0)
    })
    return encoded
  }
}

/** Returns the mean of `weight · vector` over the words of each part, [parts, dims]; zero for a part without words. */
export function partMeans(table: WordTable, weights: Float32Array, parts: readonly ArrayLike<number>[]): Float32Array {
  const { dims } = table
  const sums = new Float64Array(parts.length * dims)
  parts.forEach((rows, i) => {
    addWeightedRows(table, weights, rows, sums, i * dims)
    for (let d = i * dims; d < (i + 1) * dims; d++) sums[d] /= Math.max(1, rows.length)
  })
  return Float32Array.from(sums)
}

/** Returns tanh(mu · u + offset) for each row u, from -1 to 1. */
export function scoreEvents({ mu, offset }: Pick<EventNetwork, 'mu' | 'offset'>, vectors: Vectors): Float32Array {
  const { count, dims, data } = vectors
  return Float32Array.from({ length: count }, (_, i) => {
    let sum = offset
    for (let d = 0; d < dims; d++) sum += mu[d] * data[i * dims + d]
    return Math.tanh(sum)
  })
}

/**
 * Returns a function that maps both sides of up to BLOCK pairs, [pairs, left] and [pairs, right], to [pairs, slices].
 */
function prepareLayer(layer: TensorLayer): (lefts: Float32Array, rights: Float32Array) => Float32Array {
  const { left, right, slices, tensor, matrix, bias } = layer
  const product = prepareProduct(tensor, left, right * slices, BLOCK)
  return (lefts, rights) => {
    const count = lefts.length / left
    product.left.fill(0)
    product.left.set(lefts)
    const products = product.multiply(count) // [pairs, width], of which right × slices count
    const outputs = new Float32Array(count * slices)
    const sums = new Float64Array(slices)
    for (let i = 0; i < count; i++) {
      sums.set(bias)
      for (let a = 0; a < left; a++) addTimes(sums, matrix, a * slices, lefts[i * left + a])
      for (let b = 0; b < right; b++) {
        const value = rights[i * right + b]
        addTimes(sums, matrix, (left + b) * slices, value)
        addTimes(sums, products, i * product.width + b * slices, value)
      }
      for (let s = 0; s < slices; s++) outputs[i * slices + s] = Math.tanh(sums[s])
    }
    return outputs
  }
}

/** Returns the outputs of a dense layer for each row of `inputs`, [rows, numbers]. */
function throughDense({ matrix, bias }: DenseLayer, inputs: Float32Array): Float32Array {
  const width = bias.length
  const outputs = new Float32Array(inputs.length)
  const sums = new Float64Array(width)
  for (let start = 0; start < inputs.length; start += width) {
    sums.set(bias)
    for (let i = 0; i < width; i++) addTimes(sums, matrix, i * width, inputs[start + i])
    for (let i = 0; i < width; i++) outputs[start + i] = Math.tanh(sums[i])
  }
  return outputs
}

/** Adds `factor` times the numbers of `from`, from its element `at` on, to `sums`. */
function addTimes(sums: Float64Array, from: Float32Array, at: number, factor: number): void {
  if (factor === 0) return
  for (let s = 0; s < sums.length; s++) sums[s] += factor * from[at + s]
}
