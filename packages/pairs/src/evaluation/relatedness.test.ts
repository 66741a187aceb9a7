import { normalize, row } from '@leitmotif/encoder'
import { createRandom, zeroVectors } from '@leitmotif/encoder/vectors'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadBackend, type TensorFlow, type PairSet, type Measurable } from '@leitmotif/trainer/training'
import { measurePairScorer, measureRelatedness, measureScores } from './relatedness.js'
import { pairFeatures, predictScores } from './relatedness-classifier.js'

let tf: TensorFlow
beforeAll(async () => {
  tf = (await loadBackend()).tf
})

/** Sentences are two numbers: a place on a circle. People score two by how near they are. */
const encoder: Measurable = {
  encode: (sentences) => {
    const vectors = zeroVectors(sentences.length, 8)
    sentences.forEach((sentence, s) => {
      const angle = Number(sentence)
      row(vectors, s).set([Math.cos(angle), Math.sin(angle), Math.cos(2 * angle), Math.sin(2 * angle), 1])
      normalize(row(vectors, s))
    })
    return Promise.resolve(vectors)
  }
}

function drawn(name: string, count: number, judge: (near: number) => number): PairSet {
  const random = createRandom(name)
  const pairs = Array.from({ length: count }, () => {
    const [a, b] = [random.integer(30) / 5, random.integer(30) / 5]
    return { a: String(a), b: String(b), score: judge((1 + Math.cos(a - b)) / 2) }
  })
  return { name, scale: [1, 5], pairs }
}

function sets(judge: (near: number) => number): Record<'train' | 'trial' | 'test', PairSet> {
  return { train: drawn('train', 64, judge), trial: drawn('trial', 40, judge), test: drawn('test', 60, judge) }
}

describe('Relatedness', () => {
  it('is learned from judged pairs, the same each time, and leaves nothing in TensorFlow', async () => {
    const before = tf.memory().numTensors
    const near = sets((near) => near)
    const measured = await measureRelatedness(tf, encoder, near)
    expect(measured.pairs).toBe(60)
    expect(measured.pearson).toBeGreaterThan(0.85)
    expect(measured.spearman).toBeGreaterThan(0.85)
    for (const measure of ['pearson', 'spearman', 'mse'] as const) {
      const [low, high] = measured.intervals[measure]
      expect(low).toBeLessThan(measured[measure])
      expect(high).toBeGreaterThan(measured[measure])
    }
    expect(await measureRelatedness(tf, encoder, near)).toEqual(measured)
    expect(tf.memory().numTensors).toBe(before)
  }, 60_000)

  it('can be learned where the cosine has it wrong, and says how far its training is', async () => {
    const told: (readonly [done: number, total: number])[] = []
    const { pearson, cosine } = await measureRelatedness(
      tf,
      encoder,
      sets((near) => 1 - near),
      { onStep: (...step) => told.push(step) }
    )
    expect(cosine!.pearson).toBeLessThan(-0.5)
    expect(pearson).toBeGreaterThan(0.85)
    const steps = told.map(([done]) => done)
    expect(steps).toEqual([...steps].sort((a, b) => a - b))
    expect(steps.at(-1)).toBeLessThanOrEqual(told[0][1])
  })

  it('of a pair scorer is that of its scores as they are, on its own scale', () => {
    const scorer: Parameters<typeof measurePairScorer>[0] = {
      ...{ name: 'toy', license: '', fingerprint: '', scale: [1, 5] },
      embed: (sentences) => ({ count: sentences.length, dims: 1, data: Float32Array.from(sentences, Number) }),
      knows: () => true,
      similarity: (rows, i, others, j) => (1 + Math.cos(rows.data[i] - others.data[j])) / 2,
      relatedness: (similarity) => 1 + 4 * similarity
    }
    const { pearson, mse, trial, cosine } = measurePairScorer(
      scorer,
      sets((near) => near)
    )
    expect([pearson, mse, trial.pearson, trial.mse].map((figure) => figure.toFixed(6))).toEqual([
      '1.000000',
      '0.000000',
      '1.000000',
      '0.000000'
    ])
    expect(cosine).toBeUndefined()
    expect(
      measurePairScorer(
        { ...scorer, relatedness: (s) => 5 - 4 * s },
        sets((near) => near)
      ).pearson
    ).toBeCloseTo(-1, 6)
  })

  it('gives the error in points of the people’s scale', () => {
    const { mse } = measureScores([0.5, 0.75], [0.75, 0.5], { scale: [1, 5] })
    expect(mse).toBeCloseTo(1, 12)
    expect(measureScores([0.5, 0.75], [0.75, 0.5], { scale: [0, 5] }).mse).toBeCloseTo(1.25 ** 2, 12)
  })
})

describe('Shown pairs', () => {
  it('reach from the least to the most related, with the scores of people and model on their scale', async () => {
    const data = sets((near) => near)
    const { shown } = await measureRelatedness(tf, encoder, data, { show: 5 })
    expect(shown).toHaveLength(5)
    const scores = data.test.pairs.map(({ score }) => 1 + 4 * score).sort((a, b) => a - b)
    const given = shown!.map((pair) => pair.given)
    expect(given).toEqual([...given].sort((a, b) => a - b))
    expect([given[0], given[4]]).toEqual([scores[0], scores.at(-1)])
    for (const { a, b, predicted, given } of shown!) {
      expect(data.test.pairs.some((pair) => pair.a === a && pair.b === b)).toBe(true)
      expect(Math.abs(predicted - given)).toBeLessThan(2)
    }
    expect((await measureRelatedness(tf, encoder, data)).shown).toBeUndefined()
  })
})

describe('The features of a pair', () => {
  it('are the same either way round, and tell nothing of the number of dimensions', () => {
    const numbers = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 6, maxLength: 6 })
    fc.assert(
      fc.property(numbers, (list) => {
        const vectors = { count: 2, dims: 3, data: Float32Array.from(list) }
        const [there, back] = [
          [0, 1],
          [1, 0]
        ].map(([u, v]) => pairFeatures(vectors, [[u, v]]).data)
        expect(there).toEqual(back)
      })
    )
    const half = { count: 2, dims: 2, data: Float32Array.of(0.6, 0.8, 1, 0) }
    expect([...pairFeatures(half, [[0, 1]]).data].map((value) => value.toFixed(4))).toEqual([
      '0.5657',
      '1.1314',
      '1.2000',
      '0.0000'
    ])
  })
})

describe('A score', () => {
  it('is the mean of the whole scores by their shares, from 0 to 1', () => {
    const features = { count: 2, dims: 1, data: Float32Array.of(0, 1) }
    const bias = Float32Array.of(0, 0, 0)
    const predict = (...kernel: number[]): Float64Array =>
      predictScores([{ kernel: Float32Array.from(kernel), bias }], features)
    const [even, leaning] = predict(0, 0, Math.log(4))
    expect(even).toBeCloseTo(0.5, 6)
    expect(leaning).toBeCloseTo((1 * 1 + 4 * 2) / 6 / 2, 6)
    // Weights so large that their powers are no numbers.
    expect(predict(0, 0, 9000)[1]).toBe(1)
  })

  it('comes through sigmoids where there are units between', () => {
    const features = { count: 2, dims: 1, data: Float32Array.of(0, 50) }
    const first = { kernel: Float32Array.of(1), bias: Float32Array.of(0) }
    const second = { kernel: Float32Array.of(0, Math.log(9)), bias: Float32Array.of(0, 0) }
    const [half, whole] = predictScores([first, second], features)
    expect(half).toBeCloseTo(3 / 4, 6)
    expect(whole).toBeCloseTo(9 / 10, 6)
  })
})
