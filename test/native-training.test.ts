import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadBackend } from '@leitmotif/trainer'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeToyCorpus } from './toy-corpus.js'

const { native } = await loadBackend()
/** Reason why native TensorFlow is missing, from `npm test`. */
const reason = process.env.LEITMOTIF_NO_NATIVE ?? 'npm run native-backend sets it up'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leitmotif-native-'))
  await writeToyCorpus(folder)
})
afterAll(() => rm(folder, { recursive: true }))

interface Trained {
  readonly native: boolean
  readonly score: number
  readonly weights: Readonly<Record<string, number[]>>
}

function trainOn(network: string, steps: number, ...builds: string[]): Trained {
  const script = fileURLToPath(new URL('training-process.mjs', import.meta.url))
  const { stdout, stderr } = spawnSync(process.execPath, [script, folder, network, String(steps), ...builds], {
    encoding: 'utf8'
  })
  expect(stdout, stderr).not.toBe('')
  return JSON.parse(stdout) as Trained
}

/** Trains on native TensorFlow and on plain JavaScript, expects equal weights, and returns the score. */
function expectAlike(network: string, steps: number): number {
  const fast = trainOn(network, steps, '@tensorflow/tfjs-node-gpu', '@tensorflow/tfjs-node')
  const plain = trainOn(network, steps, '@tensorflow/tfjs')
  expect([fast.native, plain.native]).toEqual([true, false])
  expect(Object.keys(fast.weights)).toEqual(Object.keys(plain.weights))
  for (const [name, values] of Object.entries(fast.weights)) {
    const furthest = Math.max(...values.map((value, i) => Math.abs(value - plain.weights[name][i])))
    expect(furthest, name).toBeLessThan(1e-3)
  }
  return fast.score
}

const title = native ? '' : ` (no native TensorFlow: ${reason})`
it.skipIf(!native)(
  `Training on native TensorFlow learns, and gives the weights that any other build gives${title}`,
  () => {
    expect(expectAlike('bilstm-attention', 40)).toBeGreaterThan(0.7)
  }
)
