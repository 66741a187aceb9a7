import { quantizeRows, type WordTable } from '@leitmotif/encoder/training'
import { createRandom } from '@leitmotif/encoder/vectors'
import { prepareEventNetwork, type EventRows } from '../network/event-network.js'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadBackend, type Backend } from '@leitmotif/trainer/training'
import { measureRanking } from '../evaluation/evaluate-ranking.js'
import { EVENT_DEFAULTS, type EventOptions } from './event-options.js'
import { trainEvents, type TrainedEvents } from './fit-events.js'

let backend: Backend
let folder = ''
beforeAll(async () => {
  backend = await loadBackend()
  folder = await mkdtemp(join(tmpdir(), 'leitmotif-events-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Two kinds of subjects, verbs and objects, which go together; word vectors are random but for a leaning of each kind. */
const WORDS = 36
const DIMS = 8

function toyTable(): WordTable {
  const random = createRandom('toy words')
  const data = Float32Array.from({ length: WORDS * DIMS }, (_, i) => {
    const offset = i % DIMS === 0 ? (Math.floor(i / DIMS) % 2) * 2 - 1 : 0
    return offset + random.normal() / 2
  })
  return quantizeRows({ count: WORDS, dims: DIMS, data })
}

function toyEvents(count: number, seed: number): EventRows[] {
  const random = createRandom(`toy events ${seed}`)
  return Array.from({ length: count }, () => {
    const kind = random.integer(2)
    const word = (part: number): number => part * 12 + 2 * random.integer(6) + kind
    return { subject: [word(0)], verb: [word(1)], object: [word(2), word(2)] }
  })
}

const SMALL: EventOptions = {
  ...EVENT_DEFAULTS,
  ...{ slices: 6, dims: 6, width: 0.1, dropout: 0.1, batch: 16, corruptions: 2, learningRate: 0.05 },
  ...{ steps: 20, validateEvery: 10, cycleSteps: 10, stopLoss: 0 }
}

function train(options: Partial<EventOptions> = {}, checkpoint?: string): Promise<TrainedEvents> {
  return trainEvents({
    backend,
    table: toyTable(),
    training: toyEvents(160, 1),
    validation: toyEvents(40, 2),
    options: { ...SMALL, ...options },
    checkpoint
  })
}

const held = toyEvents(60, 3)

describe('Training a network of events', () => {
  it.each(['mean', 'sif', 'trained', 'lstm', 'gru'] as const)(
    'learns which subjects go with which verbs and objects, with parts by %s',
    async (composition) => {
      const trained = await train({ composition })
      // Half of the other subjects are of the same kind, and so as likely: .75 is the best that can be.
      expect(measureRanking(trained, held, 'subject', 1)!.accuracy).toBeGreaterThan(0.65)
      trained.dispose()
    }
  )

  it.each(['dynamic', 'triplet'] as const)('lowers the loss %s', async (loss) => {
    const trained = await train({ loss, margin: 0.2, validateEvery: 4, steps: 16 })
    const { history } = trained.result
    expect(-history.at(-1)!.score).toBeLessThan(-0.9 * history[0].score)
    expect(trained.encode(held).data.every((value) => Math.abs(value) <= 1)).toBe(true)
    trained.dispose()
  })

  it.each(['l1', 'l2'] as const)('costs more the heavier the penalty %s on its weights', async (penalty) => {
    const losses: number[] = []
    for (const weight of [0, 0.01, 0.1]) {
      const trained = await train({ l1: 0, [penalty]: weight, steps: 1, validateEvery: 1 })
      losses.push(trained.result.history[0].loss)
      trained.dispose()
    }
    const [none, light, heavy] = losses
    expect(light).toBeGreaterThan(none)
    expect((heavy - none) / (light - none)).toBeCloseTo(10, 2)
  })

  it.each([1, 3])(
    'gives for a bundle a network of %i layers that gives nearly the vectors measured',
    async (layers) => {
      const trained = await train({ layers, steps: 4, validateEvery: 2 })
      const { network, table } = trained.stored!
      expect(network.dense).toHaveLength(layers - 1)
      const stored = prepareEventNetwork(network, table)(held)
      trained.encode(held).data.forEach((value, i) => {
        expect(Math.abs(stored.data[i] - value)).toBeLessThan(1e-4)
      })
      trained.dispose()
    }
  )

  it('gives the same weights for the same seed, and those of an unbroken run when it goes on from a checkpoint', async () => {
    const options = { steps: 6, validateEvery: 2 }
    const whole = await train(options)
    const path = join(folder, 'checkpoint')
    const broken = trainEvents({
      backend,
      table: toyTable(),
      training: toyEvents(160, 1),
      validation: toyEvents(40, 2),
      options: { ...SMALL, ...options },
      checkpoint: path,
      onStep: (done) => {
        if (done === 5) throw new Error('power cut')
      }
    })
    await expect(broken).rejects.toThrow('power cut')
    expect(existsSync(path)).toBe(true)
    const resumed = await train(options, path)
    expect(resumed.stored!.network.mu).toEqual(whole.stored!.network.mu)
    expect(resumed.stored!.network.event.tensor).toEqual(whole.stored!.network.event.tensor)
    await expect(train({ ...options, seed: 2 }, path)).rejects.toThrow(
      'is a checkpoint of a training with another corpus or other options'
    )
    whole.dispose()
    resumed.dispose()
  })

  it('ends when the loss falls under the bound', async () => {
    const trained = await train({ stopLoss: 0.9, steps: 200 })
    expect(trained.result.steps).toBeLessThan(200)
    trained.dispose()
  })

  it('leaves no tensor behind', async () => {
    ;(await train({ steps: 2, validateEvery: 2 })).dispose()
    const before = backend.tf.memory().numTensors
    ;(await train({ steps: 2, validateEvery: 2 })).dispose()
    ;(await train({ steps: 2, validateEvery: 2, composition: 'lstm', l2: 0.1 })).dispose()
    ;(await train({ steps: 2, validateEvery: 2, composition: 'gru', layers: 3 })).dispose()
    ;(await train({ steps: 2, validateEvery: 2, composition: 'trained', loss: 'dynamic' })).dispose()
    expect(backend.tf.memory().numTensors).toBe(before)
  })
})
