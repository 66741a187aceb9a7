import { beforeAll, describe, expect, it } from 'vitest'
import { createAverages } from './averages.js'
import { loadBackend, type TensorFlow } from '../backend/backend.js'

describe('Averages of weights', () => {
  let tf: TensorFlow
  beforeAll(async () => {
    tf = (await loadBackend()).tf
  })

  it('follow the weights, stand in for them while something is done, and leave them as they were', async () => {
    const before = tf.memory().numTensors
    const weights = tf.tidy(() => tf.variable(tf.tensor1d([0, 8])))
    const averages = createAverages(tf, [weights], 0.5)
    const set = (value: number, step: number): void => {
      tf.tidy(() => {
        weights.assign(tf.tensor1d([value, 8]))
      })
      averages.take(step)
    }
    const read = (): number => weights.dataSync()[0]
    set(1, 1)
    expect(await averages.during(read)).toBeCloseTo(0.9) // the start is soon forgotten
    for (let step = 100; step < 120; step++) set(step % 2, step)
    expect(await averages.during(read)).toBeCloseTo(2 / 3, 3) // 1, and half of what was: 1/2, 1/4 of the rest …
    expect(read()).toBe(1)
    const failed = averages.during(() => {
      throw new Error('in between')
    })
    await expect(failed).rejects.toThrow('in between')
    expect([...weights.dataSync()]).toEqual([1, 8])
    averages.dispose()
    weights.dispose()
    expect(tf.memory().numTensors).toBe(before)
  })
})
