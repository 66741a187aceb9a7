import { dot, row } from '@leitmotif/encoder'
import { prepareStatic, quantizeRows, type WordTable } from '@leitmotif/encoder/training'
import { createRandom } from '@leitmotif/encoder/vectors'
import type { Scalar, Tensor } from '@tensorflow/tfjs'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadBackend, type TensorFlow } from '../backend/backend.js'
import { createStatic } from './static-network.js'

let tf: TensorFlow
beforeAll(async () => {
  tf = (await loadBackend()).tf
})

const WORDS = 9
const sentences = [[0, 1, 2], [3, 3, 8], [], [5], [7, 6, 5, 4, 3, 2, 1, 0]]

function randomTable(dims: number): WordTable {
  const random = createRandom('table')
  return quantizeRows({ count: WORDS, dims, data: Float32Array.from({ length: WORDS * dims }, () => random.normal()) })
}

describe('The static network in training', () => {
  it('gives the vectors that inference gives from its weights', () => {
    const table = randomTable(11)
    const network = createStatic(tf, table, [90, 50, 30, 20, 9, 5, 2, 1, 1], { dims: 14 })
    const trained = network.encode(sentences)
    const encoded = prepareStatic(network.weights(), table)(sentences)
    const values = trained.dataSync<'float32'>()
    for (let s = 0; s < sentences.length; s++) {
      const cosine = dot(values.slice(s * 14, (s + 1) * 14), row(encoded, s))
      if (sentences[s].length === 0) expect(cosine).toBe(0)
      else expect(cosine).toBeGreaterThan(0.99999)
    }
    trained.dispose()
    network.dispose()
  })

  it('starts with weights that fall with how frequent a word is, and the same for the same seed', () => {
    const counts = [900, 90, 9, 1, 0, 0, 0, 0, 0]
    const [a, b, c] = [1, 1, 2].map((seed) => createStatic(tf, randomTable(4), counts, { dims: 3, seed }))
    const { weights } = a.weights()
    expect([...weights]).toEqual([...weights].sort((x, y) => x - y))
    expect(weights[0]).toBeCloseTo(0.001 / 0.901, 5)
    expect(b.weights()).toEqual(a.weights())
    expect(c.weights().projection).not.toEqual(a.weights().projection)
    for (const network of [a, b, c]) network.dispose()
  })

  it('has the slopes that small changes of its weights show', () => {
    const network = createStatic(tf, randomTable(5), new Array<number>(WORDS).fill(1), { dims: 4, smoothing: 1 })
    const target = tf
      .tensor2d(
        createRandom('target')
          .fork('x')
          .shuffle([...Array(20).keys()]),
        [5, 4]
      )
      .div(20)
    const loss = (): Scalar => tf.tidy(() => network.encode(sentences).mul(target).sum())
    const { value, grads } = tf.variableGrads(loss, [...network.variables.values()])
    const step = 1e-2
    for (const variable of network.variables.values()) {
      const slopes = grads[variable.name].dataSync<'float32'>()
      const values = variable.dataSync<'float32'>().slice()
      const at = (index: number, change: number): number => {
        const moved = values.slice()
        moved[index] += change
        tf.tidy(() => {
          variable.assign(tf.tensor(moved, variable.shape))
        })
        const result = tf.tidy(loss)
        const number = result.dataSync()[0]
        result.dispose()
        return number
      }
      for (let index = 0; index < values.length; index++) {
        const slope = (at(index, step) - at(index, -step)) / (2 * step)
        expect(Math.abs(slope - slopes[index])).toBeLessThan(0.01 * Math.max(1, Math.abs(slope)))
        at(index, 0)
      }
    }
    tf.dispose([value, target, ...Object.values(grads)] as Tensor[])
    network.dispose()
  })

  it('leaves no tensor behind', () => {
    const before = tf.memory().numTensors
    const network = createStatic(tf, randomTable(6), new Array<number>(WORDS).fill(1), { dims: 4 })
    for (let i = 0; i < 3; i++) {
      const { value, grads } = tf.variableGrads(
        () => tf.tidy(() => network.encode(sentences).sum()),
        [...network.variables.values()]
      )
      tf.dispose([value, ...Object.values(grads)])
    }
    expect(tf.memory().numTensors).toBe(before + 2)
    network.dispose()
    expect(tf.memory().numTensors).toBe(before)
  })
})
