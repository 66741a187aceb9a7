import { beforeAll, describe, expect, it } from 'vitest'
import { loadBackend, type TensorFlow } from '../backend/backend.js'
import { clipGradients } from './optimizer.js'

describe('Clipping', () => {
  let tf: TensorFlow
  beforeAll(async () => {
    tf = (await loadBackend()).tf
  })

  it('scales gradients down together when they are too long together, and leaves others as they are', () => {
    const before = tf.memory().numTensors
    const clip = (most: number): number[][] => {
      const clipped = clipGradients(tf, { a: tf.tensor1d([3, 0]), b: tf.tensor1d([-4]) }, most)
      const values = ['a', 'b'].map((name) => [...clipped[name].dataSync()])
      tf.dispose(clipped)
      return values
    }
    expect(clip(5)).toEqual([[3, 0], [-4]])
    const [[a, zero], [b]] = clip(1)
    expect([a, zero, b]).toEqual([expect.closeTo(0.6, 6), 0, expect.closeTo(-0.8, 6)])
    expect(tf.memory().numTensors).toBe(before)
  })
})
