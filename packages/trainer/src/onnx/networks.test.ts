import { BundleError, createEncoder, dot, readBundle, row, type Encoder, type EncoderOptions } from '@leitmotif/encoder'
import { ENCODER_DEFAULTS, shareContext, type OnnxRuntime } from '@leitmotif/encoder/stages'
import {
  packBundle,
  quantizeRows,
  type BundleNetworks,
  type OnnxNetwork,
  type WordTable
} from '@leitmotif/encoder/training'
import { createRandom } from '@leitmotif/encoder/vectors'
import { SPECIAL_TOKENS, tokenizerJson } from '@leitmotif/testing'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadBackend, type TensorFlow } from '../backend/backend.js'
import { beginFrom, type Trainable } from '../networks/trainable.js'
import { createBilstmAttention, type TrainableBilstmAttention } from '../networks/bilstm-attention.js'
import { createTransformer, PLACES, type TrainableTransformer, type TransformerSizes } from '../networks/transformer.js'
import { bilstmAttentionOnnx, readBilstmAttention } from './bilstm-attention-onnx.js'
import { fromFloat16, toFloat16 } from './float16.js'
import { transformerOnnx } from './transformer-onnx.js'

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
let sentencesNetwork: TrainableBilstmAttention
let titlesNetwork: TrainableBilstmAttention
beforeAll(async () => {
  tf = (await loadBackend()).tf
  sentencesNetwork = createBilstmAttention(tf, table, { hidden: 10, attention: 7, seed: 1 })
  titlesNetwork = createBilstmAttention(tf, table, { hidden: 6, attention: 5, seed: 2 })
})

const onnxOf = (network: TrainableBilstmAttention, dims: number): OnnxNetwork => {
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
async function cosines(encoder: Encoder, network: Trainable, texts: readonly string[]): Promise<number[]> {
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

describe('A transformer in a bundle', () => {
  const WIDTH = 64
  const tokens = quantizeRows({
    count: SPECIAL_TOKENS.length + WORDS.length,
    dims: WIDTH,
    data: Float32Array.from({ length: (SPECIAL_TOKENS.length + WORDS.length) * WIDTH }, () => random.normal())
  })
  const json = tokenizerJson([...SPECIAL_TOKENS, ...WORDS])
  const tokenizer = new TextEncoder().encode(JSON.stringify(json))
  const idsOf = (text: string): number[] => [2, ...wordsOf(text).map((word) => SPECIAL_TOKENS.length + word), 3]
  /** A network whose weights all say something. */
  const create = (sizes: TransformerSizes): TrainableTransformer => {
    const network = createTransformer(tf, tokens, { ...sizes, seed: 3 })
    const weights = Object.entries(network.weights()).map(
      ([name, values]) => [name, values.map((value) => value + 0.1 * random.normal())] as const
    )
    beginFrom(tf, network, Object.fromEntries(weights))
    return network
  }

  it.each([
    [1, 5, 7],
    [3, 33, 16]
  ])('gives the vectors of training: %d layers, %d units, %d dimensions', async (layers, inner, dims) => {
    const network = create({ layers, width: WIDTH, inner, dims })
    const model = transformerOnnx(network.weights(), tokens)
    const encoder = await encoderOf({ sentences: { model, dims, tokens: { tokenizer, maxTokens: 2 * PLACES } } })
    const lengths = [
      1,
      2,
      22,
      PLACES - 2,
      PLACES,
      2 * PLACES - 2,
      ...Array.from({ length: 60 }, () => 1 + random.integer(40))
    ]
    const texts = lengths.map(draw)
    const trained = tf.tidy(() => network.encode(texts.map(idsOf)))
    const expected = { count: texts.length, dims, data: trained.dataSync<'float32'>() }
    trained.dispose()
    const encoded = await encoder.encode(texts)
    const found = texts.map((_, s) => dot(row(encoded, s), row(expected, s)))
    expect(Math.min(...found)).toBeGreaterThan(0.9999)
    expect(Math.max(...found)).toBeLessThan(1.0001)
    // Sentences are unlike one another, so that being near its own says something.
    const others = texts.map((_, s) => dot(row(encoded, s), row(encoded, (s + 1) % texts.length)))
    expect(others.reduce((sum, cosine) => sum + cosine, 0) / others.length).toBeLessThan(0.95)
    encoder.dispose()
    network.dispose()
  })
})

describe('An encoder of several networks', () => {
  it('gives the one that is asked for, or sentences and titles side by side, titles with less of a say', async () => {
    const projection = new Float32Array(INPUTS * 4).fill(1)
    const encoder = await encoderOf({
      static: { weights: new Float32Array(WORDS.length).fill(1), projection, dims: 4 },
      sentences: onnxOf(sentencesNetwork, 20),
      titles: onnxOf(titlesNetwork, 12)
    })
    expect(encoder.dims).toEqual({ static: 4, sentences: 20, titles: 12, both: 32 })
    expect(encoder.representation).toBe('sentences')
    const texts = [draw(5), 'Zzxq!', draw(30)]
    expect((await encoder.encode(texts)).dims).toBe(20)
    expect((await encoder.encode(texts, { representation: 'static' })).dims).toBe(4)
    const [sentences, titles, both] = await Promise.all(
      (['sentences', 'titles', 'both'] as const).map((representation) => encoder.encode(texts, { representation }))
    )
    for (const s of texts.keys()) {
      const joined = [...row(sentences, s), ...row(titles, s).map((value) => 0.6 * value)]
      row(both, s).forEach((value, d) => {
        expect(value).toBeCloseTo(joined[d] / Math.hypot(1, 0.6), 5)
      })
    }
  })

  it('gives rows in the light of their text where the sentences share one', async () => {
    const encoder = await paper()
    const texts = [...Array.from({ length: 9 }, () => draw(8)), '']
    const raw = await encoder.encode(texts)
    expect(await encoder.encode(texts, { context: 'shared' })).toEqual(shareContext(raw, texts))
    expect(await encoder.encode(texts, { context: 'none' })).toEqual(raw)
  })

  it('encodes a sentence once, however often it stands in a text that is edited, up to the limit of its cache', async () => {
    let ran = 0
    const counting = async (): Promise<OnnxRuntime> => {
      const runtime = await ENCODER_DEFAULTS.runtime()
      const create = async (model: Uint8Array): ReturnType<OnnxRuntime['InferenceSession']['create']> => {
        const session = await runtime.InferenceSession.create(model)
        const run = session.run.bind(session)
        session.run = (feeds: Parameters<typeof run>[0]) => {
          ran += feeds.lengths.dims[0]
          return run(feeds)
        }
        return session
      }
      return { ...runtime, InferenceSession: { create } as OnnxRuntime['InferenceSession'] }
    }
    const texts = Array.from({ length: 30 }, () => draw(12))
    const ranBy = async (encoder: Encoder, given: readonly string[]): Promise<number> => {
      ran = 0
      expect(await encoder.encode(given)).toEqual(await plain.encode(given))
      return ran
    }
    const plain = await paper({ cache: 0 })
    const encoder = await paper({ cache: 32, runtime: counting })
    expect(await ranBy(encoder, [...texts, ...texts])).toBe(30)
    expect(await ranBy(encoder, texts.with(7, draw(9)))).toBe(1)
    expect(
      await ranBy(
        encoder,
        Array.from({ length: 32 }, () => draw(12))
      )
    ).toBe(32)
    expect(await ranBy(encoder, texts)).toBe(30)
    expect(await ranBy(await paper({ cache: 0, runtime: counting }), [...texts, ...texts])).toBe(30)
  })

  it('says which representations it has where another is asked for', async () => {
    const encoder = await encoderOf({ titles: onnxOf(titlesNetwork, 12) })
    expect(encoder.representation).toBe('titles')
    await expect(encoder.encode(['a'], { representation: 'both' })).rejects.toThrow(
      "random has no representation 'both'; expected titles"
    )
  })
})

describe('An ONNX model is refused, with what was got, expected and to be done, when', () => {
  const refused = async (network: OnnxNetwork, message: RegExp): Promise<void> => {
    const encoder = await encoderOf({ titles: network })
    for (const time of ['at first', 'and again']) {
      const error: unknown = await encoder.encode(['ba ca']).catch((reason: unknown) => reason)
      expect(error, time).toBeInstanceOf(BundleError)
      expect((error as Error).message).toMatch(message)
    }
    expect(await encoder.encode([])).toMatchObject({ count: 0 })
  }
  const fitting = (): OnnxNetwork => onnxOf(titlesNetwork, 12)
  /** The model with a name in it changed for one of the same length. */
  const renamed = (from: string, to: string): OnnxNetwork => {
    const text = Buffer.from(fitting().model).toString('latin1').replaceAll(from, to)
    return { model: new Uint8Array(Buffer.from(text, 'latin1')), dims: 12 }
  }

  it('it is none', () => refused({ model: new Uint8Array(99), dims: 12 }, /titles\.onnx: ONNX Runtime can't open it/))

  it('it is cut short', async () => {
    const { model } = fitting()
    await refused({ model: model.slice(0, 1000), dims: 12 }, /titles\.onnx: ONNX Runtime can't open it \(.+\)/)
  })

  it('it gives vectors of other dimensions', () =>
    refused({ ...fitting(), dims: 13 }, /are encoded float32 \[\*, 12\], .*; expected encoded float32 \[\*, 13\]/))

  it('it was made for other word vectors', async () => {
    const other = createBilstmAttention(tf, { ...table, dims: INPUTS - 1 }, { hidden: 6, attention: 5 })
    await refused(onnxOf(other, 12), /vectors float32 \[\*, \*, 8\]; expected .* vectors float32 \[\*, \*, 9\]: export/)
  })

  it('its output or an input has another name', async () => {
    await refused(
      renamed('encoded', 'unknown'),
      /are lengths int32 \[\*\], unknown float32 .*; expected encoded float32/
    )
    await refused(renamed('lengths', 'unknown'), /unknown int32 \[\*\]/)
  })

  it('it gives no numbers', async () => {
    const weights = titlesNetwork.weights()
    const attentionContext = weights.attentionContext.map(() => 1234)
    const inBits = (bits: number): Buffer => Buffer.from(Uint16Array.from(attentionContext, () => bits).buffer)
    const model = bilstmAttentionOnnx({ ...weights, attentionContext })
    model.set(inBits(0x7e00), Buffer.from(model.buffer).indexOf(inBits(0x64d2))) // NaN for 1234
    await refused({ model, dims: 12 }, /titles\.onnx: it gives a vector of length NaN; expected length 1/)
  })
})

it('An encoder whose sessions cannot be released is disposed of in peace', async () => {
  const runtime = async (): Promise<OnnxRuntime> => {
    const real = await ENCODER_DEFAULTS.runtime()
    const create = async (model: Uint8Array): ReturnType<OnnxRuntime['InferenceSession']['create']> =>
      Object.assign(await real.InferenceSession.create(model), { release: () => Promise.reject(new Error('stuck')) })
    return { ...real, InferenceSession: { create } as OnnxRuntime['InferenceSession'] }
  }
  const unhandled: unknown[] = []
  const note = (reason: unknown): number => unhandled.push(reason)
  process.on('unhandledRejection', note)
  const encoder = await encoderOf({ titles: onnxOf(titlesNetwork, 12) }, { runtime })
  await encoder.encode(['ba ca'])
  encoder.dispose()
  await new Promise((resolve) => setTimeout(resolve, 20))
  process.off('unhandledRejection', note)
  expect(unhandled).toEqual([])
})

describe('An encoder without a runtime of ONNX', () => {
  it('gives static vectors, and says what is missing for others', async () => {
    const projection = new Float32Array(INPUTS * 4).fill(1)
    const networks = { static: { weights: new Float32Array(WORDS.length).fill(1), projection, dims: 4 } }
    const runtime = (): Promise<never> => Promise.reject(new Error('no runtime here'))
    const encoder = await encoderOf({ ...networks, titles: onnxOf(titlesNetwork, 12) }, { runtime })
    expect((await encoder.encode(['ba ca'])).dims).toBe(4)
    await expect(encoder.encode(['ba ca'], { representation: 'titles' })).rejects.toThrow('no runtime here')
  })
})

describe('Weights that are read back from a model', () => {
  it('are what they were, in 16 bits', () => {
    const weights = sentencesNetwork.weights()
    const read = readBilstmAttention(bilstmAttentionOnnx(weights))
    for (const [name, values] of Object.entries(weights) as [keyof typeof weights, Float32Array][]) {
      expect(read[name], name).toEqual(fromFloat16(toFloat16(values)))
    }
  })

  it('are refused where the bytes are no model of ours', () => {
    for (const bytes of [[], [8], [58, 200, 1, 3], [255, 255, 255, 255, 255, 255, 255, 255, 255, 255], [13, 1]]) {
      expect(() => readBilstmAttention(Uint8Array.from(bytes)), bytes.join()).toThrow(RangeError)
    }
  })
})
