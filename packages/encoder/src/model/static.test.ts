import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../vectors/random.js'
import { dot, row } from '../vectors/vectors.js'
import { createEncoder, type Encoder } from './encoder.js'
import { readBundle, packBundle } from './bundle.js'
import { prepareStatic, type StaticNetwork } from './static.js'
import { quantizeRows, type WordTable } from './word-table.js'

function randomParts(seed: number, words: number, inputs: number, dims: number): [StaticNetwork, WordTable] {
  const random = createRandom(seed)
  const floats = (count: number): Float32Array => Float32Array.from({ length: count }, () => random.normal())
  const table = quantizeRows({ count: words, dims: inputs, data: floats(words * inputs) })
  return [{ weights: floats(words), projection: floats(inputs * dims), dims }, table]
}

/** What the network is, said as plainly as can be. */
function encodeOne(network: StaticNetwork, table: WordTable, sentence: readonly number[]): number[] {
  const vector = Array.from({ length: network.dims }, (_, c) => {
    let sum = 0
    for (const word of sentence) {
      for (let k = 0; k < table.dims; k++) {
        const value = table.scales[word] * table.rows[word * table.dims + k]
        sum += network.weights[word] * value * network.projection[k * network.dims + c]
      }
    }
    return sum
  })
  const length = Math.hypot(...vector)
  return vector.map((value) => (length === 0 ? 0 : value / length))
}

const sentencesOf = (words: number): fc.Arbitrary<number[][]> =>
  fc.array(fc.array(fc.nat(words - 1), { maxLength: 6 }), { maxLength: 140 })

describe('The static network', () => {
  it('gives what its definition says, for any sizes', () => {
    fc.assert(
      fc.property(
        fc.nat(1000),
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 9 }),
        (seed, inputs, dims) => {
          const [network, table] = randomParts(seed, 12, inputs, dims)
          const sentences = fc.sample(sentencesOf(12), { numRuns: 1, seed })[0]
          const encoded = prepareStatic(network, table)(sentences)
          expect(encoded).toMatchObject({ count: sentences.length, dims })
          sentences.forEach((sentence, s) => {
            const expected = encodeOne(network, table, sentence)
            row(encoded, s).forEach((value, c) => {
              expect(value).toBeCloseTo(expected[c], 4)
            })
          })
        }
      ),
      { numRuns: 50 }
    )
  })

  it('gives a sentence the same bits alone, among others and in another order', () => {
    const [network, table] = randomParts(3, 20, 30, 10)
    const encode = prepareStatic(network, table)
    fc.assert(
      fc.property(sentencesOf(20), (sentences) => {
        const together = encode(sentences)
        const backwards = encode([...sentences].reverse())
        sentences.forEach((sentence, s) => {
          expect(encode([sentence]).data).toEqual(row(together, s))
          expect(row(backwards, sentences.length - 1 - s)).toEqual(row(together, s))
        })
      }),
      { numRuns: 30 }
    )
  })

  it('keeps word vectors within half a step of 127', () => {
    const [, table] = randomParts(5, 40, 8, 1)
    const random = createRandom(5)
    for (let w = 0; w < 40; w++) {
      for (let d = 0; d < 8; d++) {
        const value = table.scales[w] * table.rows[w * 8 + d]
        expect(Math.abs(value - random.normal())).toBeLessThan(table.scales[w] * 0.501)
      }
    }
    expect(quantizeRows({ count: 1, dims: 2, data: new Float32Array(2) }).scales[0]).toBe(0)
  })
})

describe('An encoder', () => {
  const load = async (): Promise<Encoder> => {
    const words = ['river', 'bank', 'loan', 'the', "n't"]
    const [network, vectors] = randomParts(7, words.length, 6, 8)
    const origin = {
      name: 'five-words',
      language: 'en',
      license: 'CC0-1.0',
      mined: {},
      trained: {},
      corpora: [],
      seed: 7,
      measured: []
    }
    const files = await packBundle(origin, { words, vectors, networks: { static: network } }, 4)
    return createEncoder(await readBundle((name) => Promise.resolve(files.get(name)!)))
  }

  it('gives rows of length 1, and zero rows for sentences of unknown words', async () => {
    const encoder = await load()
    const encoded = await encoder.encode(['The RIVER bank', 'Zxqv!', '', "Don't"])
    const lengths = [0, 1, 2, 3].map((s) => dot(row(encoded, s), row(encoded, s)))
    expect(lengths.map((length) => Number(length.toFixed(5)))).toEqual([1, 0, 0, 1])
    expect(await encoder.encode([])).toEqual({ count: 0, dims: 8, data: new Float32Array(0) })
  })

  it('reads no more known words than the bundle allows', async () => {
    const encoder = await load()
    const encoded = await encoder.encode(['river bank loan the', 'river zxqv bank loan the loan loan'])
    expect(row(encoded, 0)).toEqual(row(encoded, 1))
  })

  it('gives thousands of sentences, in slices, what it gives them alone', async () => {
    const encoder = await load()
    const sentences = Array.from({ length: 3000 }, (_, i) => ['river bank', 'the loan', 'bank', 'loan river'][i % 4])
    const encoded = await encoder.encode(sentences)
    for (const s of [0, 1023, 1024, 1025, 2047, 2048, 2999]) {
      expect((await encoder.encode([sentences[s]])).data).toEqual(row(encoded, s))
    }
  })

  it.each<[string, unknown]>([
    ['sentences is of type string; expected an array of strings', 'Salt is dear.'],
    ['sentences is of type undefined', undefined],
    ['sentences is of type object', new Set(['Salt is dear.'])],
    ['sentences[1] is undefined; expected a string', ['Salt is dear.', undefined]],
    ['sentences[0] is 42; expected a string', [42]]
  ])('refuses what JavaScript lets pass for a list of texts: %s', async (message, sentences) => {
    const encoder = await load()
    await expect(encoder.encode(sentences as string[])).rejects.toThrow(message)
  })

  it('refuses a context that it does not know', async () => {
    await expect((await load()).encode(['river'], { context: 'article' as 'shared' })).rejects.toThrow(
      "context is 'article'; expected none or shared"
    )
  })

  it('says which representations it has', async () => {
    await expect((await load()).encode(['river'], { representation: 'both' })).rejects.toThrow(
      "five-words has no representation 'both'; expected static"
    )
    await expect((await load()).encode(['river'], { representation: 'toString' as 'both' })).rejects.toThrow(
      "five-words has no representation 'toString'; expected static"
    )
  })

  it('says so when it is used after it was disposed of', async () => {
    const encoder = await load()
    encoder.dispose()
    for (const texts of [['river'], []]) await expect(encoder.encode(texts)).rejects.toThrow(/disposed/)
  })
})
