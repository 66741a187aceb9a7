import {
  BundleError,
  createEncoder,
  createRandom,
  dot,
  packBundle,
  quantizeRows,
  readBundle,
  row,
  type BundleNetworks,
  type Encoder,
  type EncoderOptions,
  type WordTable
} from '@leitmotif/encoder'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadBackend, type TensorFlow } from '../backend.js'
import { createBilstmAttention, type TrainableBilstmAttention } from '../networks/bilstm-attention.js'
import { bilstmAttentionOnnx } from './bilstm-attention.js'

const WORDS = Array.from({ length: 80 }, (_, w) => String.fromCharCode(97 + (w % 26), 97 + Math.floor(w / 26)))
const INPUTS = 9
const MAX_WORDS = 60

const random = createRandom('networks')
const table: WordTable = quantizeRows({
  count: WORDS.length,
  dims: INPUTS,
  data: Float32Array.from({ length: WORDS.length * INPUTS }, () => random.normal())
})

let tf: TensorFlow
let sentencesNetwork: TrainableBilstmAttention
let titlesNetwork: TrainableBilstmAttention
beforeAll(async () => {
  tf = (await loadBackend()).tf
  sentencesNetwork = createBilstmAttention(tf, table, { hidden: 10, attention: 7, seed: 1 })
  titlesNetwork = createBilstmAttention(tf, table, { hidden: 6, attention: 5, seed: 2 })
})

const onnxOf = (network: TrainableBilstmAttention, dims: number): { model: Uint8Array<ArrayBuffer>; dims: number } => {
  return { model: bilstmAttentionOnnx(network.weights()), dims }
}

async function encoderOf(networks: BundleNetworks, options?: Partial<EncoderOptions>): Promise<Encoder> {
  const about = { name: 'random', language: 'und', license: 'CC0-1.0', mined: {}, trained: {}, corpora: [] }
  const parts = { words: WORDS, vectors: table, networks }
  const files = await packBundle({ ...about, seed: 1, measured: [] }, parts, MAX_WORDS)
  return createEncoder(await readBundle((name) => Promise.resolve(files.get(name)!)), options)
}

const paper = (options?: Partial<EncoderOptions>): Promise<Encoder> =>
  encoderOf({ sentences: onnxOf(sentencesNetwork, 20), titles: onnxOf(titlesNetwork, 12) }, options)

/** A sentence of `length` known words. */
const draw = (length: number): string => Array.from({ length }, () => WORDS[random.integer(WORDS.length)]).join(' ')
const wordsOf = (sentence: string): number[] => sentence.split(' ').map((word) => WORDS.indexOf(word))

/** The cosines of an encoder's rows with those of the network in training. */
async function cosines(encoder: Encoder, network: TrainableBilstmAttention, texts: readonly string[]): Promise<number[]> {
  const trained = tf.tidy(() => network.encode(texts.map((text) => wordsOf(text).slice(0, MAX_WORDS))))
  const [count, dims] = trained.shape
  const expected = { count, dims, data: trained.dataSync<'float32'>() }
  trained.dispose()
  const encoded = await encoder.encode(texts)
  return texts.map((_, s) => dot(row(encoded, s), row(expected, s)))
}

describe('The network in a bundle', () => {
  it('gives the vectors of the network in training, of sentences of one word to more than are read', async () => {
    const texts = [1, 2, 3, 22, MAX_WORDS, 3 * MAX_WORDS, ...Array.from({ length: 120 }, () => 1 + random.integer(40))]
    const found = await cosines(await paper(), sentencesNetwork, texts.map(draw))
    expect(Math.min(...found)).toBeGreaterThan(0.9999)
    expect(Math.max(...found)).toBeLessThan(1.0001)
  })

  it.each([
    [1, 1, 1],
    [3, 2, 1],
    [33, 17, 5]
  ])('does so for any sizes: %d units, %d of attention, seed %d', async (hidden, attention, seed) => {
    const network = createBilstmAttention(tf, table, { hidden, attention, seed })
    const encoder = await encoderOf({ sentences: onnxOf(network, 2 * hidden) })
    const texts = [1, 4, 9, 30].map(draw)
    expect(Math.min(...(await cosines(encoder, network, texts)))).toBeGreaterThan(0.9999)
    network.dispose()
  })

  it('gives a sentence the same vector alone, among longer ones and in another order', async () => {
    const encoder = await paper({ cache: 0 })
    const sentence = fc.integer({ min: 0, max: MAX_WORDS }).map(draw)
    await fc.assert(
      fc.asyncProperty(fc.array(sentence, { minLength: 1, maxLength: 80 }), async (texts) => {
        const together = await encoder.encode(texts)
        const backwards = await encoder.encode(texts.toReversed())
        for (const [s, text] of texts.entries()) {
          const { data } = await encoder.encode([text])
          for (const other of [row(together, s), row(backwards, texts.length - 1 - s)]) {
            data.forEach((value, d) => {
              expect(Math.abs(value - other[d])).toBeLessThan(1e-5)
            })
          }
        }
      }),
      { numRuns: 10 }
    )
  })

  it('gives zeros for sentences without a known word, and nothing for no sentences', async () => {
    const encoder = await paper()
    const encoded = await encoder.encode(['Zzxq!', '', WORDS[0], ''])
    const lengths = [0, 1, 2, 3].map((s) => dot(row(encoded, s), row(encoded, s)))
    expect(lengths.map((length) => Number(length.toFixed(4)))).toEqual([0, 0, 1, 0])
    expect(await encoder.encode([''])).toEqual({ count: 1, dims: 20, data: new Float32Array(20) })
    expect(await encoder.encode([])).toEqual({ count: 0, dims: 20, data: new Float32Array(0) })
  })
})

describe('An encoder of several networks', () => {
  it('gives the one that is asked for, or sentences and titles side by side with half a say each', async () => {
    const projection = new Float32Array(INPUTS * 4).fill(1)
    const encoder = await encoderOf({
      static: { weights: new Float32Array(WORDS.length).fill(1), projection, dims: 4 },
      sentences: onnxOf(sentencesNetwork, 20),
      titles: onnxOf(titlesNetwork, 12)
    })
    expect(encoder.dims).toEqual({ static: 4, sentences: 20, titles: 12, both: 32 })
    expect(encoder.representation).toBe('static')
    const texts = [draw(5), 'Zzxq!', draw(30)]
    expect((await encoder.encode(texts)).dims).toBe(4)
    const [sentences, titles, both] = await Promise.all(
      (['sentences', 'titles', 'both'] as const).map((representation) => encoder.encode(texts, { representation }))
    )
    for (const s of texts.keys()) {
      const halves = [...row(sentences, s), ...row(titles, s)].map((value) => value * Math.SQRT1_2)
      row(both, s).forEach((value, d) => {
        expect(value).toBeCloseTo(halves[d], 5)
      })
    }
  })

  it('gives rows relative to their mean where the sentences share a text', async () => {
    const encoder = await paper()
    const texts = [...Array.from({ length: 9 }, () => draw(8)), '']
    const raw = await encoder.encode(texts)
    const relative = await encoder.encode(texts, { context: 'shared' })
    const mean = Array.from({ length: 20 }, (_, d) => texts.reduce((sum, _, s) => sum + row(raw, s)[d], 0) / 10)
    const less = [...row(raw, 4)].map((value, d) => value - mean[d])
    row(relative, 4).forEach((value, d) => {
      expect(value).toBeCloseTo(less[d] / Math.hypot(...less), 5)
    })
    expect(row(relative, 9).every((value) => value === 0)).toBe(true)
    expect(await encoder.encode(texts, { context: 'none' })).toEqual(raw)
  })

  it('says which representations it has where another is asked for', async () => {
    const encoder = await encoderOf({ titles: onnxOf(titlesNetwork, 12) })
    expect(encoder.representation).toBe('titles')
    await expect(encoder.encode(['a'], { representation: 'both' })).rejects.toThrow(
      "random has no representation 'both'; expected titles"
    )
  })
})
