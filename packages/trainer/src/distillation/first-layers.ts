import type { Tensor1D, Tensor2D, Tensor3D } from '@tensorflow/tfjs'
import type { TensorFlow } from '../backend/backend.js'
import type { BertLayer, BertWeights } from '../onnx/bert-weights.js'
import { HEAD, gelu, normalize, type TransformerSizes, type TransformerWeights } from '../networks/transformer.js'

/**
 * Returns the initial weights of a smaller network: the first `layers` layers of a BERT. Each layer keeps the `inner`
 * units of its feed-forward part whose output varies most on `sentences` (rows of tokens). The mean output of the
 * others is added to the bias, so that little changes: with 640 of 1,536 units, all-MiniLM-L6-v2 keeps 95 to 99 % of a
 * layer's variance.
 * @throws RangeError if the BERT has fewer layers or units, or another width.
 */
export function firstLayers(
  tf: TensorFlow,
  bert: BertWeights,
  sentences: readonly ArrayLike<number>[],
  { layers, inner, width, dims }: TransformerSizes
): TransformerWeights {
  const units = bert.layers[0]?.innerBias.length ?? 0
  if (bert.layers.length < layers || units < inner || bert.width !== width || dims !== width) {
    throw new RangeError(
      `it has ${bert.layers.length} layers of ${units} units, and width ${bert.width}; ` +
        `expected at least ${layers} of ${inner}, width and dims ${width}`
    )
  }
  const kept = bert.layers.slice(0, layers)
  const moments = momentsOf(tf, bert, kept, sentences)
  const identity = new Float32Array(width * width).map((_, i) => Number(i % (width + 1) === 0))
  const weights: Record<string, Float32Array> = {
    places: bert.places,
    inputScale: bert.inputScale,
    inputShift: bert.inputShift,
    pooling: new Float32Array(width),
    projection: identity,
    projectionBias: new Float32Array(width)
  }
  kept.forEach((layer, l) => {
    for (const [name, values] of Object.entries(pruned(layer, moments[l], inner))) weights[named(name, l)] = values
  })
  return weights
}

/** Returns the name with the layer's number: `takenBias` of layer 2 is `taken2Bias`. */
function named(name: string, layer: number): string {
  return name.replace(/(?=[A-Z]|$)/, String(layer))
}

/** Means and variances of a layer's units over tokens. */
interface Moments {
  readonly means: Float64Array
  readonly variances: Float64Array
}

function pruned(layer: BertLayer, { means, variances }: Moments, count: number): BertLayer {
  const { inner, innerBias, outer, outerBias } = layer
  const [units, width] = [innerBias.length, outerBias.length]
  const rowOf = (unit: number): Float32Array => outer.subarray(unit * width, (unit + 1) * width)
  const effect = Float64Array.from(
    variances,
    (variance, unit) => variance * rowOf(unit).reduce((sum, x) => sum + x * x, 0)
  )
  const byEffect = [...effect.keys()].sort((a, b) => effect[b] - effect[a] || a - b)
  const kept = byEffect.slice(0, count).sort((a, b) => a - b)
  const bias = outerBias.slice()
  for (const unit of byEffect.slice(count)) rowOf(unit).forEach((value, d) => (bias[d] += means[unit] * value))
  return {
    ...layer,
    inner: Float32Array.from(
      { length: width * count },
      (_, i) => inner[Math.floor(i / count) * units + kept[i % count]]
    ),
    innerBias: Float32Array.from(kept, (unit) => innerBias[unit]),
    outer: Float32Array.from(
      { length: count * width },
      (_, i) => outer[kept[Math.floor(i / width)] * width + (i % width)]
    ),
    outerBias: bias
  }
}

/** Runs the first layers on sentences, and returns the moments of each layer's units. */
function momentsOf(
  tf: TensorFlow,
  bert: BertWeights,
  layers: readonly BertLayer[],
  sentences: readonly ArrayLike<number>[]
): Moments[] {
  const { width, tokens, places } = bert
  const units = layers[0].innerBias.length
  const sums = layers.map(() => ({ means: new Float64Array(units), variances: new Float64Array(units) }))
  let count = 0
  for (const sentence of sentences) {
    count += sentence.length
    const read = new Float32Array(sentence.length * width)
    read.forEach((_, i) => {
      const [t, d] = [Math.floor(i / width), i % width]
      read[i] = tokens[sentence[t] * width + d] + places[t * width + d]
    })
    tf.tidy(() => {
      const vector = (values: Float32Array): Tensor1D => tf.tensor1d(values)
      const matrix = (values: Float32Array): Tensor2D => tf.tensor2d(values, [width, values.length / width])
      const inHeads = (rows: Tensor2D): Tensor3D =>
        rows.reshape<Tensor3D>([sentence.length, width / HEAD, HEAD]).transpose<Tensor3D>([1, 0, 2])
      let states: Tensor2D = tf.tensor2d(read, [sentence.length, width])
      states = normalize(tf, states, vector(bert.inputScale), vector(bert.inputShift))
      layers.forEach((layer, l) => {
        const linear = (rows: Tensor2D, name: string): Tensor2D =>
          tf.matMul(rows, matrix(layer[name])).add<Tensor2D>(vector(layer[`${name}Bias`]))
        const keys = inHeads(tf.matMul(states, matrix(layer.key)))
        const scores = tf.matMul(inHeads(linear(states, 'query')), keys, false, true).div(Math.sqrt(HEAD))
        const taken = tf.matMul(tf.softmax(scores), inHeads(linear(states, 'value'))).transpose([1, 0, 2])
        const attended = linear(taken.reshape<Tensor2D>([sentence.length, width]), 'taken')
        states = normalize(tf, states.add<Tensor2D>(attended), vector(layer.takenScale), vector(layer.takenShift))
        const active = gelu(tf, linear(states, 'inner'))
        active
          .sum(0)
          .dataSync()
          .forEach((value, unit) => (sums[l].means[unit] += value))
        active
          .square()
          .sum(0)
          .dataSync()
          .forEach((value, unit) => (sums[l].variances[unit] += value))
        const outer = tf.tensor2d(layer.outer, [units, width])
        states = normalize(
          tf,
          states.add<Tensor2D>(tf.matMul(active, outer)).add<Tensor2D>(vector(layer.outerBias)),
          vector(layer.outerScale),
          vector(layer.outerShift)
        )
      })
    })
  }
  return sums.map(({ means, variances }) => {
    const own = means.map((sum) => sum / count)
    return { means: own, variances: variances.map((sum, unit) => sum / count - own[unit] ** 2) }
  })
}
