import { beforeAll, describe, expect, it } from 'vitest'
import { loadBackend, type TensorFlow } from '../backend/backend.js'
import { createOptimizer, OPTIMIZERS } from './optimizers.js'

let tf: TensorFlow
beforeAll(async () => {
  tf = (await loadBackend()).tf
})

/** Where the weights of a step by step descent stand, of the sum of (weight - 1)² * steepness. */
function descend(optimizer: (typeof OPTIMIZERS)[number], learningRate: number, steps: number): number[] {
  const steepness = [1, 100]
  const weights = tf.tidy(() => tf.variable(tf.tensor1d([0, 3])))
  const made = createOptimizer(tf, new Map([['weights', weights]]), { optimizer, learningRate })
  for (let step = 1; step <= steps; step++) {
    const gradients = tf.tidy(() => ({ weights: weights.sub(1).mul(2).mul(steepness) }))
    made.apply(step, gradients, 1)
    tf.dispose(gradients)
  }
  const values = [...weights.dataSync()]
  made.dispose()
  weights.dispose()
  return values
}

describe('The optimizers', () => {
  it.each([
    ['adam', 0.05, 400],
    ['adadelta', 1, 3000],
    ['sgd', 0.005, 1000]
  ] as const)('all find the lowest point: %s', (optimizer, learningRate, steps) => {
    const [slow, steep] = descend(optimizer, learningRate, steps)
    expect(slow).toBeCloseTo(1, 1)
    expect(steep).toBeCloseTo(1, 1)
  })

  it('leave no tensor behind', () => {
    const before = tf.memory().numTensors
    for (const optimizer of OPTIMIZERS) descend(optimizer, 0.001, 2)
    expect(tf.memory().numTensors).toBe(before)
  })
})

describe('Adadelta', () => {
  it("takes the paper's steps: the roots of the running squares of steps and of gradients, one by the other", () => {
    const expected = [0, 3]
    const state = [0, 1].map(() => ({ gradients: 0, steps: 0 }))
    for (let step = 0; step < 5; step++) {
      expected.forEach((weight, i) => {
        const gradient = 2 * (weight - 1) * [1, 100][i]
        state[i].gradients = 0.95 * state[i].gradients + 0.05 * gradient ** 2
        const change = (-Math.sqrt(state[i].steps + 1e-6) / Math.sqrt(state[i].gradients + 1e-6)) * gradient
        state[i].steps = 0.95 * state[i].steps + 0.05 * change ** 2
        expected[i] = weight + change
      })
    }
    const values = descend('adadelta', 1, 5)
    values.forEach((value, i) => {
      expect(value).toBeCloseTo(expected[i], 5)
    })
  })
})

describe('Plain descent', () => {
  it('goes against the gradient, as far as the learning rate says', () => {
    const [slow, steep] = descend('sgd', 0.001, 1)
    expect(slow).toBeCloseTo(0.002, 6)
    expect(steep).toBeCloseTo(2.6, 6)
  })
})
