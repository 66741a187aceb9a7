import type { StaticNetwork, WordTable } from '@leitmotif/encoder/training'
import { createHash } from 'node:crypto'
import type { Backend, TensorFlow } from '../backend/backend.js'
import type { Examples } from './examples.js'
import { examineNetwork, type Examination } from './validation-examples.js'
import { fit, type FitResult, type FitRun } from './fit.js'
import { chooseJudged, FIGURES, judgeNetwork } from './validation.js'
import {
  createBilstmAttention,
  type BilstmAttentionWeights,
  type TrainableBilstmAttention
} from '../networks/bilstm-attention.js'
import { createStatic, type TrainableStatic } from '../networks/static-network.js'
import { beginFrom } from '../networks/trainable.js'
import { createLoss } from './objectives.js'
import type { StartingWeights } from './starting-weights.js'
import { applicableOptions, type TrainingOptions } from './training-options.js'

/** The inputs of a training. */
export interface TrainingJob extends Pick<FitRun, 'onStep' | 'onMeasured'> {
  readonly backend: Backend
  readonly table: WordTable
  readonly examples: Examples
  readonly options: TrainingOptions
  /** Initial weights. Default: random. */
  readonly start?: StartingWeights['weights'] | undefined
  /** The file that the training state is saved to and resumed from. */
  readonly checkpoint?: string | undefined
}

/** The weights of a network after training. */
type TrainedWeights =
  | { readonly network: 'static'; readonly weights: StaticNetwork }
  | { readonly network: 'bilstm-attention'; readonly weights: BilstmAttentionWeights }

export interface Trained {
  readonly result: FitResult
  readonly examination: Examination
  readonly weights: TrainedWeights
}

/** Trains a network on the training part, and returns the weights that do best on the validation part. */
export async function train(job: TrainingJob): Promise<Trained> {
  const { backend, examples, options, checkpoint } = job
  const { tf } = backend
  const network = createNetwork(tf, job)
  if (job.start !== undefined) beginFrom(tf, network, job.start)
  const judged = chooseJudged(examples.validation, options)
  const run: FitRun = {
    variables: network.variables,
    loss: createLoss(tf, network, examples, options),
    validate: () => judgeNetwork(tf, network, judged, options),
    figures: FIGURES.length,
    ...(checkpoint === undefined ? {} : { checkpoint: { path: checkpoint, run: describeRun(job) } }),
    ...(job.onStep && { onStep: job.onStep }),
    ...(job.onMeasured && { onMeasured: job.onMeasured })
  }
  const result = await fit(tf, run, options)
  const examination = examineNetwork(tf, network, judged, options.seed)
  const weights = { network: options.network, weights: network.weights() } as TrainedWeights
  network.dispose()
  return { result, examination, weights }
}

function createNetwork(
  tf: TensorFlow,
  { table, examples, options }: TrainingJob
): TrainableStatic | TrainableBilstmAttention {
  // The paper's loss compares rows as they are; all others normalize them, as search does.
  const unit = options.loss !== 'paper'
  if (options.network === 'static') return createStatic(tf, table, examples.counts, options)
  return createBilstmAttention(tf, table, { ...options, unit })
}

/** Returns a text that identifies everything the weights depend on. TensorFlow.js builds round differently. */
function describeRun({ backend, table, examples, options, start }: TrainingJob): string {
  const hash = createHash('sha256')
    .update(JSON.stringify(applicableOptions(options)))
    .update(table.scales)
    .update(table.rows)
  for (const values of Object.values(start ?? {})) hash.update(values)
  for (const { sentences, titles } of examples.training) {
    for (const { rows, section, position } of sentences) hash.update(rows).update(`/${section}/${position}`)
    for (const rows of titles) hash.update(rows).update('/')
  }
  if (examples.given !== undefined) {
    for (const rows of examples.given.sentences) hash.update(rows).update('/')
    hash.update(examples.given.indices)
  }
  // The validation part selects the best weights.
  for (const { rows, triplets } of examples.validation) hash.update(JSON.stringify([rows, triplets]))
  return `${hash.digest('hex')} on ${backend.name}`
}
