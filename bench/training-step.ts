/**
 * Times training steps of `bilstm-attention` against the same network in PyTorch (training-step.py): same sentences and
 * weights, the paper's loss, Adam, fixed word vectors, one thread, alternately.
 *
 *     TF_NUM_INTRAOP_THREADS=1 OMP_NUM_THREADS=1 node bench/dist/training-step.js PYTHON [ROUNDS] [BUILD…]
 *
 * PYTHON: an interpreter with torch, or - to time ours alone. ROUNDS: timed steps of each, after one that warms up; default 5. BUILD:
 * names of TensorFlow.js builds, of which the first that loads is used; default: those of training.
 */
import { quantizeRows } from '@leitmotif/encoder/training'
import { createRandom } from '@leitmotif/encoder/vectors'
import { ADAM_DEFAULTS, createAdam, createBilstmAttention, loadBackend, paperLoss } from '@leitmotif/trainer'
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const WORDS = 20_000
const INPUTS = 300
const ATTENTION = 200
const DROPOUT = 0.2
/** Groups of similar length for PyTorch, its fastest way without packing. */
const GROUPS = 8

const [python = '', rounds = '5', ...builds] = process.argv.slice(2)
if (python === '') {
  process.stderr.write('usage: node bench/dist/training-step.js PYTHON|- [ROUNDS] [BUILD…]\n')
  process.exit(2)
}
const { tf, name } = await loadBackend(builds.length === 0 ? undefined : builds)
const random = createRandom('training step')
const table = quantizeRows({
  count: WORDS,
  dims: INPUTS,
  data: Float32Array.from({ length: WORDS * INPUTS }, () => random.normal())
})

/** Returns sentences of 5 to 50 words, few of them long, as rows of the table; a word of rank r has a probability of about 1 / r. */
function drawSentences(count: number): number[][] {
  return Array.from({ length: count }, () => {
    let length = 0
    while (length < 5 || length > 50) length = Math.round(Math.exp(3 + random.normal() / 2))
    return Array.from({ length }, () => Math.floor(WORDS ** random.next()) - 1)
  })
}

interface Rival {
  /** Returns the loss of the current weights without dropout. */
  loss(): Promise<number>
  /** Trains a step and returns its milliseconds of processor time. */
  step(): Promise<number>
  end(): void
}

type Network = ReturnType<typeof createBilstmAttention>

interface Case {
  readonly name: string
  readonly count: number
  readonly create: () => Network
  /** Number of PyTorch's groups; 0 packs the sentences. */
  readonly groups: readonly number[]
  /** The network's settings for PyTorch. */
  readonly sizes: Readonly<Record<string, number>>
}

const CASES: readonly Case[] = [150, 300].flatMap((hidden) =>
  [384, 768].map((count): Case => {
    const sizes = { hidden, attention: ATTENTION, outputDropout: DROPOUT }
    const create = (): Network => createBilstmAttention(tf, table, { ...sizes, unit: false })
    return { name: `bilstm-attention, ${hidden} units`, count, create, groups: [GROUPS, 0], sizes }
  })
)

function startOurs(network: Network, sentences: number[][]): Rival {
  const triplets = Array.from({ length: sentences.length / 3 }, (_, i) => [3 * i, 3 * i + 1, 3 * i + 2] as const)
  const adam = createAdam(tf, network.variables, ADAM_DEFAULTS)
  let step = 0
  const train = (): void => {
    const { value, grads } = tf.variableGrads(
      () => tf.tidy(() => paperLoss(tf, network.encode(sentences, step), triplets)),
      [...network.variables.values()]
    )
    const gradients = [...network.variables].map(([key, variable]) => [key, grads[variable.name]] as const)
    adam.apply(++step, Object.fromEntries(gradients), 1)
    tf.dispose([value, grads])
  }
  return {
    loss: () => Promise.resolve(tf.tidy(() => paperLoss(tf, network.encode(sentences), triplets).dataSync()[0])),
    step() {
      const before = process.cpuUsage()
      train()
      const { user, system } = process.cpuUsage(before)
      return Promise.resolve((user + system) / 1e3)
    },
    end() {
      adam.dispose()
      network.dispose()
    }
  }
}

/** Starts PyTorch in a separate process that answers each line with a number. */
async function startTorch(
  folder: string,
  network: Network,
  sentences: number[][],
  sizes: Case['sizes'],
  groups: number
): Promise<Rival> {
  const [task, file] = [join(folder, `task-${groups}.json`), join(folder, 'vectors.f32')]
  const weights = Object.fromEntries([...network.variables].map(([key, of]) => [key, [...of.dataSync()]]))
  const vectors = Array.from(table.rows, (value, i) => value * table.scales[Math.floor(i / INPUTS)])
  await writeFile(file, Float32Array.from(vectors))
  await writeFile(task, JSON.stringify({ inputs: INPUTS, ...sizes, groups, sentences, weights }))
  const script = fileURLToPath(new URL('../training-step.py', import.meta.url))
  const child = spawn(python, [script, task, file], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]() as AsyncIterator<string, undefined>
  const ask = async (order: string): Promise<number> => {
    child.stdin.write(`${order}\n`)
    const line = await lines.next()
    if (line.done === true) throw new Error(`${python} ${script} ended early, for the reason above`)
    return Number(line.value)
  }
  return { loss: () => ask('loss'), step: () => ask('step'), end: () => child.stdin.end() }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]
}

console.log(`${name}; milliseconds of processor time a step, the median of ${rounds} rounds and their range\n`)
console.log('| network | sentences | words | loss of each | ours | PyTorch, by length | PyTorch, packed |')
console.log('|---|---|---|---|---|---|---|')
const folder = await mkdtemp(join(tmpdir(), 'leitmotif-bench-'))
try {
  for (const { name, count, create, groups, sizes } of CASES) {
    const sentences = drawSentences(count)
    const network = create()
    const rivals = [startOurs(network, sentences)]
    for (const each of python === '-' ? [] : groups) {
      rivals.push(await startTorch(folder, network, sentences, sizes, each))
    }
    const losses: number[] = []
    for (const rival of rivals) {
      losses.push(await rival.loss())
      await rival.step() // warms up
    }
    const times: number[][] = rivals.map(() => [])
    for (let r = 0; r < Number(rounds); r++) {
      for (const [i, rival] of rivals.entries()) times[i].push(await rival.step())
    }
    for (const rival of rivals) rival.end()
    const words = sentences.reduce((sum, { length }) => sum + length, 0)
    const shown = times.map((of) => [median(of), Math.min(...of), Math.max(...of)].map(Math.round))
    const cells = shown.map(([middle, least, most]) => `${middle} (${least} to ${most})`)
    if (groups.length < 2) cells.push('')
    const each = losses.map((loss) => loss.toFixed(5)).join(', ')
    console.log(`| ${[name, count, words.toLocaleString('en-US'), each, ...cells].join(' | ')} |`)
  }
} finally {
  await rm(folder, { recursive: true })
}
