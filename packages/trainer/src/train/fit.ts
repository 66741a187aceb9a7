import { counted, Failure } from '@leitmotif/command'
import type { Scalar, Variable } from '@tensorflow/tfjs'
import { ADAM_DEFAULTS } from '../optim/adam.js'
import { createAverages } from '../optim/averages.js'
import type { TensorFlow } from '../backend/backend.js'
import { readCheckpoint, writeCheckpoint } from '../output/checkpoint.js'
import { clipGradients } from '../optim/gradients.js'
import { rateAt, SCHEDULE_DEFAULTS, type ScheduleOptions } from '../optim/learning-rate.js'
import { packHistory, unpackHistory, type Judgement, type Measured } from './measured.js'
import { createOptimizer, type OptimizerOptions } from '../optim/optimizers.js'

export interface FitOptions extends OptimizerOptions, ScheduleOptions {
  /** Gradients that are, all together, longer than this are scaled down to it. Range: 0 (never) or more. Default: 0. */
  readonly clip: number
  /**
   * The share that each step keeps of the weights' running mean, which is then measured and kept in place of the
   * weights. Range: 0 (no mean) to below 1. Default: 0.
   */
  readonly average: number
  /** The network is measured, and kept if it is the best so far, after every so many steps. Default: 250. */
  readonly validateEvery: number
  /** Training ends after so many measurements without a new best. Default: 8. */
  readonly patience: number
  /**
   * Training ends after a measurement up to which, from the one before, the loss was under this in the mean. Range: 0
   * (never) or more. Default: 0.
   */
  readonly stopLoss: number
}

export const FIT_DEFAULTS: FitOptions = {
  ...ADAM_DEFAULTS,
  ...SCHEDULE_DEFAULTS,
  optimizer: 'adam',
  clip: 0,
  average: 0,
  validateEvery: 250,
  patience: 8,
  stopLoss: 0
}

/** What is trained, and by what. The loop knows nothing else of either. */
export interface FitRun {
  readonly variables: ReadonlyMap<string, Variable>
  /** The loss of a step's batch (from 0), of the variables as they are. */
  readonly loss: (step: number) => Scalar
  /** How good the variables are as they are. */
  readonly validate: () => Judgement
  /** How many figures a judgement has beside its score. Default: 0. */
  readonly figures?: number
  /**
   * Where to keep the training's state, after each measurement and for as long as it lasts; a run that finds one there
   * goes on from it, to the same weights. `run` names all options and data.
   */
  readonly checkpoint?: { readonly path: string; readonly run: string }
  /** Told after each step: how many are done, the running mean of the loss, the best measurement. */
  readonly onStep?: (done: number, loss: number, best: number) => void
  /** Told of each measurement as it is made. */
  readonly onMeasured?: (measured: Measured) => void
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
  const { variables, checkpoint, figures = 0 } = run
  const optimizer = createOptimizer(tf, variables, settled)
  const list = [...variables.values()]
  const averages = settled.average > 0 ? createAverages(tf, list, settled.average) : undefined
  const state = [...list, ...optimizer.state.values(), ...(averages?.means ?? [])]
  const kept = list.map((variable) => new Float32Array(variable.size))
  const measurements = Math.ceil(settled.steps / settled.validateEvery)
  const history: Measured[] = []
  let best: Measured = { step: 0, loss: NaN, mean: NaN, score: -Infinity, figures: [] }
  let loss = NaN
  let sum = 0 // of the losses since the last measurement
  let step = 0
  if (checkpoint !== undefined) {
    const values = state.map((tensor) => new Float32Array(tensor.size))
    const measured = packHistory([], figures, measurements)
    const done = await readCheckpoint(checkpoint.path, checkpoint.run, [...values, ...kept, measured])
    if (done !== undefined) {
      step = done
      state.forEach((tensor, i) => {
        assign(tf, tensor, values[i])
      })
      history.push(...unpackHistory(measured, figures, step))
      best = history.reduce((a, b) => (b.score > a.score ? b : a), best)
      loss = history.at(-1)?.loss ?? NaN
    }
  }
  /** Measures, and keeps what is best. */
  const measure = (): Measured => {
    const { score, figures = [] } = run.validate()
    const mean = Math.fround(sum / (step - (history.at(-1)?.step ?? 0)))
    const measured = { step, loss, mean, score: Math.fround(score), figures: figures.map(Math.fround) }
    if (measured.score > best.score) {
      best = measured
      list.forEach((variable, i) => {
        kept[i].set(variable.dataSync<'float32'>())
      })
    }
    return measured
  }
  const over = (): boolean => {
    const last = history.at(-1)
    if (last === undefined) return false
    const low = settled.stopLoss > 0 && last.mean < settled.stopLoss // a loss may be negative
    return low || step - best.step >= settled.patience * settled.validateEvery
  }
  while (step < settled.steps && !over()) {
    const { value, grads } = tf.variableGrads(() => run.loss(step), list)
    const now = value.dataSync()[0]
    if (!Number.isFinite(now)) {
      throw new Failure(
        `the loss is ${now} after ${counted(step, 'step')}; lower the learning rate, clip gradients or raise the temperature`
      )
    }
    // float32, as the checkpoint keeps it
    loss = Math.fround(Number.isNaN(loss) ? now : loss + LOSS_SHARE * (now - loss))
    const named = Object.fromEntries([...variables].map(([name, variable]) => [name, grads[variable.name]]))
    const gradients = settled.clip > 0 ? clipGradients(tf, named, settled.clip) : named
    optimizer.apply(step + 1, gradients, rateAt(step, settled))
    tf.dispose([value, gradients])
    step++
    sum += now
    averages?.take(step)
    if (step % settled.validateEvery === 0 || step === settled.steps) {
      const measured = averages === undefined ? measure() : averages.during(measure)
      history.push(measured)
      sum = 0
      if (checkpoint !== undefined) {
        const values = state.map((tensor) => tensor.dataSync<'float32'>())
        const packed = packHistory(history, figures, measurements)
        await writeCheckpoint(checkpoint.path, checkpoint.run, step, [...values, ...kept, packed])
      }
      run.onMeasured?.(measured)
    }
    run.onStep?.(step, loss, best.score)
  }
  if (best.step > 0) {
    list.forEach((variable, i) => {
      assign(tf, variable, kept[i])
    })
  }
  optimizer.dispose()
  averages?.dispose()
  return { steps: step, best, history }
}

function assign(tf: TensorFlow, variable: Variable, values: Float32Array): void {
  tf.tidy(() => {
    variable.assign(tf.tensor(values, variable.shape))
  })
}
