import { createRandom } from '@leitmotif/encoder/vectors'
import { slopesApart } from '@leitmotif/testing'
import type { Scalar, Tensor2D } from '@tensorflow/tfjs'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadBackend, type TensorFlow } from '../backend/backend.js'
import { hingeLoss, paperLoss, type Distance } from './triplet-losses.js'
import type { TripletIndices } from '../batches/triplet-batches.js'

let tf: TensorFlow
beforeAll(async () => {
  tf = (await loadBackend()).tf
})

const SENTENCES = 7
const DIMS = 5
const DISTANCES: Distance[] = ['l1', 'l2', 'cosine']
const triplets: TripletIndices[] = [
  [0, 1, 2],
  [1, 0, 5],
  [3, 4, 6],
  [6, 3, 0]
]

function randomRows(): number[][] {
  const random = createRandom('triplets')
  return Array.from({ length: SENTENCES }, () => Array.from({ length: DIMS }, () => random.normal()))
}

/** The distances as their definitions say them. */
function apart(a: readonly number[], b: readonly number[], distance: Distance): number {
  const differences = a.map((value, d) => value - b[d])
  if (distance === 'l1') return differences.reduce((sum, value) => sum + Math.abs(value), 0)
  if (distance === 'l2') return Math.hypot(...differences)
  return 1 - a.reduce((sum, value, d) => sum + value * b[d], 0) / (Math.hypot(...a) * Math.hypot(...b))
}

type Loss = (vectors: Tensor2D) => Scalar

function measure(rows: readonly (readonly number[])[], loss: Loss): number {
  return tf.tidy(() => loss(tf.tensor2d(rows as number[][])).dataSync()[0])
}

describe.each(DISTANCES)('By the distance %s', (distance) => {
  const losses: Record<string, Loss> = {
    paper: (vectors) => paperLoss(tf, vectors, triplets, { distance }),
    hinge: (vectors) => hingeLoss(tf, vectors, triplets, { distance, margin: 0.5 })
  }
  const mean = (cost: (near: number, far: number) => number): number => {
    const rows = randomRows()
    const costs = triplets.map(([p, n, f]) =>
      cost(apart(rows[p], rows[n], distance), apart(rows[p], rows[f], distance))
    )
    return costs.reduce((sum, each) => sum + each, 0) / costs.length
  }

  it("the paper's loss is |p+| + |1 - p-| of the softmax over both distances", () => {
    const expected = mean((near, far) => {
      const total = Math.exp(near) + Math.exp(far)
      return Math.abs(Math.exp(near) / total) + Math.abs(1 - Math.exp(far) / total)
    })
    expect(measure(randomRows(), losses.paper)).toBeCloseTo(expected, 5)
  })

  it('the hinge loss is what a negative lacks of being farther by the margin', () => {
    const expected = mean((near, far) => Math.max(0, near - far + 0.5))
    expect(measure(randomRows(), losses.hinge)).toBeCloseTo(expected, 5)
  })

  it.each(['paper', 'hinge'])('the %s loss has the slopes that small changes show', (name) => {
    const rows = randomRows()
    const slopes = tf.tidy(() =>
      tf
        .grad((vectors) => losses[name](vectors as Tensor2D))(tf.tensor2d(rows))
        .dataSync<'float32'>()
    )
    expect(slopesApart((moved) => measure(moved, losses[name]), rows, slopes, 5e-3)).toBeLessThan(2e-3)
    expect(Math.max(...slopes.map(Math.abs))).toBeGreaterThan(0.01)
  })
})

describe('A triplet loss', () => {
  it('stays finite where a pivot and its positive are the same', () => {
    const rows = randomRows().with(1, randomRows()[0])
    for (const distance of DISTANCES) {
      const slopes = tf.tidy(() =>
        tf
          .grad((vectors) => hingeLoss(tf, vectors as Tensor2D, triplets, { distance, margin: 9 }))(tf.tensor2d(rows))
          .dataSync<'float32'>()
      )
      expect(slopes.every(Number.isFinite)).toBe(true)
    }
  })

  it('leaves no tensor but the loss', () => {
    const vectors = tf.tensor2d(randomRows())
    const before = tf.memory().numTensors
    const losses = [paperLoss(tf, vectors, triplets), hingeLoss(tf, vectors, triplets, { distance: 'cosine' })]
    expect(tf.memory().numTensors).toBe(before + 2)
    tf.dispose([vectors, ...losses])
  })
})
