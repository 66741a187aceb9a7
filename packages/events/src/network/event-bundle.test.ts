import { describe, expect, it } from 'vitest'
import { BundleError, row } from '@leitmotif/encoder'
import { quantizeRows } from '@leitmotif/encoder/training'
import { createRandom } from '@leitmotif/encoder/vectors'
import { packEventBundle, readEventBundle } from './event-bundle.js'
import { prepareEventNetwork, scoreEvents, type EventNetwork, type TensorLayer } from './event-network.js'

const WORDS = ['storm', 'floods', 'harbour', 'fire', 'guts', 'mill', 'the', 'old']
const INPUTS = 6

function randomLayer(side: number, slices: number, name: string): TensorLayer {
  const random = createRandom(name)
  const draw = (length: number): Float32Array => Float32Array.from({ length }, () => random.normal() / side)
  return {
    ...{ left: side, right: side, slices },
    ...{ tensor: draw(side * side * slices), matrix: draw(2 * side * slices), bias: draw(slices) }
  }
}

function network(layers = 1): EventNetwork {
  const random = createRandom('mu')
  const draw = (length: number): Float32Array => Float32Array.from({ length }, () => random.normal())
  return {
    weights: new Float32Array(WORDS.length).fill(1),
    subjectVerb: randomLayer(INPUTS, 5, 'first'),
    verbObject: randomLayer(INPUTS, 5, 'second'),
    event: randomLayer(5, 4, 'third'),
    mu: draw(4),
    offset: 0.25,
    dense: Array.from({ length: layers - 1 }, () => ({ matrix: draw(16), bias: draw(4) }))
  }
}

const random = createRandom('words')
const vectors = quantizeRows({
  count: WORDS.length,
  dims: INPUTS,
  data: Float32Array.from({ length: WORDS.length * INPUTS }, () => random.normal())
})
const origin = { name: 'small', language: 'en', license: 'CC0-1.0', trained: { seed: 1 }, measured: [] }
const tagger = Uint8Array.of(1, 2, 3)
const events = [
  { subject: [0], verb: [1], object: [6, 7, 2] },
  { subject: [3], verb: [4], object: [] },
  { subject: [], verb: [], object: [] }
]

const pack = (layers = 1): Promise<Map<string, Uint8Array<ArrayBuffer>>> =>
  packEventBundle(origin, { words: WORDS, vectors, network: network(layers), tagger })
const open = (files: Map<string, Uint8Array<ArrayBuffer>>) =>
  readEventBundle((name) => Promise.resolve(files.get(name)!))

describe('A bundle of events', () => {
  it.each([1, 3])('of %i layers gives nearly the vectors of the network that was written', async (layers) => {
    const bundle = await open(await pack(layers))
    const before = prepareEventNetwork(network(layers), vectors)(events)
    const after = prepareEventNetwork(bundle.network, bundle.vectors)(events)
    before.data.forEach((value, i) => {
      expect(Math.abs(after.data[i] - value)).toBeLessThan(0.02 * layers) // its tensors are rounded
    })
    expect(row(after, 2).every((value) => value === 0)).toBe(true)
    expect(bundle.tagger).toEqual(tagger)
    expect(bundle.vocabulary.words).toEqual(WORDS)
  })

  it('gives the vector that the equations give', () => {
    const { subjectVerb, verbObject, event, mu, offset } = network()
    const vector = (words: readonly number[]): number[] =>
      Array.from({ length: INPUTS }, (_, d) => {
        const values = words.map((word) => vectors.scales[word] * vectors.rows[word * INPUTS + d])
        return values.reduce((sum, value) => sum + value, 0) / Math.max(1, words.length)
      })
    const combine = ({ left, right, slices, tensor, matrix, bias }: TensorLayer, a: number[], b: number[]): number[] =>
      Array.from({ length: slices }, (_, s) => {
        let sum = bias[s]
        for (let i = 0; i < left; i++) {
          for (let j = 0; j < right; j++) sum += a[i] * tensor[(i * right + j) * slices + s] * b[j]
        }
        ;[...a, ...b].forEach((value, i) => (sum += value * matrix[i * slices + s]))
        return Math.tanh(sum)
      })
    const [s, v, o] = [[0], [1], [6, 7, 2]].map(vector)
    const u = combine(event, combine(subjectVerb, s, v), combine(verbObject, v, o))
    const encoded = prepareEventNetwork(network(), vectors)(events)
    u.forEach((value, i) => {
      expect(encoded.data[i]).toBeCloseTo(value, 5)
    })
    const score = Math.tanh(u.reduce((sum, value, i) => sum + value * mu[i], offset))
    expect(scoreEvents({ mu, offset }, encoded)[0]).toBeCloseTo(score, 5)
  })

  it('gives the vector of each further layer in turn', () => {
    const { dense } = network(3)
    const before = prepareEventNetwork(network(), vectors)(events)
    let u = [...row(before, 0)]
    for (const { matrix, bias } of dense) {
      u = Array.from(bias, (value, s) => Math.tanh(u.reduce((sum, each, i) => sum + each * matrix[i * 4 + s], value)))
    }
    const after = prepareEventNetwork(network(3), vectors)(events)
    u.forEach((value, i) => {
      expect(after.data[i]).toBeCloseTo(value, 5)
    })
  })

  it('gives an event the same bits alone and among many others', () => {
    const encode = prepareEventNetwork(network(), vectors)
    const many = encode(Array.from({ length: 150 }, (_, i) => events[i % 2]))
    const alone = encode([events[1]])
    expect([...row(many, 149)]).toEqual([...row(alone, 0)])
    expect(encode([]).count).toBe(0)
  })

  it('is refused, with what to do, when a file was cut short or altered, and when its manifest was', async () => {
    for (const name of ['network.bin', 'vectors.bin', 'vocabulary.txt', 'tagger.bin']) {
      const files = await pack()
      files.set(name, files.get(name)!.slice(0, -1))
      await expect(open(files)).rejects.toThrow(BundleError)
    }
    const altered = await pack()
    altered.get('network.bin')![40] ^= 1
    await expect(open(altered)).rejects.toThrow('network.bin was altered')
    const edited = await pack()
    const text = new TextDecoder().decode(edited.get('events.json'))
    edited.set('events.json', new TextEncoder().encode(text.replace('"slices": 5', '"slices": 6')))
    await expect(open(edited)).rejects.toThrow('the bundle was altered')
    edited.set('events.json', new TextEncoder().encode(text.replace('leitmotif-events', 'leitmotif-encoder')))
    await expect(open(edited)).rejects.toThrow('choose the folder of a bundle of events')
  })

  it('has a fingerprint that changes with the network and not with what it says of itself', async () => {
    const fingerprint = async (files: Map<string, Uint8Array<ArrayBuffer>>) => (await open(files)).manifest.fingerprint
    const first = await fingerprint(await pack())
    const parts = { words: WORDS, vectors, network: network(), tagger }
    expect(await fingerprint(await packEventBundle({ ...origin, name: 'other' }, parts))).toBe(first)
    const moved = { ...network(), offset: 0.5 }
    expect(await fingerprint(await packEventBundle(origin, { ...parts, network: moved }))).not.toBe(first)
  })
})
