import { quantizeRows, type WordTable } from '@leitmotif/encoder/training'
import { createRandom } from '@leitmotif/encoder/vectors'
import type { Scalar, Tensor, Tensor2D } from '@tensorflow/tfjs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadBackend, type TensorFlow } from '../backend/backend.js'
import { fit, type FitRun } from '../train/fit.js'
import { createTripletBatches } from '../batches/triplet-batches.js'
import { paperLoss } from '../train/triplet-losses.js'
import {
  createBilstmAttention,
  type BilstmAttentionOptions,
  type BilstmAttentionWeights,
  type TrainableBilstmAttention
} from './bilstm-attention.js'
import { beginFrom } from './trainable.js'

let tf: TensorFlow
beforeAll(async () => {
  tf = (await loadBackend()).tf
})

const WORDS = 20
const INPUTS = 5
const sentences = [[0, 1, 2], [3, 3, 8], [], [5], [7, 6, 5, 4, 3, 2, 1, 0]]
const small = { hidden: 4, attention: 3, seed: 5 }

function randomTable(dims: number): WordTable {
  const random = createRandom('table')
  return quantizeRows({ count: WORDS, dims, data: Float32Array.from({ length: WORDS * dims }, () => random.normal()) })
}

function create(options: Partial<BilstmAttentionOptions> = {}): TrainableBilstmAttention {
  return createBilstmAttention(tf, randomTable(INPUTS), { ...small, ...options })
}

/** Rows as plain arrays; disposes of the tensor. */
function rowsOf(tensor: Tensor2D): number[][] {
  const rows = tensor.arraySync()
  tensor.dispose()
  return rows
}

function encode(network: TrainableBilstmAttention, of: readonly number[][], step?: number): number[][] {
  return rowsOf(network.encode(of, step))
}

/** The network as its definition says it, one word after the other. */
function definition(weights: BilstmAttentionWeights, table: WordTable, sentence: readonly number[]): number[] {
  const { hidden, attention } = small
  const vectors = sentence.map((word) =>
    Array.from({ length: INPUTS }, (_, d) => table.scales[word] * table.rows[word * INPUTS + d])
  )
  const times = (vector: readonly number[], matrix: Float32Array, columns: number): number[] =>
    Array.from({ length: columns }, (_, c) =>
      vector.reduce((sum, value, r) => sum + value * matrix[r * columns + c], 0)
    )
  const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x))
  const run = (inputs: number[][], input: Float32Array, recurrent: Float32Array, bias: Float32Array): number[][] => {
    let state = new Array<number>(hidden).fill(0)
    let cell = [...state]
    return inputs.map((vector) => {
      const [fromInput, fromState] = [times(vector, input, 4 * hidden), times(state, recurrent, 4 * hidden)]
      const gate = (g: number, j: number): number => {
        const at = g * hidden + j
        return fromInput[at] + fromState[at] + bias[at]
      }
      cell = cell.map((c, j) => sigmoid(gate(2, j)) * c + sigmoid(gate(0, j)) * Math.tanh(gate(3, j)))
      state = cell.map((c, j) => sigmoid(gate(1, j)) * Math.tanh(c))
      return state
    })
  }
  const w = weights
  const ahead = run(vectors, w.forwardInput, w.forwardRecurrent, w.forwardBias)
  const back = run(vectors.toReversed(), w.backwardInput, w.backwardRecurrent, w.backwardBias).reverse()
  const scores = ahead.map((state, t) => {
    const [a, b] = [times(state, w.attentionForward, attention), times(back[t], w.attentionBackward, attention)]
    return a.reduce((sum, value, u) => sum + Math.tanh(value + b[u] + w.attentionBias[u]) * w.attentionContext[u], 0)
  })
  const total = scores.reduce((sum, score) => sum + Math.exp(score), 0)
  const shares = scores.map((score) => Math.exp(score) / total)
  return Array.from({ length: 2 * hidden }, (_, j) =>
    shares.reduce((sum, share, t) => sum + share * (j < hidden ? ahead[t][j] : back[t][j - hidden]), 0)
  )
}

function expectClose(found: readonly number[], expected: readonly number[], digits = 5): void {
  expect(found).toHaveLength(expected.length)
  found.forEach((value, i) => {
    expect(value).toBeCloseTo(expected[i], digits)
  })
}

describe('The bilstm-attention network in training', () => {
  it('gives what its definition gives', () => {
    const network = create({ unit: false })
    const weights = network.weights()
    encode(network, sentences).forEach((vector, s) => {
      expectClose(vector, definition(weights, randomTable(INPUTS), sentences[s]))
    })
    network.dispose()
  })

  it('gives a sentence the same vector alone and beside longer ones, and zeros to one without words', () => {
    const network = create()
    const together = encode(network, sentences)
    sentences.forEach((sentence, s) => {
      expectClose(encode(network, [sentence])[0], together[s], 6)
      expect(Math.hypot(...together[s])).toBeCloseTo(sentence.length > 0 ? 1 : 0, 5)
    })
    expect(encode(network, [])).toEqual([])
    network.dispose()
  })

  it('has the gradients that small changes of its weights show, with values dropped too', () => {
    const network = create({ inputDropout: 0.3, outputDropout: 0.3 })
    const random = createRandom('target')
    const size = [sentences.length, 2 * small.hidden] as const
    const target = tf.tensor2d(
      Float32Array.from({ length: size[0] * size[1] }, () => random.normal()),
      [...size]
    )
    const loss = (): Scalar => tf.tidy(() => network.encode(sentences, 7).mul(target).sum())
    const { value, grads } = tf.variableGrads(loss, [...network.variables.values()])
    const step = 1e-2
    let steepest = 0
    for (const variable of network.variables.values()) {
      const gradients = grads[variable.name].dataSync<'float32'>()
      const values = variable.dataSync<'float32'>().slice()
      const change = (index: number, by: number): void => {
        tf.tidy(() => {
          variable.assign(tf.tensor(values.with(index, values[index] + by), variable.shape))
        })
      }
      const lossAt = (index: number, by: number): number => {
        change(index, by)
        return tf.tidy(() => loss().dataSync()[0])
      }
      for (let index = 0; index < values.length; index++) {
        const gradient = (lossAt(index, step) - lossAt(index, -step)) / (2 * step)
        expect(Math.abs(gradient - gradients[index])).toBeLessThan(0.003 + 0.01 * Math.abs(gradient))
        steepest = Math.max(steepest, Math.abs(gradient))
      }
      change(0, 0)
    }
    expect(steepest).toBeGreaterThan(0.1)
    tf.dispose([value, target, ...Object.values(grads)] as Tensor[])
    network.dispose()
  })

  /** Gradients of all weights, one after the other. */
  function gradientsOf(network: TrainableBilstmAttention, loss: () => Scalar): number[] {
    const { value, grads } = tf.variableGrads(() => tf.tidy(loss), [...network.variables.values()])
    const gradients = [...network.variables.values()].flatMap(({ name }) => [...grads[name].dataSync<'float32'>()])
    tf.dispose([value, ...Object.values(grads)])
    return gradients
  }

  it('has the gradients of several batches in one loss', () => {
    const network = create({ inputDropout: 0.2 })
    const batches = [sentences, [[4, 4, 2]], [[1], [9, 9, 9, 9]]]
    const lossOf = (batch: number[][]): Scalar => network.encode(batch, 3).abs().sum()
    const apart = batches.map((batch) => gradientsOf(network, () => lossOf(batch)))
    const together = gradientsOf(network, () => tf.addN(batches.map(lossOf)))
    expectClose(
      together,
      together.map((_, i) => apart.reduce((sum, gradients) => sum + gradients[i], 0)),
      4
    )
    network.dispose()
  })

  it('has the same vectors and gradients for many sentences at a time as for few', () => {
    const network = create({ hidden: 64 })
    const random = createRandom('many')
    const many = Array.from({ length: 1500 }, () =>
      Array.from({ length: random.integer(4) }, () => random.integer(WORDS))
    )
    const few = Array.from({ length: 5 }, (_, i) => many.slice(300 * i, 300 * (i + 1)))
    const apart = few.map((batch) => gradientsOf(network, () => network.encode(batch).abs().mean().mul(1000)))
    const together = gradientsOf(network, () => network.encode(many).abs().mean().mul(1000))
    const farthest = (a: readonly number[], b: readonly number[]): number =>
      a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i])), 0)
    const mean = together.map((_, i) => apart.reduce((sum, gradients) => sum + gradients[i], 0) / few.length)
    expect(farthest(together, mean)).toBeLessThan(1e-4)
    expect(farthest(together, new Array<number>(together.length).fill(0))).toBeGreaterThan(0.5)
    const rows = few.flatMap((batch) => encode(network, batch).flat())
    expect(farthest(encode(network, many).flat(), rows)).toBeLessThan(1e-5)
    network.dispose()
  })

  it('drops values in training only, others at each step, and the same at the same step', () => {
    const network = create({ outputDropout: 0.5, unit: false })
    const plain = encode(network, sentences)
    expect(encode(network, sentences)).toEqual(plain)
    const [first, again, second] = [0, 0, 1].map((step) => encode(network, sentences, step))
    expect(again).toEqual(first)
    expect(second).not.toEqual(first)
    // The one word of this sentence has all the attention, so each value is dropped, or doubled to keep the mean.
    first[3].forEach((value, d) => {
      if (value !== 0) expect(value / plain[3][d]).toBeCloseTo(2, 4)
    })
    expect(first[3]).toContain(0)
    network.dispose()
  })

  it('leaves words out in training only, and never all of a sentence', () => {
    const [all, some] = [create(), create({ wordDropout: 0.99, outputDropout: 0 })]
    expect(encode(some, sentences)).toEqual(encode(all, sentences))
    const [short, again] = [0, 0].map((step) => encode(some, sentences, step))
    expect(again).toEqual(short)
    short.forEach((vector, s) => {
      const words = sentences[s].map((word) => encode(some, [[word]])[0])
      if (words.length === 0) expect(Math.hypot(...vector)).toBe(0)
      else
        expect(Math.min(...words.map((word) => Math.max(...word.map((v, d) => Math.abs(v - vector[d])))))).toBeLessThan(
          1e-5
        )
    })
    for (const each of [all, some]) each.dispose()
  })

  it('starts with open forget gates and recurrent weights that keep lengths, the same for the same seed', () => {
    const [a, b, c] = [1, 1, 2].map((seed) => create({ seed }))
    const weights = a.weights()
    const { hidden } = small
    expect(b.weights()).toEqual(weights)
    expect(c.weights().forwardInput).not.toEqual(weights.forwardInput)
    expect([...weights.forwardBias]).toEqual(Array.from({ length: 4 * hidden }, (_, i) => (i >> 2 === 2 ? 1 : 0)))
    for (let gate = 0; gate < 4; gate++) {
      const rows = Array.from({ length: hidden }, (_, r) =>
        weights.backwardRecurrent.slice((r * 4 + gate) * hidden, (r * 4 + gate + 1) * hidden)
      )
      rows.forEach((row, r) => {
        expectClose(
          rows.map((other) => other.reduce((sum, value, i) => sum + value * row[i], 0)),
          rows.map((_, o) => (o === r ? 1 : 0))
        )
      })
    }
    for (const network of [a, b, c]) network.dispose()
  })

  it('gives the same vectors from its saved weights', () => {
    const network = create()
    const saved = create({ seed: 9 })
    beginFrom(tf, saved, { ...network.weights() })
    expect(encode(saved, sentences)).toEqual(encode(network, sentences))
    for (const each of [network, saved]) each.dispose()
  })

  it('learns themes from triplets that only the order of words tells, and goes on from a checkpoint', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'leitmotif-bilstm-'))
    const whole = orderTask()
    const { score: before } = await whole.run.validate()
    const options = { steps: 90, warmUp: 5, learningRate: 0.02, validateEvery: 30 }
    const { best } = await fit(tf, whole.run, options)
    expect(before).toBeLessThan(0.7)
    expect(best.score).toBeGreaterThan(0.9)
    const checkpoint = { path: join(folder, 'state'), run: 'order' }
    const broken = orderTask()
    const onStep = (done: number): void => {
      if (done === 40) throw new Error('killed')
    }
    await expect(fit(tf, { ...broken.run, checkpoint, onStep }, options)).rejects.toThrow('killed')
    const resumed = orderTask()
    const steps: number[] = []
    await fit(tf, { ...resumed.run, checkpoint, onStep: (done) => steps.push(done) }, options)
    expect(steps[0]).toBe(31)
    expect(resumed.network.weights()).toEqual(whole.network.weights())
    for (const { network } of [whole, broken, resumed]) network.dispose()
    await rm(folder, { recursive: true })
  })

  it('leaves no tensor behind', () => {
    const before = tf.memory().numTensors
    const network = create({ inputDropout: 0.2 })
    const variables = tf.memory().numTensors
    for (let step = 0; step < 3; step++) {
      const loss = (): Scalar => paperLoss(tf, network.encode(sentences, step), [[0, 1, 3]])
      const { value, grads } = tf.variableGrads(() => tf.tidy(loss), [...network.variables.values()])
      tf.dispose([value, ...Object.values(grads)])
    }
    expect(tf.memory().numTensors).toBe(variables)
    network.dispose()
    expect(tf.memory().numTensors).toBe(before)
  })
})

/** Sections of sentences where one word comes before another, beside sections where it comes after it. */
function orderTask(): { network: TrainableBilstmAttention; run: FitRun } {
  const random = createRandom('order')
  const article = () =>
    Array.from({ length: 8 }, (_, index) => {
      const section = index >> 2
      const noise = (): number[] => Array.from({ length: random.integer(3) }, () => 2 + random.integer(WORDS - 2))
      const rows = Uint32Array.from([...noise(), section, ...noise(), 1 - section, ...noise()])
      return { rows, section, position: index & 3 }
    })
  const table = randomTable(INPUTS)
  const network = createBilstmAttention(tf, table, { hidden: 8, attention: 6, outputDropout: 0.1, unit: false })
  const articles = (count: number) => Array.from({ length: count }, article)
  const batches = createTripletBatches(articles(20), { batchTriplets: 24 })
  const judged = createTripletBatches(articles(20), { batchTriplets: 160 }).at(0)
  return {
    network,
    run: {
      variables: network.variables,
      loss: (step) => {
        const { sentences: drawn, triplets } = batches.at(step)
        return tf.tidy(() => paperLoss(tf, network.encode(drawn, step), triplets))
      },
      validate: () => {
        const rows = rowsOf(network.encode(judged.sentences))
        const apart = (a: number, b: number): number =>
          rows[a].reduce((sum, value, d) => sum + Math.abs(value - rows[b][d]), 0)
        const right = judged.triplets.filter(([pivot, near, far]) => apart(pivot, near) < apart(pivot, far))
        return { score: right.length / judged.triplets.length }
      }
    }
  }
}
