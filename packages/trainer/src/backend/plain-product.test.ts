import type { Tensor } from '@tensorflow/tfjs'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadBackend, type TensorFlow } from './backend.js'

let tf: TensorFlow
beforeAll(async () => {
  tf = (await loadBackend(['@tensorflow/tfjs'])).tf
})

/** The product by broadcasting and summing alone. */
function plainProduct(a: Tensor, b: Tensor): Tensor {
  return a.expandDims(-1).mul(b.expandDims(-3)).sum(-2)
}

const turn = (tensor: Tensor): Tensor => {
  const order = tensor.shape.map((_, axis) => axis)
  return tensor.transpose([...order.slice(0, -2), order.at(-1)!, order.at(-2)!])
}

describe('The matrix product in plain JavaScript', () => {
  it('is the sum of products, in batches, turned or not, one side used again for all', () => {
    const size = fc.integer({ min: 1, max: 9 })
    const outer = fc.constantFrom<[number[], number[]]>(
      [[], []],
      [[3], [3]],
      [[3], [1]],
      [[1], [2]],
      [
        [2, 3],
        [2, 3]
      ]
    )
    fc.assert(
      fc.property(size, size, size, outer, fc.boolean(), fc.boolean(), (m, k, n, [outerA, outerB], turnA, turnB) => {
        tf.tidy(() => {
          const a = tf.randomNormal([...outerA, m, k], 0, 1, 'float32', 7)
          const b = tf.randomNormal([...outerB, k, n], 0, 1, 'float32', 8)
          const product = tf.matMul(turnA ? turn(a) : a, turnB ? turn(b) : b, turnA, turnB)
          const expected = plainProduct(a, b)
          expect(product.shape).toEqual(expected.shape)
          expect(product.sub(expected).abs().max().dataSync()[0]).toBeLessThan(1e-4)
        })
      }),
      { numRuns: 60 }
    )
  })

  it('has slopes, and leaves no tensor behind', () => {
    const before = tf.memory().numTensors
    const slope = tf.tidy(() => {
      const a = tf.tensor2d([1, 2, 3, 4], [2, 2])
      return tf
        .grad((x: Tensor) => tf.matMul(x, x).sum())(a)
        .arraySync()
    })
    expect(slope).toEqual([
      [7, 11],
      [9, 13]
    ])
    expect(tf.memory().numTensors).toBe(before)
  })
})
