import { quantizeRows } from '@leitmotif/encoder/training'
import { createRandom } from '@leitmotif/encoder/vectors'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { loadBackend } from '../backend/backend.js'
import type { Examples } from './examples.js'
import { train, type TrainingJob } from './network-training.js'
import { TRAINING_DEFAULTS } from './training-options.js'

const WORDS = 6

it('A training goes on from its checkpoint on the build of TensorFlow.js that it began on, and on no other', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'leitmotif-resumed-'))
  const random = createRandom('words')
  const data = Float32Array.from({ length: WORDS * 4 }, () => random.normal())
  const sentences = [0, 1, 2, 3].map((i) => ({ rows: Uint32Array.of(i, i + 1), section: i >> 1, position: i & 1 }))
  const examples: Examples = {
    training: [{ sentences, titles: [] }],
    validation: [{ texts: ['a', 'b', 'c'], rows: [[0, 1], [1, 2], [4]], triplets: [[0, 1, 2]] }],
    counts: new Uint32Array(WORDS).fill(1),
    corpora: []
  }
  const backend = await loadBackend(['@tensorflow/tfjs'])
  const job: TrainingJob = {
    backend,
    table: quantizeRows({ count: WORDS, dims: 4, data }),
    examples,
    options: { ...TRAINING_DEFAULTS, dims: 3, sentences: 4, slots: 4, steps: 4, validateEvery: 1 },
    checkpoint: join(folder, 'state')
  }
  const killed = train({
    ...job,
    onStep: (done) => {
      if (done === 2) throw new Error('killed')
    }
  })
  await expect(killed).rejects.toThrow('killed')
  await expect(train({ ...job, backend: { ...backend, name: 'a faster build' } })).rejects.toThrow(
    /\(\w+ on @tensorflow\/tfjs \(cpu\), expected \w+ on a faster build\); resume with the original command/
  )
  const steps: number[] = []
  await train({ ...job, onStep: (done) => steps.push(done) })
  expect(steps).toEqual([3, 4])
  await rm(folder, { recursive: true })
})
