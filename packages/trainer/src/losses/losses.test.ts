import { createRandom } from '@leitmotif/encoder/vectors'
import { slopesApart } from '@leitmotif/testing'
import type { Scalar, Tensor2D } from '@tensorflow/tfjs'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadBackend, type TensorFlow } from '../backend/backend.js'
import { createBatches, type Batch } from '../batches/batches.js'
import { pearson } from '../evaluation/correlation.js'
import { acrossLoss, contrastLoss, regressionLoss, teacherLoss } from './losses.js'

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

describe('What a teacher says', () => {
  const OPTIONS = { temperature: 0.2, teacherTemperature: 0.1, contextShare: 0 }

  function apart(rows: readonly (readonly number[])[], taught: readonly (readonly number[])[], batch: Batch): number {
    return tf.tidy(() => {
      const [own, given] = [rows, taught].map((each) => tf.tensor2d(each as number[][]))
      return teacherLoss(tf, own, given, batch, OPTIONS).dataSync()[0]
    })
  }

  /** The mean divergence as its definition says it. */
  function apartOf(rows: readonly number[][], taught: readonly number[][], batch: Batch): number {
    const divergences: number[] = []
    batch.sentences.forEach((words, pivot) => {
      const first = pivot - (pivot % batch.slots)
      const places = Array.from({ length: batch.slots }, (_, o) => first + o)
      const others = places.filter((o) => o !== pivot && batch.sentences[o].length > 0)
      if (words.length === 0 || others.length < 2) return
      const shares = (of: readonly number[][], divisor: number): number[] => {
        const odds = others.map((o) => Math.exp(of[pivot].reduce((sum, x, d) => sum + x * of[o][d], 0) / divisor))
        return odds.map((value) => value / odds.reduce((a, b) => a + b))
      }
      const [given, own] = [shares(taught, OPTIONS.teacherTemperature), shares(rows, OPTIONS.temperature)]
      divergences.push(given.reduce((sum, p, i) => sum + p * Math.log(p / own[i]), 0))
    })
    return divergences.reduce((a, b) => a + b, 0) / divergences.length
  }

  it('counts by how differently each sentence sees the others of its article', () => {
    const batch = smallBatch()
    const [rows, taught] = [randomRows(batch), randomRows(batch).toReversed()]
    expect(apart(rows, taught, batch)).toBeCloseTo(apartOf(rows, taught, batch), 4)
  })

  it('costs nothing where the network sees all as the teacher does, whatever its vectors are', () => {
    const batch = smallBatch()
    const rows = randomRows(batch)
    const turned = rows.map(([a, b, c, d, e]) => [c, a, -e, b, d, 0])
    const same = { ...OPTIONS, teacherTemperature: OPTIONS.temperature }
    const loss = tf.tidy(() => teacherLoss(tf, tf.tensor2d(rows), tf.tensor2d(turned), batch, same).dataSync()[0])
    expect(loss).toBeCloseTo(0, 5)
  })

  it.each([0, 1])('has the slopes that small changes show, with a context share of %d', (contextShare) => {
    const batch = smallBatch()
    const [rows, taught] = [randomRows(batch), randomRows(batch).toReversed()]
    const loss = (own: Tensor2D): Scalar =>
      teacherLoss(tf, own, tf.tensor2d(taught), batch, { ...OPTIONS, contextShare })
    expect(slopesOff(loss, rows, 5e-3)).toBeLessThan(0.01)
  })

  describe('of each sentence, through a linear map that is learned', () => {
    const random = createRandom('map')
    const draw = (count: number, dims: number): number[][] =>
      Array.from({ length: count }, () => unit(Array.from({ length: dims }, () => random.normal())))
    const [rows, taught, map] = [draw(5, DIMS), draw(5, 3), draw(DIMS, 3)]
    const known = Float32Array.of(1, 1, 0, 1, 1)
    const loss = (own: Tensor2D, by: Tensor2D): Scalar => regressionLoss(tf, own, tf.tensor2d(taught), by, known)

    it('is how far the mapped vectors point from the teacher’s, of those that it has read', () => {
      const cosines = rows.map((vector, s) => {
        const mapped = unit(taught[s].map((_, d) => vector.reduce((sum, value, r) => sum + value * map[r][d], 0)))
        return mapped.reduce((sum, value, d) => sum + value * taught[s][d], 0)
      })
      const expected = cosines.reduce((sum, cosine, s) => sum + known[s] * (1 - cosine), 0) / 4
      expect(tf.tidy(() => loss(tf.tensor2d(rows), tf.tensor2d(map)).dataSync()[0])).toBeCloseTo(expected, 5)
    })

    it('has the slopes that small changes show, of vectors and of the map', () => {
      expect(slopesOff((own) => loss(own, tf.tensor2d(map)), rows, 1e-2)).toBeLessThan(0.005)
      expect(slopesOff((by) => loss(tf.tensor2d(rows), by), map, 1e-2)).toBeLessThan(0.005)
    })

    it('is 0 where it has read none', () => {
      const none = (): Scalar =>
        regressionLoss(tf, tf.tensor2d(rows), tf.tensor2d(taught), tf.tensor2d(map), new Float32Array(5))
      expect(tf.tidy(() => none().dataSync()[0])).toBe(0)
    })
  })

  describe('of all sentences of a step together', () => {
    const cosines = (rows: readonly number[][]): number[] =>
      rows.flatMap((a, i) => rows.slice(i + 1).map((b) => a.reduce((sum, value, d) => sum + value * b[d], 0)))
    const across = (rows: readonly number[][], taught: readonly number[][], known = rows.map(() => 1)): number =>
      tf.tidy(() => {
        const [own, given] = [rows, taught].map((each) => tf.tensor2d(each as number[][]))
        return acrossLoss(tf, own, given, Float32Array.from(known)).dataSync()[0]
      })
    const drawn = (seed: string): number[][] => {
      const random = createRandom(seed)
      return Array.from({ length: 7 }, () => unit(Array.from({ length: DIMS }, () => random.normal())))
    }

    it('counts by how little its cosines go with the network’s', () => {
      const [rows, taught] = [drawn('own'), drawn('given')]
      expect(across(rows, taught)).toBeCloseTo(1 - pearson(cosines(rows), cosines(taught)), 5)
      expect(across(rows, rows)).toBeCloseTo(0, 5)
    })

    it('leaves out those that it has not read', () => {
      const [rows, taught] = [drawn('own'), drawn('given')]
      const unread = taught.with(
        2,
        taught[2].map(() => 0)
      )
      const without = (all: readonly number[][]): number[][] => all.filter((_, i) => i !== 2)
      expect(across(rows, unread, [1, 1, 0, 1, 1, 1, 1])).toBeCloseTo(across(without(rows), without(taught)), 5)
      expect(across(rows, unread, [0, 0, 0, 0, 0, 0, 1])).toBeCloseTo(1, 5)
    })

    it('has the slopes that it goes down by', () => {
      const [rows, taught] = [drawn('own'), drawn('given')]
      const known = Float32Array.of(1, 1, 0, 1, 1, 1, 1)
      expect(slopesOff((own) => acrossLoss(tf, own, tf.tensor2d(taught), known), rows, 1e-2)).toBeLessThan(0.005)
    })

    it('has no slope where there is nothing to compare', () => {
      const [rows, taught] = [drawn('own'), drawn('given')]
      for (const [known, given] of [
        [[1, 1, 0, 0, 0, 0, 0], taught],
        [[1, 1, 1, 1, 1, 1, 1], rows.map(() => rows[0])]
      ]) {
        const loss = (own: Tensor2D): Scalar =>
          acrossLoss(tf, own, tf.tensor2d(given), Float32Array.from(known as number[]))
        const slopes = tf.tidy(() =>
          tf
            .grad((own) => loss(own as Tensor2D))(tf.tensor2d(rows))
            .dataSync()
        )
        expect(slopes.every((slope) => Math.abs(slope) < 1e-3)).toBe(true)
      }
    })
  })
})
