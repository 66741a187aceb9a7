import { createRandom } from '@leitmotif/encoder/vectors'
import { slopesApart } from '@leitmotif/testing'
import type { Scalar, Tensor2D } from '@tensorflow/tfjs'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadBackend, type TensorFlow } from '../backend/backend.js'
import { createBatches, type Batch } from '../batches/batches.js'
import { contrastLoss } from './losses.js'

let tf: TensorFlow
beforeAll(async () => {
  tf = (await loadBackend()).tf
})

const DIMS = 5

/** Two articles of unlike length, so that some slots are empty. */
function smallBatch(): Batch {
  const article = (sections: number[]) =>
    sections.map((section, i) => ({ rows: Uint32Array.of(i), section, position: i * 2 }))
  return createBatches([article([0, 0, 0, 1, 1]), article([0, 0, 1])], { sentences: 12, slots: 6 }).at(0)
}

function randomRows(batch: Batch): number[][] {
  const random = createRandom('rows')
  return Array.from(batch.filled, (filled) => {
    const vector = Array.from({ length: DIMS }, () => random.normal())
    return vector.map((value) => (filled * value) / Math.hypot(...vector))
  })
}

const unit = (vector: readonly number[]): number[] => vector.map((value) => value / Math.hypot(...vector))

/** The loss as its definition says it. */
function lossOf(rows: readonly number[][], batch: Batch, temperature: number): number {
  const cosine = (a: number, b: number): number => rows[a].reduce((sum, value, d) => sum + value * rows[b][d], 0)
  let sum = 0
  let pairs = 0
  for (let a = 0; a < batch.articles; a++) {
    for (let p = 0; p < batch.slots; p++) {
      const pivot = a * batch.slots + p
      const others = Array.from({ length: batch.slots }, (_, o) => o)
      const mask = (of: Float32Array, o: number): boolean => of[pivot * batch.slots + o] === 1
      const score = (o: number): number => Math.exp(cosine(pivot, a * batch.slots + o) / temperature)
      const against = others.filter((o) => mask(batch.negatives, o)).reduce((total, o) => total + score(o), 0)
      for (const o of others.filter((other) => mask(batch.positives, other))) {
        sum -= Math.log(score(o) / (score(o) + against))
        pairs++
      }
    }
  }
  return sum / pairs
}

function measure(rows: readonly number[][], batch: Batch, contextShare: number): number {
  return tf.tidy(
    () => contrastLoss(tf, tf.tensor2d(rows as number[][]), batch, { temperature: 0.2, contextShare }).dataSync()[0]
  )
}

/** How far the slopes of a loss are from those that small changes show, of the rows that are not zero. */
function slopesOff(loss: (rows: Tensor2D) => Scalar, rows: number[][], step: number): number {
  const slopes = tf.tidy(
    () =>
      tf
        .grad((x) => loss(x as Tensor2D))(tf.tensor2d(rows))
        .arraySync() as number[][]
  )
  const places = [...rows.keys()].filter((r) => rows[r].some((value) => value !== 0))
  const at = (moved: number[][]): number => {
    const all = [...rows]
    places.forEach((r, i) => (all[r] = moved[i]))
    return tf.tidy(() => loss(tf.tensor2d(all)).dataSync()[0])
  }
  const of = (all: number[][]): number[][] => places.map((r) => all[r])
  return slopesApart(at, of(rows), of(slopes).flat(), step)
}

describe('The contrast within articles', () => {
  it('is 0 of a step without a pair, as that of sections of one sentence each', () => {
    const article = [0, 1, 2].map((section) => ({ rows: Uint32Array.of(section), section, position: 0 }))
    const batch = createBatches([article], { sentences: 4, slots: 4 }).at(0)
    for (const share of [0, 0.5, 1]) expect(measure(randomRows(batch), batch, share)).toBe(0)
  })

  it('is the cross entropy of telling a positive from the sentences of other sections', () => {
    const batch = smallBatch()
    const rows = randomRows(batch)
    expect(measure(rows, batch, 0)).toBeCloseTo(lossOf(rows, batch, 0.2), 4)
  })

  it('looks, as far as it is told to, at vectors less the mean of their article', () => {
    const batch = smallBatch()
    const rows = randomRows(batch)
    const centred = rows.map((vector, index) => {
      if (batch.filled[index] === 0) return vector
      const first = index - (index % batch.slots)
      const own = rows.slice(first, first + batch.slots).filter((_, o) => batch.filled[first + o] === 1)
      return unit(vector.map((value, d) => value - own.reduce((sum, other) => sum + other[d], 0) / own.length))
    })
    const [plain, context] = [lossOf(rows, batch, 0.2), lossOf(centred, batch, 0.2)]
    expect(measure(rows, batch, 1)).toBeCloseTo(context, 4)
    expect(measure(rows, batch, 0.25)).toBeCloseTo(0.75 * plain + 0.25 * context, 4)
  })

  it.each([0, 1])('has the slopes that small changes show, with a context share of %d', (contextShare) => {
    const batch = smallBatch()
    const rows = randomRows(batch)
    const loss = (x: Tensor2D): Scalar => contrastLoss(tf, x, batch, { temperature: 0.2, contextShare })
    expect(slopesOff(loss, rows, 5e-3)).toBeLessThan(0.01)
  })

  it('leaves sentences without words at zero when it takes the mean off, as encoding does', () => {
    const whole = smallBatch()
    const batch = { ...whole, sentences: whole.sentences.map((rows, i) => (i === 1 ? new Uint32Array(0) : rows)) }
    const rows = randomRows(batch).map((vector, i) => (i === 1 ? vector.map(() => 0) : vector))
    const centred = rows.map((vector, index) => {
      if (batch.sentences[index].length === 0) return vector
      const first = index - (index % batch.slots)
      const own = rows.slice(first, first + batch.slots).filter((_, o) => batch.filled[first + o] === 1)
      return unit(vector.map((value, d) => value - own.reduce((sum, other) => sum + other[d], 0) / own.length))
    })
    expect(measure(rows, batch, 1)).toBeCloseTo(lossOf(centred, batch, 0.2), 4)
  })

  it('has a finite loss and slopes at the least temperature, for the worst of vectors', () => {
    const batch = smallBatch()
    // Every sentence is the opposite of its neighbours, those of its own section included.
    const rows = tf.tensor2d(Array.from(batch.filled, (filled, i) => [filled * (i % 2 === 0 ? 1 : -1), 0]))
    const loss = (x: Tensor2D) => contrastLoss(tf, x, batch, { temperature: 0.03, contextShare: 0 })
    const { value, grad } = tf.valueAndGrad((x) => loss(x as Tensor2D))(rows)
    expect(value.dataSync()[0]).toBeGreaterThan(10)
    expect(grad.dataSync<'float32'>().every(Number.isFinite)).toBe(true)
    tf.dispose([rows, value, grad])
  })

  it('leaves no tensor but the loss', () => {
    const batch = smallBatch()
    const vectors = tf.tensor2d(randomRows(batch))
    const before = tf.memory().numTensors
    const loss = contrastLoss(tf, vectors, batch, { temperature: 0.1, contextShare: 0.5 })
    expect(tf.memory().numTensors).toBe(before + 1)
    tf.dispose([loss, vectors])
  })
})
