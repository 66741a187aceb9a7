import { quantizeRows, type WordTable } from '@leitmotif/encoder/training'
import { createRandom } from '@leitmotif/encoder/vectors'
import type { Scalar, Tensor, Variable } from '@tensorflow/tfjs'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadBackend, type TensorFlow } from '../backend/backend.js'
import { beginFrom } from './trainable.js'
import {
  createTransformer,
  HEAD,
  PLACES,
  transformerShapes,
  type TrainableTransformer,
  type TransformerWeights
} from './transformer.js'

let tf: TensorFlow
beforeAll(async () => {
  tf = (await loadBackend()).tf
})

const WORDS = 20
const small = { layers: 2, width: 2 * HEAD, inner: 7, dims: 6, seed: 5 }
const long = Array.from({ length: PLACES + 9 }, (_, t) => (7 * t) % WORDS)
const sentences = [[0, 1, 2], [3, 3, 8], [], [5], [7, 6, 5, 4, 3, 2, 1, 0], long]

const random = createRandom('table')
const table: WordTable = quantizeRows({
  count: WORDS,
  dims: small.width,
  data: Float32Array.from({ length: WORDS * small.width }, () => random.normal())
})

/** A network whose every weight is drawn, those too that would begin as zeros or ones. */
function create(): TrainableTransformer {
  const network = createTransformer(tf, table, small)
  const random = createRandom('weights')
  const weights = Object.entries(network.weights()).map(([name, values]) => {
    const around = name.includes('Scale') ? 1 : 0
    return [name, values.map(() => around + 0.3 * random.normal())] as const
  })
  beginFrom(tf, network, Object.fromEntries(weights))
  return network
}

function encode(network: TrainableTransformer, of: readonly number[][]): number[][] {
  const rows = network.encode(of)
  const values = rows.arraySync()
  rows.dispose()
  return values
}

/** The network as its definition says it, token by token and head by head. */
function definition(weights: TransformerWeights, sentence: readonly number[]): number[] {
  const { layers, width } = small
  const linear = (vector: readonly number[], name: string): number[] =>
    [...weights[`${name}Bias`]].map((bias, c, all) =>
      vector.reduce((sum, value, r) => sum + value * weights[name][r * all.length + c], bias)
    )
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
  const norm = (vector: readonly number[], name: string): number[] => {
    const centred = vector.map((value) => value - mean(vector))
    const deviation = Math.sqrt(mean(centred.map((value) => value * value)) + 1e-5)
    return centred.map((value, d) => (value / deviation) * weights[`${name}Scale`][d] + weights[`${name}Shift`][d])
  }
  const plus = (a: readonly number[], b: readonly number[]): number[] => a.map((value, d) => value + b[d])
  const shares = (scores: readonly number[]): number[] => {
    const total = scores.reduce((sum, score) => sum + Math.exp(score), 0)
    return scores.map((score) => Math.exp(score) / total)
  }
  const mixed = (by: readonly number[], vectors: readonly number[][]): number[] =>
    vectors[0].map((_, d) => by.reduce((sum, share, t) => sum + share * vectors[t][d], 0))
  const product = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, v, d) => sum + v * b[d], 0)
  /** The integral of the normal density, by Simpson's rule. */
  const below = (x: number): number => {
    const density = (z: number): number => Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)
    const steps = 400
    const weightOf = (i: number): number => (i === 0 || i === steps ? 1 : i % 2 === 1 ? 4 : 2)
    const sum = Array.from({ length: steps + 1 }, (_, i) => weightOf(i) * density((x * i) / steps))
    return 0.5 + (x / steps / 3) * sum.reduce((total, value) => total + value, 0)
  }

  let states = sentence.map((word, t) => {
    const vector = Array.from({ length: width }, (_, d) => table.scales[word] * table.rows[word * width + d])
    const place = Math.min(t, PLACES - 1) * width
    return norm(plus(vector, [...weights.places.slice(place, place + width)]), 'input')
  })
  for (let l = 0; l < layers; l++) {
    const [queries, values] = ['query', 'value'].map((name) => states.map((state) => linear(state, `${name}${l}`)))
    const keys = states.map((state) =>
      state.map((_, c) => state.reduce((sum, value, r) => sum + value * weights[`key${l}`][r * width + c], 0))
    )
    states = states.map((state, t) => {
      const heads = Array.from({ length: width / HEAD }, (_, h) => {
        const own = (vector: readonly number[]): number[] => vector.slice(h * HEAD, (h + 1) * HEAD)
        const scores = keys.map((key) => product(own(queries[t]), own(key)) / Math.sqrt(HEAD))
        return mixed(shares(scores), values.map(own))
      })
      const taken = norm(plus(state, linear(heads.flat(), `taken${l}`)), `taken${l}`)
      const inner = linear(taken, `inner${l}`).map((x) => x * below(x))
      return norm(plus(taken, linear(inner, `outer${l}`)), `outer${l}`)
    })
  }
  const vector = linear(
    mixed(shares(states.map((state) => product(state, [...weights.pooling]))), states),
    'projection'
  )
  return vector.map((value) => value / Math.hypot(...vector))
}

function expectClose(found: readonly number[], expected: readonly number[], digits = 4): void {
  expect(found).toHaveLength(expected.length)
  found.forEach((value, i) => {
    expect(value).toBeCloseTo(expected[i], digits)
  })
}

describe('The transformer in training', () => {
  it('gives what its definition gives, of sentences with more tokens than it has places too', () => {
    const network = create()
    const weights = network.weights()
    encode(network, sentences).forEach((vector, s) => {
      const zeros = new Array<number>(small.dims).fill(0)
      expectClose(vector, sentences[s].length > 0 ? definition(weights, sentences[s]) : zeros)
    })
    network.dispose()
  })

  it('gives a sentence the same vector alone and beside longer ones, and zeros to one without tokens', () => {
    const network = create()
    const together = encode(network, sentences)
    sentences.forEach((sentence, s) => {
      expectClose(encode(network, [sentence])[0], together[s], 5)
      expect(Math.hypot(...together[s])).toBeCloseTo(sentence.length > 0 ? 1 : 0, 5)
    })
    expect(encode(network, [])).toEqual([])
    expect(encode(network, [[]])).toEqual([new Array<number>(small.dims).fill(0)])
    network.dispose()
  })

  it('gives many sentences at a time what it gives a few', () => {
    const network = create()
    const random = createRandom('many')
    const many = Array.from({ length: 900 }, () =>
      Array.from({ length: random.integer(9) }, () => random.integer(WORDS))
    )
    const few = Array.from({ length: 9 }, (_, i) => encode(network, many.slice(100 * i, 100 * (i + 1)))).flat()
    encode(network, many).forEach((vector, s) => {
      expectClose(vector, few[s], 5)
    })
    network.dispose()
  })

  it('has the slopes that small changes of its weights show', () => {
    const network = create()
    const random = createRandom('target')
    const drawn = (length: number): Float32Array => Float32Array.from({ length }, () => random.normal())
    const target = tf.tensor2d(drawn(sentences.length * small.dims), [sentences.length, small.dims])
    const loss = (): Scalar => tf.tidy(() => network.encode(sentences).mul(target).sum())
    const { value, grads } = tf.variableGrads(loss, [...network.variables.values()])
    const step = 3e-3
    for (const [name, variable] of network.variables) {
      const slopes = grads[variable.name].dataSync<'float32'>()
      const values = variable.dataSync<'float32'>().slice()
      // Along a direction of length 1 that has something of every weight.
      const direction = drawn(values.length)
      const length = Math.hypot(...direction)
      const lossAt = (by: number): number => {
        assign(
          variable,
          values.map((value, i) => value + (by * direction[i]) / length)
        )
        return tf.tidy(() => loss().dataSync()[0])
      }
      const found = (lossAt(step) - lossAt(-step)) / (2 * step)
      const expected = slopes.reduce((sum, slope, i) => sum + (slope * direction[i]) / length, 0)
      expect(Math.abs(found - expected), name).toBeLessThan(0.003 + 0.02 * Math.abs(expected))
      const steepest = slopes.reduce((most, slope) => Math.max(most, Math.abs(slope)), 0)
      expect(steepest, name).toBeGreaterThan(0.01)
      assign(variable, values)
    }
    tf.dispose([value, target, ...Object.values(grads)] as Tensor[])
    network.dispose()
  })

  it('starts with the mean of its tokens’ states, the same for the same seed', () => {
    const [a, b, c] = [1, 1, 2].map((seed) => createTransformer(tf, table, { ...small, seed }))
    expect(b.weights()).toEqual(a.weights())
    expect(c.weights().query0).not.toEqual(a.weights().query0)
    expect([...a.weights().pooling]).toEqual(new Array<number>(small.width).fill(0))
    expect(a.weights().outer1Scale).toEqual(new Float32Array(small.width).fill(1))
    for (const network of [a, b, c]) network.dispose()
  })

  it('has weights of the shapes that are named', () => {
    const network = createTransformer(tf, table, small)
    const shapes = [...network.variables].map(([name, { shape }]) => [name, shape] as const)
    expect(new Map(shapes)).toEqual(transformerShapes(small))
    network.dispose()
  })

  it('leaves no tensor behind', () => {
    const before = tf.memory().numTensors
    const network = create()
    const variables = tf.memory().numTensors
    for (let step = 0; step < 3; step++) {
      const loss = (): Scalar => network.encode(sentences).square().mean<Scalar>()
      const { value, grads } = tf.variableGrads(() => tf.tidy(loss), [...network.variables.values()])
      tf.dispose([value, ...Object.values(grads)])
    }
    expect(tf.memory().numTensors).toBe(variables)
    network.dispose()
    expect(tf.memory().numTensors).toBe(before)
  })
})

function assign(variable: Variable, values: Float32Array): void {
  tf.tidy(() => {
    variable.assign(tf.tensor(values, variable.shape))
  })
}
