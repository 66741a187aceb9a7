import type { WordTable } from '@leitmotif/encoder/training'
import { createRandom, type Random } from '@leitmotif/encoder/vectors'
import type { GradSaveFunc, Rank, Tensor, Tensor1D, Tensor2D, Tensor3D, Tensor4D, Variable } from '@tensorflow/tfjs'
import type { TensorFlow } from '../backend/backend.js'
import { unitRows } from './unit-rows.js'
import { drawGlorot } from './initial-weights.js'
import type { Trainable } from './trainable.js'

/** Dimensions of an attention head, as in BERT. */
export const HEAD = 32
/** Number of position vectors; later tokens use the last one. */
export const PLACES = 64
/** Added to variances, as in ONNX. */
const EPSILON = 1e-5
/** Added to the scores of padding; its exponential is 0 in float32. */
const HIDDEN = -1e9
/** Tokens and padding processed at a time: more would not fit into the processor's cache. */
const PASS_TOKENS = 3072

export interface TransformerSizes {
  /** Range: 1 to 12. */
  readonly layers: number
  /** Dimensions of a token. Range: multiples of 32. */
  readonly width: number
  /** Units of the feed-forward layers. Range: 1 or more. */
  readonly inner: number
  /** Dimensions of the vectors. Range: 1 or more. */
  readonly dims: number
}

/** Weights by name, row-major, with the names of `transformerShapes`. */
export type TransformerWeights = Readonly<Record<string, Float32Array>>

/** Returns the shapes of the weights by name, in the order of the model file. */
export function transformerShapes({
  layers,
  width,
  inner,
  dims
}: TransformerSizes): ReadonlyMap<string, readonly number[]> {
  const layer = (l: number): [string, readonly number[]][] => [
    [`query${l}`, [width, width]],
    [`query${l}Bias`, [width]],
    [`key${l}`, [width, width]], // without bias, which softmax would cancel
    [`value${l}`, [width, width]],
    [`value${l}Bias`, [width]],
    [`taken${l}`, [width, width]],
    [`taken${l}Bias`, [width]],
    [`taken${l}Scale`, [width]],
    [`taken${l}Shift`, [width]],
    [`inner${l}`, [width, inner]],
    [`inner${l}Bias`, [inner]],
    [`outer${l}`, [inner, width]],
    [`outer${l}Bias`, [width]],
    [`outer${l}Scale`, [width]],
    [`outer${l}Shift`, [width]]
  ]
  return new Map([
    ['places', [PLACES, width]],
    ['inputScale', [width]],
    ['inputShift', [width]],
    ...Array.from({ length: layers }, (_, l) => layer(l)).flat(),
    ['pooling', [width, 1]],
    ['projection', [width, dims]],
    ['projectionBias', [dims]]
  ])
}

/** A transformer in training. */
export interface TrainableTransformer extends Trainable {
  /** Returns the present weights by the names of the variables. */
  weights(): TransformerWeights
}

/**
 * Returns an untrained encoder of a few layers over fixed vectors of tokens, [tokens, width] (Vaswani et al. 2017, section 3.1;
 * with norms after each part, GELU and learned position vectors as in BERT, Devlin et al. 2019), then attention pooling and a
 * linear layer. Weights are random (Glorot); the pooling starts as a mean.
 */
export function createTransformer(
  tf: TensorFlow,
  table: WordTable,
  { seed, ...sizes }: TransformerSizes & { readonly seed: number }
): TrainableTransformer {
  const { layers, width, dims } = sizes
  const random = createRandom(seed).fork('transformer')
  const variables = new Map<string, Variable>()
  for (const [name, shape] of transformerShapes(sizes)) {
    variables.set(
      name,
      tf.tidy(() => tf.variable(tf.tensor(drawFirst(random, name, shape), [...shape])))
    )
  }
  const matrix = (name: string): Tensor2D => variables.get(name) as Variable as Tensor2D
  const vector = (name: string): Tensor1D => variables.get(name) as Variable as Tensor1D
  const linear = (rows: Tensor2D, name: string): Tensor2D => tf.matMul(rows, matrix(name)).add(vector(`${name}Bias`))
  const norm = (rows: Tensor2D, name: string): Tensor2D =>
    normalize(tf, rows, vector(`${name}Scale`), vector(`${name}Shift`))

  /** Applies self-attention within each sentence. `rows`: [batch * time, width]. */
  const attend = (rows: Tensor2D, l: number, hidden: Tensor3D): Tensor2D => {
    const [batch, , time] = hidden.shape
    const inHeads = (projected: Tensor2D): Tensor4D =>
      projected.reshape<Tensor4D>([batch, time, width / HEAD, HEAD]).transpose<Tensor4D>([0, 2, 1, 3])
    const scores = tf
      .matMul(inHeads(linear(rows, `query${l}`)), inHeads(tf.matMul(rows, matrix(`key${l}`))), false, true)
      .mul<Tensor4D>(1 / Math.sqrt(HEAD)) // [batch, heads, time, time]
    const shares = tf.softmax(scores.add<Tensor4D>(hidden.reshape([batch, 1, 1, time])))
    return tf
      .matMul(shares, inHeads(linear(rows, `value${l}`)))
      .transpose([0, 2, 1, 3])
      .reshape([batch * time, width])
  }

  /** Encodes sentences of similar length, each with a token at least, to [sentences, dims]. */
  const pass = (sentences: readonly ArrayLike<number>[]): Tensor2D => {
    const [batch, time] = [sentences.length, Math.max(...sentences.map(({ length }) => length))]
    const absent = new Float32Array(batch * time)
    sentences.forEach(({ length }, s) => absent.fill(HIDDEN, s * time + length, (s + 1) * time))
    const hidden = tf.tensor3d(absent, [batch, 1, time])
    const places = tf.tensor1d(
      Int32Array.from({ length: time }, (_, t) => Math.min(t, PLACES - 1)),
      'int32'
    )
    const read = tf
      .tensor3d(padTokens(table, sentences, time), [batch, time, width])
      .add<Tensor3D>(tf.gather(matrix('places'), places))
    let states = norm(read.reshape([batch * time, width]), 'input')
    for (let l = 0; l < layers; l++) {
      states = norm(states.add(linear(attend(states, l, hidden), `taken${l}`)), `taken${l}`)
      states = norm(states.add(linear(gelu(tf, linear(states, `inner${l}`)), `outer${l}`)), `outer${l}`)
    }
    const scores = tf.matMul(states, matrix('pooling')).reshape<Tensor3D>([batch, 1, time])
    const pooled = tf.matMul(tf.softmax(scores.add<Tensor3D>(hidden)), states.reshape<Tensor3D>([batch, time, width]))
    return linear(pooled.reshape([batch, width]), 'projection')
  }

  return {
    variables,
    encode: (sentences) =>
      tf.tidy(() => {
        const parts = partsByLength(sentences)
        const rows = parts.map((part) => tf.tidy(() => pass(part.map((s) => sentences[s]))))
        // Sentences without tokens get the row of zeros after all others.
        const at = new Int32Array(sentences.length).fill(parts.flat().length)
        parts.flat().forEach((s, r) => (at[s] = r))
        const vectors = tf.gather(tf.concat([...rows, tf.zeros<Rank.R2>([1, dims])]), tf.tensor1d(at, 'int32'))
        return unitRows(tf, vectors) // [sentences, dims]
      }),
    weights: () => Object.fromEntries([...variables].map(([name, of]) => [name, of.dataSync<'float32'>().slice()])),
    dispose() {
      for (const each of variables.values()) each.dispose()
    }
  }
}

function drawFirst(random: Random, name: string, shape: readonly number[]): Float32Array {
  const [rows, columns = 1] = shape
  if (name === 'pooling' || name.includes('Bias') || name.includes('Shift')) return new Float32Array(rows * columns)
  if (name.includes('Scale')) return new Float32Array(rows).fill(1)
  return drawGlorot(random, rows, columns)
}

/** Returns the indices of the sentences with tokens, shortest first, in parts that are processed together. */
function partsByLength(sentences: readonly ArrayLike<number>[]): number[][] {
  const order = [...sentences.keys()].filter((s) => sentences[s].length > 0)
  order.sort((a, b) => sentences[a].length - sentences[b].length || a - b)
  const parts: number[][] = []
  for (const s of order) {
    const part = parts.at(-1)
    if (part !== undefined && (part.length + 1) * sentences[s].length <= PASS_TOKENS) part.push(s)
    else parts.push([s])
  }
  return parts
}

/** Returns the vectors of tokens, [sentences * time, dims], padded with zeros. */
function padTokens(
  { dims, rows, scales }: WordTable,
  sentences: readonly ArrayLike<number>[],
  time: number
): Float32Array {
  const padded = new Float32Array(sentences.length * time * dims)
  sentences.forEach((sentence, s) => {
    for (let t = 0; t < sentence.length; t++) {
      const [from, to, scale] = [sentence[t] * dims, (s * time + t) * dims, scales[sentence[t]]]
      for (let d = 0; d < dims; d++) padded[to + d] = scale * rows[from + d]
    }
  })
  return padded
}

/**
 * Normalizes each row to mean 0 and deviation 1, then scales and shifts by column (Ba et al. 2016). A custom operation with
 * its own gradient, for fewer passes over the values.
 */
export function normalize(tf: TensorFlow, rows: Tensor2D, scale: Tensor1D, shift: Tensor1D): Tensor2D {
  const compute = tf.customGrad((...given) => {
    const [input, scales, shifts, save] = given as unknown as [Tensor2D, Tensor1D, Tensor1D, GradSaveFunc]
    const centred = input.sub<Tensor2D>(input.mean(1, true))
    const inverse = centred.square().mean(1, true).add<Tensor2D>(EPSILON).rsqrt()
    const unit = centred.mul<Tensor2D>(inverse)
    save([unit, inverse, scales])
    return {
      value: unit.mul(scales).add<Tensor>(shifts),
      gradFunc: (upstream, [unit, inverse, scales]) =>
        tf.tidy(() => {
          const slopes = upstream.mul(scales)
          const along = unit.mul(slopes.mul(unit).mean(1, true))
          return [slopes.sub(slopes.mean(1, true)).sub(along).mul(inverse), upstream.mul(unit).sum(0), upstream.sum(0)]
        })
    }
  })
  return compute(rows, scale, shift) as Tensor2D
}

/**
 * Returns x Φ(x), where Φ is the normal distribution (Hendrycks and Gimpel 2016). Also a custom operation, for the same
 * reason.
 */
export function gelu(tf: TensorFlow, rows: Tensor2D): Tensor2D {
  const compute = tf.customGrad((...given) => {
    const [input, save] = given as unknown as [Tensor2D, GradSaveFunc]
    const below = input.mul(Math.SQRT1_2).erf().add(1).mul<Tensor2D>(0.5)
    save([input, below])
    return {
      value: input.mul<Tensor>(below),
      gradFunc: (upstream, [input, below]) =>
        tf.tidy(() => {
          const density = input
            .square()
            .mul(-0.5)
            .exp()
            .mul(1 / Math.sqrt(2 * Math.PI))
          return input.mul(density).add(below).mul(upstream)
        })
    }
  })
  return compute(rows) as Tensor2D
}
