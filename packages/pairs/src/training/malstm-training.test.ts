import { createVocabulary, quantizeRows } from '@leitmotif/encoder/training'
import { createRandom } from '@leitmotif/encoder/vectors'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PAIR_FIT_DEFAULTS } from './pair-options.js'
import { loadBackend, type Backend, type SentencePair } from '@leitmotif/trainer/training'
import { trainMalstm, type MalstmJob, type MalstmTrainingOptions, type TrainedMalstm } from './malstm-training.js'

const WORDS = 'plough cellar rudder otter chimney basket lark hinge'.split(' ')

let backend: Backend
let folder = ''
beforeAll(async () => {
  backend = await loadBackend()
  folder = await mkdtemp(join(tmpdir(), 'leitmotif-malstm-training-'))
})
afterAll(() => rm(folder, { recursive: true }))

function toyPairs(seed: string, count: number): SentencePair[] {
  const random = createRandom(seed)
  return Array.from({ length: count }, () => {
    const [a, b] = [0, 1].map(() => random.shuffle([...WORDS]).slice(0, 3))
    return { a: a.join(' '), b: b.join(' '), score: a.filter((word) => b.includes(word)).length / 3 }
  })
}

const OPTIONS: MalstmTrainingOptions = {
  ...PAIR_FIT_DEFAULTS,
  ...{ distance: 'l1', hidden: 6, batchPairs: 16, synonymPairs: 0, networks: 2, inputDropout: 0.1 },
  ...{ pretrainingSteps: 6, steps: 20, validateEvery: 5, learningRate: 0.02, warmUp: 2 }
}

function train(more: Partial<Pick<MalstmJob, 'checkpoint' | 'onStep' | 'pretraining'>> = {}): Promise<TrainedMalstm> {
  const random = createRandom('toy words')
  const data = Float32Array.from({ length: WORDS.length * 8 }, () => random.normal())
  return trainMalstm({
    ...{ backend, vocabulary: createVocabulary(WORDS), scale: [1, 5], options: OPTIONS },
    table: quantizeRows({ count: WORDS.length, dims: 8, data }),
    ...{ training: toyPairs('training', 80), trial: toyPairs('trial', 20), pretraining: toyPairs('other', 40) },
    ...more
  })
}

describe('Training MaLSTM', () => {
  it.each([
    ['the first network learns from other pairs', 0, 'pretraining', 5],
    ['the second is halfway', 1, 'training', 12]
  ] as const)('that was killed while %s goes on to the same networks', async (_, network, part, step) => {
    const whole = await train()
    const checkpoint = join(folder, `killed in ${part}`)
    const killed = train({
      checkpoint,
      onStep: (at, done) => {
        if (at.network === network && at.part === part && done === step) throw new Error('killed')
      }
    })
    await expect(killed).rejects.toThrow('killed')
    expect(existsSync(`${checkpoint}.${network}.${part}`)).toBe(true)
    const steps: string[] = []
    const resumed = await train({
      checkpoint,
      onStep: (at, done) => steps.push(`${at.network} ${at.part} ${done}`)
    })
    expect(steps[0]).toBe(`${network} ${part} ${5 * Math.floor(step / 5) + 1}`)
    expect(resumed.networks).toEqual(whole.networks)
    expect(resumed.calibration).toEqual(whole.calibration)
  })

  it('does not go on from a network that began from other pairs', async () => {
    const checkpoint = join(folder, 'begun elsewhere')
    const onStep = ({ part }: { part: string }, done: number): void => {
      if (part === 'training' && done === 12) throw new Error('killed')
    }
    await expect(train({ checkpoint, onStep })).rejects.toThrow('killed')
    await rm(`${checkpoint}.0.pretraining`)
    const other = train({ checkpoint, pretraining: toyPairs('another', 40) })
    await expect(other).rejects.toThrow(/0\.training: is a checkpoint of a training with another corpus/)
  })
})
