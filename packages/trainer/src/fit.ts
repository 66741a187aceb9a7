import { Failure } from '@leitmotif/command'
import type { Scalar, Variable } from '@tensorflow/tfjs'
import { ADAM_DEFAULTS, createAdam, type AdamOptions } from './adam.js'
import type { TensorFlow } from './backend.js'
import { readCheckpoint, writeCheckpoint } from './checkpoint.js'

export interface FitOptions extends AdamOptions {
  /** How many steps at most. Range: 1 or more. Default: 5000. */
  readonly steps: number
  /** The learning rate rises to its value over so many first steps. Default: 100. */
  readonly warmUp: number
  /** By the last step the learning rate has fallen, in a line, to this share. Range: 0 to 1 (no fall). Default: 0. */
  readonly finalRate: number
  /** The network is measured, and kept if it is the best so far, after every so many steps. Default: 250. */
  readonly validateEvery: number
  /** Training ends after so many measurements without a new best. Default: 8. */
  readonly patience: number
}

export const FIT_DEFAULTS: FitOptions = {
  ...ADAM_DEFAULTS,
  steps: 5000,
  warmUp: 100,
  finalRate: 0,
  validateEvery: 250,
  patience: 8
}

/** What is trained, and by what. The loop knows nothing else of either. */
export interface FitRun {
  readonly variables: ReadonlyMap<string, Variable>
  /** The loss of a step's batch (from 0), of the variables as they are. */
  readonly loss: (step: number) => Scalar
  /** How good the variables are as they are; higher is better. */
  readonly validate: () => number
  /**
   * Where to keep the training's state, after each measurement and for as long as it lasts; a run that finds one there
   * goes on from it, to the same weights. `run` names all options and data.
   */
  readonly checkpoint?: { readonly path: string; readonly run: string }
  /** Told after each step: how many are done, the running mean of the loss, the best measurement. */
  readonly onStep?: (done: number, loss: number, best: number) => void
}

export interface Measured {
  readonly step: number
  readonly loss: number
  readonly score: number
}

export interface FitResult {
  readonly steps: number
  readonly best: Measured
  readonly history: readonly Measured[]
}

/** How much of the running mean of the loss each step replaces. */
const LOSS_SHARE = 0.02

/** Trains until `steps` or until nothing more is won; the variables end as they were at their best measurement. */
export async function fit(tf: TensorFlow, run: FitRun, options: Partial<FitOptions> = {}): Promise<FitResult> {
  const settled = { ...FIT_DEFAULTS, ...options }
  const { variables, checkpoint } = run
  const adam = createAdam(tf, variables, settled)
  const list = [...variables.values()]
  const kept = list.map((variable) => new Float32Array(variable.size))
  const history: Measured[] = []
  let best: Measured = { step: 0, loss: NaN, score: -Infinity }
  let loss = NaN
  let step = 0
  if (checkpoint !== undefined) {
    const tensors = [...list, ...adam.moments.values()]
    const state = tensors.map((tensor) => new Float32Array(tensor.size))
    const measured = new Float32Array(3 * measurements(settled))
    const done = await readCheckpoint(checkpoint.path, checkpoint.run, [...state, ...kept, measured])
    if (done !== undefined) {
      step = done
      tensors.forEach((tensor, i) => {
        assign(tf, tensor, state[i])
      })
      history.push(...unpackHistory(measured, step))
      best = history.reduce((a, b) => (b.score > a.score ? b : a), best)
      loss = history.at(-1)?.loss ?? NaN
    }
  }
  const over = (): boolean => history.length > 0 && step - best.step >= settled.patience * settled.validateEvery
  while (step < settled.steps && !over()) {
    const { value, grads } = tf.variableGrads(() => run.loss(step), list)
    const now = value.dataSync()[0]
    if (!Number.isFinite(now)) {
      throw new Failure(`the loss is ${now} after ${step} steps; lower the learning rate or raise the temperature`)
    }
    // float32, as the checkpoint keeps it
    loss = Math.fround(Number.isNaN(loss) ? now : loss + LOSS_SHARE * (now - loss))
    const gradients = Object.fromEntries([...variables].map(([name, variable]) => [name, grads[variable.name]]))
    adam.apply(step + 1, gradients, rateAt(step, settled))
    tf.dispose([value, grads])
    step++
    if (step % settled.validateEvery === 0 || step === settled.steps) {
      const measured = { step, loss, score: Math.fround(run.validate()) }
      history.push(measured)
      if (measured.score > best.score) {
        best = measured
        list.forEach((variable, i) => {
          kept[i].set(variable.dataSync<'float32'>())
        })
      }
      if (checkpoint !== undefined) {
        const state = [...list, ...adam.moments.values()].map((tensor) => tensor.dataSync<'float32'>())
        const measuredSoFar = packHistory(history, measurements(settled))
        await writeCheckpoint(checkpoint.path, checkpoint.run, step, [...state, ...kept, measuredSoFar])
      }
    }
    run.onStep?.(step, loss, best.score)
  }
  if (best.step > 0) {
    list.forEach((variable, i) => {
      assign(tf, variable, kept[i])
    })
  }
  adam.dispose()
  return { steps: step, best, history }
}

function rateAt(step: number, { steps, warmUp, finalRate }: FitOptions): number {
  const fallen = 1 - (1 - finalRate) * (step / steps)
  return Math.min(1, (step + 1) / (warmUp + 1)) * fallen
}

function assign(tf: TensorFlow, variable: Variable, values: Float32Array): void {
  tf.tidy(() => {
    variable.assign(tf.tensor(values, variable.shape))
  })
}

/** How many measurements a whole run takes. */
function measurements({ steps, validateEvery }: FitOptions): number {
  return Math.ceil(steps / validateEvery)
}

/** [most, 3], a row of step, loss and score for each measurement; the rest zeros. */
function packHistory(history: readonly Measured[], most: number): Float32Array {
  const packed = new Float32Array(3 * most)
  packed.set(history.flatMap(({ step, loss, score }) => [step, loss, score]))
  return packed
}

function unpackHistory(packed: Float32Array, done: number): Measured[] {
  const history: Measured[] = []
  for (let i = 0; i < packed.length && packed[i] > 0 && packed[i] <= done; i += 3) {
    history.push({ step: packed[i], loss: packed[i + 1], score: packed[i + 2] })
  }
  return history
}
