/**
 * Times one training step of the network `bilstm-attention` at the paper's sizes (BiLSTM 300, attention 200): 384
 * sentences of 40 words as 128 triplets, the paper's loss, Adam.
 *
 *     node bench/dist/training-step.js [STEPS] [BUILD…]
 *
 * STEPS: how many are timed, after a first one that warms up; 3. BUILD: builds of TensorFlow.js by name or path, of
 * which the first that loads is taken; those of training.
 */
import { createRandom, quantizeRows } from '@leitmotif/encoder'
import { ADAM_DEFAULTS, createAdam, createBilstmAttention, loadBackend, paperLoss } from '@leitmotif/trainer'

const WORDS = 1000
const SENTENCES = 384
const LENGTH = 40
const INPUTS = 300

const [steps = '3', ...builds] = process.argv.slice(2)
const { tf, name } = await loadBackend(builds.length === 0 ? undefined : builds)
const random = createRandom('training step')
const table = quantizeRows({
  count: WORDS,
  dims: INPUTS,
  data: Float32Array.from({ length: WORDS * INPUTS }, () => random.normal())
})
const sentences = Array.from({ length: SENTENCES }, () =>
  Uint32Array.from({ length: LENGTH }, () => random.integer(WORDS))
)
const triplets = Array.from({ length: SENTENCES / 3 }, (_, i) => [3 * i, 3 * i + 1, 3 * i + 2] as const)
const network = createBilstmAttention(tf, table)
const adam = createAdam(tf, network.variables, ADAM_DEFAULTS)

function train(step: number): void {
  const { value, grads } = tf.variableGrads(
    () => tf.tidy(() => paperLoss(tf, network.encode(sentences, step), triplets)),
    [...network.variables.values()]
  )
  adam.apply(
    step + 1,
    Object.fromEntries([...network.variables].map(([key, variable]) => [key, grads[variable.name]])),
    1
  )
  tf.dispose([value, grads])
}

train(0)
const began = performance.now()
const processor = process.cpuUsage()
for (let step = 1; step <= Number(steps); step++) train(step)
const seconds = (performance.now() - began) / 1000 / Number(steps)
const { user, system } = process.cpuUsage(processor)
const cpu = (user + system) / 1e6 / Number(steps)
console.log(`${name}: ${seconds.toFixed(2)} s a step, ${cpu.toFixed(2)} s of processor time`)
