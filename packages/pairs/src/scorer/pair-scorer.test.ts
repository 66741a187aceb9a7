import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { row } from '@leitmotif/encoder'
import { terms } from '@leitmotif/encoder/stages'
import { packBundle, quantizeRows, widenTable } from '@leitmotif/encoder/training'
import { createRandom } from '@leitmotif/encoder/vectors'
import { calibrate, type Calibration } from './calibration.js'
import type { LstmWeights } from './lstm-states.js'
import { packPairScorer, readPairBundle, type PairScorerParts } from './pair-bundle.js'
import type { PairManifest, PairOrigin } from './pair-manifest.js'
import { createPairScorer, loadPairScorer, type PairScorer } from './pair-scorer.js'

type Files = Map<string, Uint8Array<ArrayBuffer>>

const DIMS = 6
const HIDDEN = 5
const words = ['the', 'keeper', 'feeds', 'a', 'goat', 'never', 'shears', 'two', 'sheep', 'in', 'rain', '.']
const origin: PairOrigin = { name: 'tiny-pairs', language: 'en', license: 'CC0-1.0', trained: {}, measured: [] }
const random = createRandom('pairs')
const floats = (count: number): Float32Array => Float32Array.from({ length: count }, () => random.normal() / 2)
const vectors = quantizeRows({ count: words.length, dims: DIMS, data: floats(words.length * DIMS) })
const networks = Array.from({ length: 2 }, (): LstmWeights => {
  return { input: floats(DIMS * 4 * HIDDEN), recurrent: floats(HIDDEN * 4 * HIDDEN), bias: floats(4 * HIDDEN) }
})
const calibration: Calibration = { similarity: [0, 0.5, 1], score: [1, 4, 5] }
const parts: PairScorerParts = { words, vectors, networks, calibration, scale: [1, 5], maxTokens: 8 }

async function scorerOf(files: Files): Promise<PairScorer> {
  const read = (name: string) => Promise.resolve(files.get(name)!)
  return createPairScorer(
    await readPairBundle(read, () => {
      throw new Error('has its own words')
    })
  )
}

let scorer: PairScorer
beforeAll(async () => {
  scorer = await scorerOf(await packPairScorer(origin, parts))
})

/** The textbook's LSTM, number by number. */
function stateOf(sentence: string, { input, recurrent, bias }: LstmWeights): number[] {
  const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x))
  let [state, cells] = [Array<number>(HIDDEN).fill(0), Array<number>(HIDDEN).fill(0)]
  const known = terms(sentence).map((term) => words.indexOf(term))
  for (const word of known.filter((index) => index >= 0).slice(0, parts.maxTokens)) {
    const before = state
    const gate = (g: number): number => {
      let sum = bias[g]
      for (let d = 0; d < DIMS; d++)
        sum += vectors.scales[word] * vectors.rows[word * DIMS + d] * input[d * 4 * HIDDEN + g]
      for (let h = 0; h < HIDDEN; h++) sum += before[h] * recurrent[h * 4 * HIDDEN + g]
      return sum
    }
    cells = cells.map(
      (cell, h) => sigmoid(gate(2 * HIDDEN + h)) * cell + sigmoid(gate(h)) * Math.tanh(gate(3 * HIDDEN + h))
    )
    state = cells.map((cell, h) => sigmoid(gate(HIDDEN + h)) * Math.tanh(cell))
  }
  return state
}

const sentence = fc
  .array(fc.constantFrom(...words, 'unheard', 'Keeper'), { maxLength: 12 })
  .map((list) => list.join(' '))

describe('A pair scorer', () => {
  it('reads sentences as the textbook LSTM does, unknown words and those beyond the limit left out', () => {
    fc.assert(
      fc.property(fc.array(sentence, { maxLength: 9 }), (sentences) => {
        const { count, dims, data } = scorer.embed(sentences)
        expect([count, dims]).toEqual([sentences.length, 2 * HIDDEN])
        const expected = sentences.flatMap((text) => networks.flatMap((network) => stateOf(text, network)))
        for (const [i, value] of data.entries()) expect(value).toBeCloseTo(expected[i], 5)
      }),
      { numRuns: 30 }
    )
  })

  it('gives a sentence the same states alone and among many of any length', () => {
    const draw = createRandom('many')
    const many = Array.from({ length: 700 }, () =>
      Array.from({ length: draw.integer(10) }, () => words[draw.integer(words.length)]).join(' ')
    )
    const together = scorer.embed(many)
    for (const i of [0, 1, 63, 64, 511, 512, 699]) {
      expect(row(scorer.embed([many[i]]), 0)).toEqual(row(together, i))
    }
  })

  it('finds a sentence quite like itself, likes both ways round, and hears who feeds whom', () => {
    const rows = scorer.embed(['The keeper feeds a goat.', 'A goat feeds the keeper.', 'Two sheep shears in rain'])
    expect(scorer.similarity(rows, 0, rows, 0)).toBe(1)
    expect(scorer.similarity(rows, 0, rows, 2)).toBe(scorer.similarity(rows, 2, rows, 0))
    expect(scorer.similarity(rows, 0, rows, 1)).toBeLessThan(0.99)
    const alike = networks.map((network) => {
      const [a, b] = ['The keeper feeds a goat.', 'A goat feeds the keeper.'].map((text) => stateOf(text, network))
      return Math.exp(-a.reduce((sum, value, h) => sum + Math.abs(value - b[h]), 0))
    })
    expect(scorer.similarity(rows, 0, rows, 1)).toBeCloseTo((alike[0] + alike[1]) / 2, 5)
  })

  it('says what a similarity means on the scale of those who judged, flat beyond what they saw', () => {
    expect([0, 0.25, 0.5, 0.75, 1].map((similarity) => scorer.relatedness(similarity))).toEqual([1, 2.5, 4, 4.5, 5])
    const narrow: Calibration = { similarity: [0.25, 0.5], score: [0, 9] }
    expect([0, 0.25, 0.375, 0.5, 1].map((similarity) => calibrate(narrow, [1, 5], similarity))).toEqual([
      1, 1, 4.5, 5, 5
    ])
  })
})

describe('The files of a pair scorer', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'leitmotif-pairs-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  async function write(name: string, files: ReadonlyMap<string, Uint8Array>): Promise<string> {
    const path = join(folder, name)
    await mkdir(path, { recursive: true })
    for (const [file, bytes] of files) await writeFile(join(path, file), bytes)
    return path
  }

  const encoderFiles = (table = vectors): Promise<Files> =>
    packBundle(
      { ...origin, name: 'tiny', mined: {}, corpora: [], seed: 1, measured: [] },
      {
        words,
        vectors: table,
        networks: {
          static: { weights: new Float32Array(words.length).fill(1), projection: floats(DIMS * 3), dims: 3 }
        }
      },
      8
    )

  it('may leave the words to the encoder bundle beside it, or wherever that is', async () => {
    const files = await packPairScorer(origin, { ...parts, bundle: 'tiny' })
    expect([...files.keys()]).toEqual(['malstm.bin', 'pairs.json'])
    const place = await write('tiny-pairs', files)
    await write('tiny', await encoderFiles())
    const own = await scorerOf(await packPairScorer(origin, parts))
    const sentences = ['The keeper feeds a goat.', 'Rain.']
    for (const opened of [
      await loadPairScorer(`${place}/`),
      await loadPairScorer(pathToFileURL(place)),
      await loadPairScorer(place, { words: join(folder, 'tiny') })
    ]) {
      expect(opened.fingerprint).toBe(own.fingerprint)
      expect(opened.embed(sentences)).toEqual(own.embed(sentences))
    }
  })

  it('may have more values of words than their vectors, which it stores itself', async () => {
    const draw = createRandom('more')
    const more = { dims: 4, values: Int8Array.from({ length: words.length * 4 }, () => draw.integer(11) - 5) }
    const wide = networks.map((network) => ({ ...network, input: floats((DIMS + more.dims) * 4 * HIDDEN) }))
    const sentences = ['The keeper feeds a goat.', 'Rain.']
    const expected = (
      await scorerOf(await packPairScorer(origin, { ...parts, vectors: widenTable(vectors, more), networks: wide }))
    ).embed(sentences)
    const own = await scorerOf(await packPairScorer(origin, { ...parts, more, networks: wide }))
    expect(own.embed(sentences)).toEqual(expected)
    const files = await packPairScorer(origin, { ...parts, more, networks: wide, bundle: 'tiny' })
    expect([...files.keys()]).toEqual(['more-values.bin', 'malstm.bin', 'pairs.json'])
    const place = await write('wide-pairs', files)
    const encoder = await write('wide', await encoderFiles(vectors))
    const opened = await loadPairScorer(place, { words: encoder })
    expect(opened.embed(sentences)).toEqual(expected)
    expect(opened.fingerprint).toBe(own.fingerprint)
    const altered = new Map(files).set(
      'more-values.bin',
      files.get('more-values.bin')!.map((byte) => byte ^ 1)
    )
    await expect(loadPairScorer(await write('altered', altered), { words: encoder })).rejects.toThrow(
      /more-values\.bin was altered/
    )
  })

  it('are refused with an encoder bundle of other words, or none', async () => {
    const place = await write('tiny-pairs', await packPairScorer(origin, { ...parts, bundle: 'tiny' }))
    const other = quantizeRows({ count: words.length, dims: DIMS, data: floats(words.length * DIMS) })
    const elsewhere = await write('other', await encoderFiles(other))
    await expect(loadPairScorer(place, { words: elsewhere })).rejects.toThrow(
      /needs the words of tiny as it was trained with: vectors\.bin was altered/
    )
    await expect(loadPairScorer(place, { words: join(folder, 'nowhere') })).rejects.toThrow(
      /needs the words of tiny .*nowhere: can't read vocabulary\.txt \(ENOENT\).*put the folder tiny beside/
    )
  })

  const forged: readonly [string, (manifest: Record<string, unknown>) => unknown, RegExp][] = [
    [
      'of another kind',
      () => ({ format: 'leitmotif-encoder' }),
      /format is "leitmotif-encoder"; expected 'leitmotif-p/
    ],
    ['of a version to come', () => ({ version: 2 }), /version is 2; expected 1: update this program/],
    ['with more networks than it has', (m) => ({ network: { ...(m.network as object), count: 3 } }), /fingerprint is/],
    ['with another calibration', () => ({ calibration: { similarity: [0, 1], score: [1, 5] } }), /fingerprint is/],
    ['with similarities in disorder', () => ({ calibration: { similarity: [1, 0], score: [1, 5] } }), /\[1\] is 0/],
    ['with fewer scores', () => ({ calibration: { similarity: [0, 1], score: [1] } }), /score is a list; expected 2/],
    ['without a scale', () => ({ scale: [5, 1] }), /scale is a list; expected the least and the greatest score/],
    ['of other rules for words', () => ({ tokenizer: { name: 'spaces', version: 1 } }), /tokenizer\.name is "spaces"/]
  ]
  it.each(forged)('are refused %s', async (_, change, message) => {
    const files = await packPairScorer(origin, parts)
    const manifest = JSON.parse(new TextDecoder().decode(files.get('pairs.json'))) as Record<string, unknown>
    files.set('pairs.json', new TextEncoder().encode(JSON.stringify({ ...manifest, ...(change(manifest) as object) })))
    await expect(scorerOf(files)).rejects.toThrow(message)
  })

  it('are refused where an encoder bundle is named that is no plain name', async () => {
    const files = await packPairScorer(origin, parts)
    const manifest = JSON.parse(new TextDecoder().decode(files.get('pairs.json'))) as PairManifest
    const outside = { ...manifest, words: { ...manifest.words, bundle: '../../secret' } }
    files.set('pairs.json', new TextEncoder().encode(JSON.stringify(outside)))
    await expect(scorerOf(files)).rejects.toThrow(/words\.bundle is "\.\.\/\.\.\/secret"; expected the plain name/)
  })

  it('are refused altered or cut short, and not written with weights that are no numbers', async () => {
    const place = await write('cut', await packPairScorer(origin, parts))
    const network = await readFile(join(place, 'malstm.bin'))
    await writeFile(join(place, 'malstm.bin'), network.subarray(4))
    await expect(loadPairScorer(place)).rejects.toThrow(/malstm\.bin is cut short/)
    network[0] ^= 1
    await writeFile(join(place, 'malstm.bin'), network)
    await expect(loadPairScorer(place)).rejects.toThrow(/malstm\.bin was altered/)
    const broken = [{ ...networks[0], bias: new Float32Array(4 * HIDDEN).fill(NaN) }]
    await expect(packPairScorer(origin, { ...parts, networks: broken })).rejects.toThrow(/is NaN; expected finite/)
    await expect(packPairScorer(origin, { ...parts, networks: [] })).rejects.toThrow(/network\.hidden is 0/)
  })
})

it('A pair scorer of the distance l2 compares states by it, and has another fingerprint', async () => {
  const files = await packPairScorer(origin, { ...parts, networks: networks.slice(0, 1), distance: 'l2' })
  const euclidean = await scorerOf(files)
  const manhattan = await scorerOf(await packPairScorer(origin, { ...parts, networks: networks.slice(0, 1) }))
  const states = euclidean.embed(['the keeper feeds a goat', 'two sheep in rain'])
  const differences = Array.from({ length: HIDDEN }, (_, h) => states.data[h] - states.data[HIDDEN + h])
  expect(euclidean.similarity(states, 0, states, 1)).toBeCloseTo(Math.exp(-Math.hypot(...differences)), 10)
  expect(manhattan.similarity(states, 0, states, 1)).toBeLessThan(euclidean.similarity(states, 0, states, 1))
  expect(euclidean.fingerprint).not.toBe(manhattan.fingerprint)
  const text = new TextDecoder().decode(files.get('pairs.json')).replace('"l2"', '"l3"')
  const altered = new Map(files).set('pairs.json', new TextEncoder().encode(text))
  await expect(scorerOf(altered)).rejects.toThrow('network.distance')
})
