/**
 * Times training steps on native TensorFlow and on plain TensorFlow.js with our matrix product, alternately, each in a separate process on
 * one thread: in-article contrast, Adam, sentences of 5 to 39 words.
 *
 *     TF_NUM_INTRAOP_THREADS=1 OMP_NUM_THREADS=1 node bench/dist/tensorflow-backends.js [ROUNDS]
 */
import { quantizeRows } from '@leitmotif/encoder/training'
import { createRandom } from '@leitmotif/encoder/vectors'
import { loadBackend, train, TRAINING_DEFAULTS, type Examples, type TrainingOptions } from '@leitmotif/trainer'
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const WORDS = 20_000
const INPUTS = 300
const BUILDS = { native: ['@tensorflow/tfjs-node-gpu', '@tensorflow/tfjs-node'], plain: ['@tensorflow/tfjs'] }
const NETWORKS: Readonly<Record<string, Partial<TrainingOptions>>> = {
  'static, 768 sentences': { network: 'static', sentences: 768, slots: 96 },
  'bilstm-attention 150, 384 sentences': { network: 'bilstm-attention', hidden: 150, sentences: 384, slots: 96 },
  'bilstm-attention 300, 384 sentences': { network: 'bilstm-attention', hidden: 300, sentences: 384, slots: 96 }
}
/** Number of timed steps after one that warms up. */
const STEPS = 4

const argument = process.argv.at(2) ?? '3'
const network = process.argv.at(3)
if (network === undefined) {
  for (const name of Object.keys(NETWORKS)) {
    const least = Object.keys(BUILDS).map(() => Infinity)
    for (let round = 0; round < Number(argument); round++) {
      Object.keys(BUILDS).forEach((build, b) => {
        const line = [fileURLToPath(import.meta.url), build, name]
        least[b] = Math.min(least[b], Number(execFileSync(process.execPath, line, { encoding: 'utf8' })))
      })
    }
    const [native, plain] = least
    console.log(
      `${name}: native ${native.toFixed(0)} ms, plain ${plain.toFixed(0)} ms, ${(plain / native).toFixed(1)}x`
    )
  }
} else console.log(await timeStep(BUILDS[argument as keyof typeof BUILDS], NETWORKS[network]))

/** Returns the milliseconds of processor time of a step. */
async function timeStep(builds: readonly string[], options: Partial<TrainingOptions>): Promise<number> {
  const random = createRandom('backends')
  const data = Float32Array.from({ length: WORDS * INPUTS }, () => random.normal())
  const sentences = (): Examples['training'][number] => ({
    sentences: Array.from({ length: 96 }, (_, i) => ({
      rows: Uint32Array.from({ length: 5 + random.integer(35) }, () => random.integer(WORDS)),
      section: Math.floor(i / 16),
      position: i % 16
    })),
    titles: []
  })
  const validation = [{ texts: ['', '', ''], rows: [[1], [2], [3]], triplets: [[0, 1, 2]] as const }]
  const examples = { validation, counts: new Uint32Array(WORDS), corpora: [] }
  const times: number[] = []
  await train({
    backend: await loadBackend(builds),
    table: quantizeRows({ count: WORDS, dims: INPUTS, data }),
    examples: { ...examples, training: Array.from({ length: 16 }, sentences) },
    options: { ...TRAINING_DEFAULTS, ...options, steps: STEPS + 1, validateEvery: STEPS + 1 },
    onStep: () => {
      const { user, system } = process.cpuUsage()
      times.push((user + system) / 1000)
    }
  })
  return (times[STEPS - 1] - times[0]) / (STEPS - 1)
}
