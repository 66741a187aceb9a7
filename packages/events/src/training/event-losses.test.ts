import { createRandom } from '@leitmotif/encoder/vectors'
import { slopesApart } from '@leitmotif/testing'
import type { Scalar, Tensor2D } from '@tensorflow/tfjs'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadBackend, type TensorFlow } from '@leitmotif/trainer/training'
import { dynamicMargins, l1Penalty, l2Penalty, marginLoss, tripletScoreLoss } from './event-losses.js'

let tf: TensorFlow
beforeAll(async () => {
  tf = (await loadBackend()).tf
})

describe('The losses of events', () => {
  it('are nothing where real events score a margin above those with another subject, and what is missing elsewhere', () => {
    const scores = tf.tensor2d([
      [0.9, -0.2, 0.4],
      [0.1, 0.3, -0.9]
    ])
    // missing: 0, .5; 1.2, 0
    expect(marginLoss(tf, scores, 1).dataSync()[0]).toBeCloseTo((0 + 0.5 + 1.2 + 0) / 4, 5)
  })

  it('ask for more the farther apart the subjects are: from e⁰ of equal ones to e² of opposite ones', () => {
    const subjects = tf.tensor2d([
      [2, 0],
      [5, 0],
      [0, 3],
      [-1, 0]
    ])
    const margins = dynamicMargins(tf, subjects, [[1, 0, 0, 0]]).arraySync()
    expect(margins[0][0]).toBeCloseTo(1, 5)
    expect(margins[2][0]).toBeCloseTo(Math.E, 5)
    expect(margins[3][0]).toBeCloseTo(Math.E ** 2, 4)
  })

  it('ask for no subjects that lie closer together', () => {
    const slope = tf.grad((subjects) => dynamicMargins(tf, subjects as Tensor2D, [[1, 0]]).sum())
    const subjects = tf.tensor2d([
      [2, 1],
      [0, 3]
    ])
    expect(Array.from(slope(subjects).dataSync())).toEqual([0, 0, 0, 0])
  })

  it('of triplets are nothing where another subject changes the score less than another object does', () => {
    const scores = tf.tensor2d([
      [0, 0.1, 0.2, 1, -1],
      [0, 0.5, 0, 0.5, 0]
    ])
    const [first, second] = [0, 1].map((row) => tripletScoreLoss(tf, scores.slice([row, 0], [1, 5]), 0.5).dataSync()[0])
    expect(first).toBe(0)
    expect(second).toBeCloseTo(0.5, 5)
  })

  it('have the slopes that small changes show', () => {
    const random = createRandom('events')
    const scores = Array.from({ length: 2 }, () => Array.from({ length: 5 }, () => random.normal()))
    const losses: ((x: Tensor2D) => Scalar)[] = [
      (x) => marginLoss(tf, x, 0.5),
      (x) =>
        marginLoss(
          tf,
          x,
          tf.tensor2d([
            [1, 1.5, 2, 2.5],
            [3, 2, 1, 0.5]
          ])
        ),
      (x) => tripletScoreLoss(tf, x, 0.5),
      (x) => l1Penalty(tf, [x], 0.1),
      (x) => l2Penalty(tf, [x], 0.1)
    ]
    for (const loss of losses) {
      const slopes = tf.tidy(() =>
        tf
          .grad((x) => loss(x as Tensor2D))(tf.tensor2d(scores))
          .dataSync()
      )
      const at = (moved: number[][]): number => tf.tidy(() => loss(tf.tensor2d(moved)).dataSync()[0])
      expect(slopesApart(at, scores, slopes, 5e-3)).toBeLessThan(0.01)
      expect(Math.max(...Array.from(slopes, Math.abs))).toBeGreaterThan(0.05)
    }
  })

  it('add the sum of absolute or of squared weights', () => {
    const weights = [tf.tensor1d([1, -2]), tf.tensor2d([[0.5], [-0.5]])]
    expect(l1Penalty(tf, weights, 0.1).dataSync()[0]).toBeCloseTo(0.4, 5)
    expect(l2Penalty(tf, weights, 0.1).dataSync()[0]).toBeCloseTo(0.55, 5)
  })
})
