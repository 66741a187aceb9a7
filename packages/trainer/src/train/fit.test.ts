import { prepareStatic, quantizeRows, type WordTable } from '@leitmotif/encoder/training'
import { createRandom } from '@leitmotif/encoder/vectors'
import type { Scalar } from '@tensorflow/tfjs'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadBackend, type TensorFlow } from '../backend/backend.js'
import { createBatches, type Example } from '../batches/batches.js'
import { judgeTriplets, share } from '../evaluation/tdc.js'
import { fit, type FitOptions, type FitRun } from './fit.js'
import { CONTRAST_DEFAULTS, contrastLoss } from './losses.js'
import { createStatic, type TrainableStatic } from '../networks/static-network.js'

let tf: TensorFlow
let folder = ''
beforeAll(async () => {
  tf = (await loadBackend()).tf
  folder = await mkdtemp(join(tmpdir(), 'leitmotif-fit-'))
})
afterAll(() => rm(folder, { recursive: true }))

/**
 * A language of ten themes: a sentence is two words of its theme among six that mean nothing. Word vectors are random,
 * so nothing but the sections tells which words belong together.
 */
const THEMES = 10
const THEME_WORDS = 5
const WORDS = THEMES * THEME_WORDS + 40
const DIMS = 40

function toyTable(): WordTable {
  const random = createRandom('toy vectors')
  return quantizeRows({
    count: WORDS,
    dims: DIMS,
    data: Float32Array.from({ length: WORDS * DIMS }, () => random.normal())
  })
}

function toyArticle(seed: number): Example[] {
  const random = createRandom(`toy article ${seed}`)
  const themes = random.shuffle([...Array(THEMES).keys()]).slice(0, 5)
  return themes.flatMap((theme, section) =>
    Array.from({ length: 3 }, (_, position) => ({
      rows: Uint32Array.from({ length: 8 }, (_, i) =>
        i < 2 ? theme * THEME_WORDS + random.integer(THEME_WORDS) : THEMES * THEME_WORDS + random.integer(40)
      ),
      section,
      position
    }))
  )
}

interface Toy {
  readonly network: TrainableStatic
  readonly run: FitRun
}

function toyRun(): Toy {
  const table = toyTable()
  const network = createStatic(tf, table, new Array<number>(WORDS).fill(1), { dims: 24 })
  const batches = createBatches(
    Array.from({ length: 60 }, (_, i) => toyArticle(i)),
    { sentences: 90, slots: 15 }
  )
  const judged = Array.from({ length: 40 }, (_, i) => toyArticle(1000 + i))
  const triplets = [0, 3, 6, 9].map((pivot) => [pivot, pivot + 1, pivot + 3] as const)
  return {
    network,
    run: {
      variables: network.variables,
      loss: (step) => {
        const batch = batches.at(step)
        return contrastLoss(tf, network.encode(batch.sentences), batch, CONTRAST_DEFAULTS)
      },
      validate: () => {
        const encode = prepareStatic(network.weights(), table)
        const outcomes = judged.map((article) => judgeTriplets(encode(article.map(({ rows }) => rows)), triplets))
        return { score: share(outcomes) }
      }
    }
  }
}

const OPTIONS: Partial<FitOptions> = { steps: 60, warmUp: 5, learningRate: 0.02, validateEvery: 10 }

describe('Training', () => {
  it('learns which words mean the same theme, and keeps the best weights', async () => {
    const { network, run } = toyRun()
    const before = await run.validate()
    const { best, history } = await fit(tf, run, OPTIONS)
    expect(before.score).toBeLessThan(0.75)
    expect(best.score).toBeGreaterThan(0.9)
    expect(history.map(({ step }) => step)).toEqual([10, 20, 30, 40, 50, 60])
    expect(best.score).toBe(Math.max(...history.map(({ score }) => score)))
    expect(Math.fround((await run.validate()).score)).toBe(best.score)
    network.dispose()
  })

  it.each([
    { optimizer: 'adam' },
    { optimizer: 'adadelta', learningRate: 1, schedule: 'cyclical', cycleSteps: 20 },
    { optimizer: 'sgd', learningRate: 0.1 }
  ] as const)('that was killed goes on from its checkpoint to the same weights: $optimizer', async (choices) => {
    const options = { ...OPTIONS, ...choices }
    const whole = toyRun()
    const expected = await fit(tf, whole.run, options)
    const path = join(folder, `killed ${choices.optimizer}`)
    const broken = toyRun()
    const killed = fit(
      tf,
      {
        ...broken.run,
        checkpoint: { path, run: 'toy' },
        onStep: (done) => {
          if (done === 37) throw new Error('killed')
        }
      },
      options
    )
    await expect(killed).rejects.toThrow('killed')
    const resumed = toyRun()
    const steps: number[] = []
    const result = await fit(
      tf,
      { ...resumed.run, checkpoint: { path, run: 'toy' }, onStep: (done) => steps.push(done) },
      options
    )
    expect(steps[0]).toBe(31)
    expect(resumed.network.weights()).toEqual(whole.network.weights())
    expect(result.best.score).toBe(expected.best.score)
    expect(result.history.map(({ score }) => score)).toEqual(expected.history.map(({ score }) => score))
    for (const { network } of [whole, broken, resumed]) network.dispose()
  })

  it('refuses a checkpoint of other options, and one that was altered', async () => {
    const path = join(folder, 'refused')
    const { network, run } = toyRun()
    await fit(tf, { ...run, checkpoint: { path, run: 'one' } }, { ...OPTIONS, steps: 10 })
    expect((await stat(path)).size).toBeGreaterThan(1000)
    await expect(fit(tf, { ...run, checkpoint: { path, run: 'two' } }, { ...OPTIONS, steps: 10 })).rejects.toThrow(
      /other options/
    )
    await writeFile(path, 'cut')
    await expect(fit(tf, { ...run, checkpoint: { path, run: 'one' } }, { ...OPTIONS, steps: 10 })).rejects.toThrow(
      /not a checkpoint/
    )
    network.dispose()
  })

  it('ends when nothing more is won', async () => {
    const { network, run } = toyRun()
    const result = await fit(tf, { ...run, validate: () => ({ score: 0.5 }) }, { ...OPTIONS, patience: 2 })
    expect(result.steps).toBe(30)
    expect(result.best.step).toBe(10)
    network.dispose()
  })

  it('ends when the loss is as low as was asked for, also where it goes on from a checkpoint of its end', async () => {
    const { network, run } = toyRun()
    const all = await fit(tf, run, OPTIONS)
    const means = all.history.map(({ mean }) => mean)
    expect(means[3]).toBeLessThan(Math.min(...means.slice(0, 3)))
    const again = toyRun()
    const path = join(folder, 'low')
    const stopped = { ...OPTIONS, stopLoss: means[3] + 1e-6 }
    const result = await fit(tf, { ...again.run, checkpoint: { path, run: 'low' } }, stopped)
    expect(result.steps).toBe(40)
    expect(result.history.map(({ mean }) => mean)).toEqual(means.slice(0, 4))
    const resumed = await fit(tf, { ...again.run, checkpoint: { path, run: 'low' } }, stopped)
    expect(resumed.steps).toBe(40)
    for (const each of [network, again.network]) each.dispose()
  })

  it('does not end at a loss below zero where no bound was asked for', async () => {
    const { network, run } = toyRun()
    const loss = (step: number): Scalar => tf.tidy(() => run.loss(step).sub(100))
    expect((await fit(tf, { ...run, loss }, { ...OPTIONS, steps: 20 })).steps).toBe(20)
    network.dispose()
  })

  it('says what to do when the loss is no number', async () => {
    const { network, run } = toyRun()
    const lost = fit(tf, { ...run, loss: (step) => tf.tidy(() => run.loss(step).mul(NaN)) }, OPTIONS)
    await expect(lost).rejects.toThrow(/the loss is NaN after 0 steps; lower the learning rate/)
    network.dispose()
  })

  it('leaves no tensor behind', async () => {
    const before = tf.memory().numTensors
    const { network, run } = toyRun()
    await fit(tf, run, { ...OPTIONS, steps: 4, validateEvery: 2 })
    network.dispose()
    expect(tf.memory().numTensors).toBe(before)
  })
})
