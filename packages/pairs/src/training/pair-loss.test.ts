import { createRandom } from '@leitmotif/encoder/vectors'
import { slopesApart } from '@leitmotif/testing'
import type { Tensor2D } from '@tensorflow/tfjs'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadBackend, type TensorFlow } from '@leitmotif/trainer/training'
import { PAIR_DISTANCES } from '../scorer/pair-manifest.js'
import { scoreLoss, similarities } from './pair-training.js'

let tf: TensorFlow
beforeAll(async () => {
  tf = (await loadBackend()).tf
})

const random = createRandom('pairs')
// Three sentences, then what each is compared with.
const ROWS = Array.from({ length: 6 }, () => Array.from({ length: 4 }, () => 0.4 * random.normal()))
const SCORES = [0.9, 0.1, 0.5]

describe.each(PAIR_DISTANCES)('Pairs by the distance %s', (distance) => {
  const alike = (rows: readonly (readonly number[])[]): number[] =>
    tf.tidy(() => [...similarities(tf, tf.tensor2d(rows as number[][]), distance).dataSync<'float32'>()])
  const loss = (vectors: Tensor2D): ReturnType<typeof scoreLoss> =>
    scoreLoss(tf, similarities(tf, vectors, distance), SCORES)

  it('are as alike as exp of less what lies between them, and wholly where they are the same', () => {
    const between = (a: readonly number[], b: readonly number[]): number => {
      const differences = a.map((value, d) => Math.abs(value - b[d]))
      return distance === 'l1' ? differences.reduce((sum, each) => sum + each, 0) : Math.hypot(...differences)
    }
    alike(ROWS).forEach((found, i) => {
      expect(found).toBeCloseTo(Math.exp(-between(ROWS[i], ROWS[i + 3])), 5)
    })
    expect(alike([ROWS[0], ROWS[0]])[0]).toBeCloseTo(1, 5)
  })

  it('lose the mean square of what they are off by, with the slopes that small changes show', () => {
    const measure = (rows: readonly (readonly number[])[]): number =>
      tf.tidy(() => loss(tf.tensor2d(rows as number[][])).dataSync()[0])
    const off = alike(ROWS).map((found, i) => (found - SCORES[i]) ** 2)
    expect(measure(ROWS)).toBeCloseTo(off.reduce((sum, each) => sum + each, 0) / 3, 5)
    const slopes = tf.tidy(() =>
      tf
        .grad((rows) => loss(rows as Tensor2D))(tf.tensor2d(ROWS))
        .dataSync<'float32'>()
    )
    expect(slopesApart(measure, ROWS, slopes, 5e-3)).toBeLessThan(2e-3)
    expect(Math.max(...slopes.map(Math.abs))).toBeGreaterThan(0.01)
  })

  it('have a slope that is a number where two sentences are the same', () => {
    const same = [ROWS[0], ROWS[1], ROWS[0], ROWS[2]]
    const slopes = tf.tidy(() =>
      tf
        .grad((rows) => scoreLoss(tf, similarities(tf, rows as Tensor2D, distance), [0.5, 0.5]))(tf.tensor2d(same))
        .dataSync<'float32'>()
    )
    expect(slopes.every(Number.isFinite)).toBe(true)
  })
})
