import { quantizeRows, type WordTable } from '@leitmotif/encoder/training'
import { createRandom } from '@leitmotif/encoder/vectors'
import type { LstmWeights } from '../scorer/lstm-states.js'
import type { Scalar } from '@tensorflow/tfjs'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadBackend, type TensorFlow } from '@leitmotif/trainer/training'
import { createMalstm, type MalstmOptions, type TrainableMalstm } from './malstm.js'

let tf: TensorFlow
beforeAll(async () => {
  tf = (await loadBackend()).tf
})

const WORDS = 20
const INPUTS = 5
const HIDDEN = 6
const sentences = [[0, 1, 2], [3, 3, 8], [], [5], [7, 6, 5, 4, 3, 2, 1, 0]]

function randomTable(): WordTable {
  const random = createRandom('table')
  const data = Float32Array.from({ length: WORDS * INPUTS }, () => random.normal())
  return quantizeRows({ count: WORDS, dims: INPUTS, data })
}

function create(options: Partial<MalstmOptions> = {}, weights?: LstmWeights): TrainableMalstm {
  return createMalstm(tf, randomTable(), { hidden: HIDDEN, spread: 0.4, seed: 5, ...options }, weights)
}

function encode(network: TrainableMalstm, of: readonly number[][], step?: number): number[][] {
  const states = network.encode(of, step)
  const rows = states.arraySync()
  states.dispose()
  return rows
}

/** The network as its definition says it, one word after the other. */
function definition({ input, recurrent, bias }: LstmWeights, sentence: readonly number[]): number[] {
  const { scales, rows } = randomTable()
  const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x))
  let state = new Array<number>(HIDDEN).fill(0)
  let cell = [...state]
  for (const word of sentence) {
    const sums = Array.from(bias, (start, column) => {
      let sum = start
      for (let d = 0; d < INPUTS; d++) sum += scales[word] * rows[word * INPUTS + d] * input[d * bias.length + column]
      return state.reduce((total, value, j) => total + value * recurrent[j * bias.length + column], sum)
    })
    cell = cell.map((c, j) => sigmoid(sums[2 * HIDDEN + j]) * c + sigmoid(sums[j]) * Math.tanh(sums[3 * HIDDEN + j]))
    state = cell.map((c, j) => sigmoid(sums[HIDDEN + j]) * Math.tanh(c))
  }
  return state
}

describe('The Manhattan LSTM in training', () => {
  it('gives the state after the last word, as its definition says; zeros to a sentence without words', () => {
    const network = create()
    const weights = network.weights()
    encode(network, sentences).forEach((state, s) => {
      definition(weights, sentences[s]).forEach((value, j) => {
        expect(state[j]).toBeCloseTo(value, 5)
      })
    })
    network.dispose()
  })

  it('has the slopes that small changes of its weights show', () => {
    const network = create()
    const target = tf.tensor2d(
      sentences.flatMap((_, s) => Array.from({ length: HIDDEN }, (_, j) => Math.sin(s + j))),
      [sentences.length, HIDDEN]
    )
    const loss = (): Scalar => tf.tidy(() => network.encode(sentences).mul(target).sum().asScalar())
    const list = [...network.variables.values()]
    const { value, grads } = tf.variableGrads(loss, list)
    for (const [name, variable] of network.variables) {
      const slopes = grads[variable.name].dataSync<'float32'>()
      const before = variable.dataSync<'float32'>().slice()
      const direction = before.map((_, i) => Math.sin(7 * i + 1))
      const at = (distance: number): number => {
        const moved = before.map((value, i) => value + distance * direction[i])
        tf.tidy(() => {
          variable.assign(tf.tensor(moved, variable.shape))
        })
        return tf.tidy(() => loss().dataSync()[0])
      }
      const found = (at(0.005) - at(-0.005)) / 0.01
      at(0)
      const expected = slopes.reduce((sum, slope, i) => sum + slope * direction[i], 0)
      expect(Math.abs(found - expected), name).toBeLessThan(0.01 * Math.max(1, Math.abs(expected)))
    }
    tf.dispose([value, target])
    tf.dispose(grads)
    network.dispose()
  })

  it('begins with open forget gates, and small weights by its seed', () => {
    const [one, same, other] = [create(), create(), create({ seed: 6 })]
    const { bias, input } = one.weights()
    expect([...bias.subarray(2 * HIDDEN, 3 * HIDDEN)]).toEqual(new Array(HIDDEN).fill(2.5))
    expect(Math.max(...input.map(Math.abs))).toBeLessThan(2)
    expect(same.weights()).toEqual(one.weights())
    expect(other.weights().input).not.toEqual(input)
    for (const network of [one, same, other]) network.dispose()
  })

  it('goes on from weights that it gave', () => {
    const first = create()
    const again = create({ seed: 9 }, first.weights())
    expect(encode(again, sentences)).toEqual(encode(first, sentences))
    for (const network of [first, again]) network.dispose()
  })

  it('drops values in training alone, by the step', () => {
    const network = create({ inputDropout: 0.5, wordDropout: 0.3 })
    const plain = create()
    expect(encode(network, sentences)).toEqual(encode(plain, sentences))
    expect(encode(network, sentences, 3)).toEqual(encode(network, sentences, 3))
    expect(encode(network, sentences, 3)).not.toEqual(encode(network, sentences, 4))
    for (const each of [network, plain]) each.dispose()
  })

  it('drops the same values of a word wherever it stands, so that equal sentences stay equal', () => {
    const network = create({ inputDropout: 0.5 })
    const [one, other, again] = encode(network, [[1, 2, 1], [4], [1, 2, 1]], 3)
    expect(again).toEqual(one)
    expect(other).not.toEqual(one)
    network.dispose()
  })

  it('leaves no tensor behind', () => {
    const before = tf.memory().numTensors
    const network = create()
    const { value, grads } = tf.variableGrads(() => network.encode(sentences, 1).sum().asScalar())
    tf.dispose([value])
    tf.dispose(grads)
    network.dispose()
    expect(tf.memory().numTensors).toBe(before)
  })
})
