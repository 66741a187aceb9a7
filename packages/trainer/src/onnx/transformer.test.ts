import {
  createEncoder,
  createRandom,
  dot,
  packBundle,
  quantizeRows,
  readBundle,
  row,
  type Encoder,
  type WordTable
} from '@leitmotif/encoder'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadBackend, type TensorFlow } from '../backend.js'
import { createBilstmAttention } from '../networks/bilstm-attention.js'
import { beginFrom } from '../networks/trainable.js'
import { createTransformer, PLACES, type TrainableTransformer } from '../networks/transformer.js'
import { bilstmAttentionOnnx } from './bilstm-attention.js'
import { readTransformer, sizesOf, transformerOnnx } from './transformer.js'

const WORDS = Array.from({ length: 80 }, (_, w) => String.fromCharCode(97 + (w % 26), 97 + Math.floor(w / 26)))
const INPUTS = 9
const MAX_WORDS = 2 * PLACES
const random = createRandom('networks')
const table: WordTable = quantizeRows({
  count: WORDS.length,
  dims: INPUTS,
  data: Float32Array.from({ length: WORDS.length * INPUTS }, () => random.normal())
})

let tf: TensorFlow
beforeAll(async () => {
  tf = (await loadBackend()).tf
})

/** A network whose weights all say something. */
function create(sizes: { layers: number; width: number; inner: number; dims: number }): TrainableTransformer {
  const network = createTransformer(tf, table, { ...sizes, seed: 3 })
  const weights = Object.entries(network.weights()).map(
    ([name, values]) => [name, values.map((value) => value + 0.1 * random.normal())] as const
  )
  beginFrom(tf, network, Object.fromEntries(weights))
  return network
}

async function encoderOf(network: TrainableTransformer, dims: number): Promise<Encoder> {
  const about = { name: 'random', language: 'und', license: 'CC0-1.0', mined: {}, trained: {}, corpora: [] }
  const networks = { sentences: { model: transformerOnnx(network.weights()), dims } }
  const files = await packBundle(
    { ...about, seed: 1, measured: [] },
    { words: WORDS, vectors: table, networks },
    MAX_WORDS
  )
  return createEncoder(await readBundle((name) => Promise.resolve(files.get(name)!)))
}

describe('A transformer in a bundle', () => {
  it.each([
    [1, 32, 5, 7],
    [3, 64, 33, 16]
  ])('gives the vectors of training: %d layers of %d, %d units, %d dimensions', async (layers, width, inner, dims) => {
    const network = create({ layers, width, inner, dims })
    const lengths = [
      1,
      2,
      22,
      PLACES,
      PLACES + 1,
      MAX_WORDS,
      ...Array.from({ length: 60 }, () => 1 + random.integer(40))
    ]
    const sentences = lengths.map((length) => Array.from({ length }, () => random.integer(WORDS.length)))
    const trained = tf.tidy(() => network.encode(sentences).arraySync())
    const encoder = await encoderOf(network, dims)
    const encoded = await encoder.encode(sentences.map((words) => words.map((word) => WORDS[word]).join(' ')))
    const cosines = trained.map((vector, s) => dot(row(encoded, s), Float32Array.from(vector)))
    expect(Math.min(...cosines)).toBeGreaterThan(0.9999)
    expect(Math.max(...cosines)).toBeLessThan(1.0001)
    // Sentences are unlike one another, so that being near its own says something.
    const others = trained.map((vector, s) => dot(row(encoded, (s + 1) % trained.length), Float32Array.from(vector)))
    expect(others.reduce((sum, cosine) => sum + cosine, 0) / others.length).toBeLessThan(0.95)
    encoder.dispose()
    network.dispose()
  })

  it('has its weights read again, to sixteen bits, and its sizes', () => {
    const sizes = { layers: 2, width: 32, inner: 11, dims: 4 }
    const network = create(sizes)
    const weights = network.weights()
    const read = readTransformer(transformerOnnx(weights))
    expect(sizesOf(read)).toEqual({ ...sizes, inputs: INPUTS })
    expect(Object.keys(read)).toEqual(Object.keys(weights))
    for (const [name, values] of Object.entries(weights)) {
      expect(read[name], name).toHaveLength(values.length)
      values.forEach((value, i) => {
        expect(Math.abs(read[name][i] - value)).toBeLessThanOrEqual(2 ** -11 * Math.max(Math.abs(value), 2 ** -13))
      })
    }
    network.dispose()
  })

  it('is not taken for one where it is another network', () => {
    const other = createBilstmAttention(tf, table, { hidden: 4, attention: 3 })
    const model = bilstmAttentionOnnx(other.weights())
    other.dispose()
    expect(() => readTransformer(model)).toThrow(/has 6 sets of weights; expected 23 of a layer, 15 more of each other/)
  })
})
