import { counted, Failure } from '@leitmotif/command'
import type { Scalar, Variable } from '@tensorflow/tfjs'
import { ADAM_DEFAULTS } from '../optim/adam.js'
import { createAverages } from '../optim/averages.js'
import type { TensorFlow } from '../backend/backend.js'
import { readCheckpoint, writeCheckpoint } from '../output/checkpoint.js'
import { rateAt, SCHEDULE_DEFAULTS, type ScheduleOptions } from '../optim/learning-rate.js'
import { createOptimizer, type OptimizerOptions } from '../optim/optimizers.js'
import { clipGradients } from '../optim/optimizer.js'

export interface FitOptions extends OptimizerOptions, ScheduleOptions {
  /** Maximum norm of all gradients together; longer ones are scaled down. Range: 0 (no limit) or more. Default: 0. */
  readonly clip: number
  /**
   * Share that each step keeps of the running mean of the weights. The mean replaces the weights in measurements and in the
   * result. Range: 0 (no mean) to below 1. Default: 0.
   */
  readonly average: number
  /** Steps between measurements. The best weights measured so far are kept. Range: 1 or more. Default: 250. */
  readonly validateEvery: number
  /** Measurements without a new best after which training ends. Range: 1 or more. Default: 8. */
  readonly patience: number
  /** Training ends when the mean loss between two measurements is below this. Range: 0 (never) or more. Default: 0. */
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

/** A score of the variables, with further figures for the history. */
export interface Judgement {
  /** Higher is better. The highest selects the weights. */
  readonly score: number
  /** The same number of figures in each judgement. */
  readonly figures?: readonly number[]
}

/** A judgement during training. */
export interface Measured {
  /** Steps done. */
  readonly step: number
  /** The running mean of the loss. */
  readonly loss: number
  /** The mean of the loss since the measurement before. */
  readonly mean: number
  readonly score: number
  readonly figures: readonly number[]
}

/** The variables, loss and validation of a training. */
export interface FitRun {
  readonly variables: ReadonlyMap<string, Variable>
  /** Returns the loss of the present variables on the batch of a step (from 0). */
  readonly loss: (step: number) => Scalar
  /** Judges the present variables. */
  readonly validate: () => Judgement | Promise<Judgement>
  /** Number of figures of a judgement besides its score. Default: 0. */
  readonly figures?: number
  /**
   * The file that saves the training state after each measurement. A run that finds it resumes and ends with the same
   * weights. `run` identifies all options and data.
   */
  readonly checkpoint?: { readonly path: string; readonly run: string }
  /** Called after each step with the number of steps done, the running mean of the loss and the best score. */
  readonly onStep?: (done: number, loss: number, best: number) => void
  /** Called after each measurement. */
  readonly onMeasured?: (measured: Measured) => void
}

export interface FitResult {
  readonly steps: number
  readonly best: Measured
  readonly history: readonly Measured[]
}

/** Share of the running mean of the loss that each step replaces. */
const LOSS_SHARE = 0.02

/** Trains for `steps`, or until `patience` or `stopLoss` ends it. Leaves the variables as they were at the best measurement. */
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
  /** Measures the variables, and copies them if they are the best so far. */
  const measure = async (): Promise<Measured> => {
    const { score, figures = [] } = await run.validate()
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
    const low = settled.stopLoss > 0 && last.mean < settled.stopLoss // losses may be negative, so 0 must be excluded
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
    // Rounded to float32, so that a resumed run continues with the same value.
    loss = Math.fround(Number.isNaN(loss) ? now : loss + LOSS_SHARE * (now - loss))
    const named = Object.fromEntries([...variables].map(([name, variable]) => [name, grads[variable.name]]))
    const gradients = settled.clip > 0 ? clipGradients(tf, named, settled.clip) : named
    optimizer.apply(step + 1, gradients, rateAt(step, settled))
    tf.dispose([value, gradients])
    step++
    sum += now
    averages?.take(step)
    if (step % settled.validateEvery === 0 || step === settled.steps) {
      const measured = await (averages === undefined ? measure() : averages.during(measure))
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

/** Packs a history as [capacity, 4 + figures]: step, loss, mean, score and figures of each measurement, then zeros. */
function packHistory(history: readonly Measured[], figures: number, capacity: number): Float32Array {
  const packed = new Float32Array((4 + figures) * capacity)
  packed.set(history.flatMap(({ step, loss, mean, score, figures }) => [step, loss, mean, score, ...figures]))
  return packed
}

/** Returns the measurements of the first `done` steps. */
function unpackHistory(packed: Float32Array, figures: number, done: number): Measured[] {
  const history: Measured[] = []
  const width = 4 + figures
  for (let i = 0; i < packed.length && packed[i] > 0 && packed[i] <= done; i += width) {
    const [step, loss, mean, score, ...rest] = packed.subarray(i, i + width)
    history.push({ step, loss, mean, score, figures: rest })
  }
  return history
}
