import type { Vocabulary, WordTable } from '@leitmotif/encoder/training'
import { createRandom } from '@leitmotif/encoder/vectors'
import type { Calibration } from '../scorer/calibration.js'
import type { LstmWeights } from '../scorer/lstm-states.js'
import { createHash } from 'node:crypto'
import type { Backend, SentencePair, FitResult, FitRun } from '@leitmotif/trainer/training'
import { MALSTM_DEFAULTS } from './malstm.js'
import { calibrateBy } from './calibrating.js'
import { predictPairs, trainOnPairs, type PairTrainingOptions } from './pair-training.js'
import { rowPairs, type RowPair } from './row-pair.js'
import { drawSynonymPairs } from './synonym-pairs.js'
import type { Synonyms } from './synonyms.js'

export interface MalstmTrainingOptions extends PairTrainingOptions {
  /** Maximum number of steps of pretraining on other pairs. Range: 0 (none) or more. Default: 2500. */
  readonly pretrainingSteps: number
  /** Number of pairs with synonyms added to the training pairs. Range: 0 or more. Default: 10022, the paper's. */
  readonly synonymPairs: number
  /** Probability that a word of these pairs is replaced by a synonym. Range: 0 to 1. Default: 0.3. */
  readonly synonymShare: number
  /** Number of networks, trained with different seeds, whose similarities are averaged. Range: 1 to 64. Default: 1. */
  readonly networks: number
  /** Maximum number of known words read of a sentence. Range: 1 or more. Default: 50. */
  readonly maxTrainTokens: number
}

/** Options that other networks do not have. */
export const PAIR_DEFAULTS = {
  batchPairs: 64,
  rehearsalShare: 0,
  spread: MALSTM_DEFAULTS.spread,
  pretrainingSteps: 2500,
  synonymPairs: 10_022,
  synonymShare: 0.3,
  networks: 1
}

/** The data of a training of MaLSTM. */
export interface MalstmJob {
  readonly backend: Backend
  readonly vocabulary: Vocabulary
  readonly table: WordTable
  readonly training: readonly SentencePair[]
  readonly trial: readonly SentencePair[]
  readonly pretraining: readonly SentencePair[]
  /** Initial weights of the networks, used in turn instead of random ones. */
  readonly start?: readonly LstmWeights[] | undefined
  /** Required if `synonymPairs` is over 0. */
  readonly synonyms?: Synonyms | undefined
  /** Scale of the training pairs' scores, and so of the calibrated scores. */
  readonly scale: readonly [low: number, high: number]
  readonly options: MalstmTrainingOptions
  /**
   * Prefix of the files that the training state is saved to and resumed from, one for each network and part of its
   * training.
   */
  readonly checkpoint?: string | undefined
  /** Called after each step with the network, the part of its training, and what `fit` reports. */
  readonly onStep?: (stage: MalstmStage, ...of: Parameters<NonNullable<FitRun['onStep']>>) => void
}

/** A part of the training of one network; networks are numbered from 0. */
export interface MalstmStage {
  readonly network: number
  readonly part: 'pretraining' | 'training'
}

export interface TrainedMalstm {
  readonly networks: readonly LstmWeights[]
  readonly calibration: Calibration
  /** Bandwidth of the calibration's kernel, in units of similarity. */
  readonly bandwidth: number
  readonly stages: readonly (MalstmStage & { readonly result: FitResult })[]
}

/** Returns the paths of a training's checkpoints. */
export function checkpointsOf(path: string, networks: number): string[] {
  return Array.from({ length: networks }, (_, n) => [`${path}.${n}.pretraining`, `${path}.${n}.training`]).flat()
}

/**
 * Trains MaLSTM as its paper does (Mueller and Thyagarajan 2016, sections 4 and 5). Trains first on other pairs, then
 * on the given pairs and as many copies with synonyms; `rehearsalShare` mixes in some of the other pairs. Keeps the
 * weights that do best on the trial pairs, then calibrates the scores on the training pairs.
 */
export async function trainMalstm(job: MalstmJob): Promise<TrainedMalstm> {
  const { backend, vocabulary, table, scale, options, checkpoint, start = [] } = job
  const rowsOf = (pairs: readonly SentencePair[]): RowPair[] => rowPairs(pairs, vocabulary, options.maxTrainTokens)
  const [training, trial, pretraining] = [job.training, job.trial, job.pretraining].map(rowsOf)
  const stages: (MalstmStage & { readonly result: FitResult })[] = []
  const networks: LstmWeights[] = []
  for (let network = 0; network < options.networks; network++) {
    const seeded = { ...options, seed: options.seed + network }
    const own = start.length === 0 ? undefined : start[network % start.length]
    const stage = async (
      part: MalstmStage['part'],
      pairs: readonly RowPair[],
      steps: number,
      weights?: LstmWeights,
      rehearsed: readonly RowPair[] = []
    ) => {
      const at = { network, part }
      const trained = await trainOnPairs({
        ...{ backend, table, weights, trial, training: pairs, rehearsed, options: { ...seeded, steps } },
        ...(job.onStep && { onStep: job.onStep.bind(undefined, at) }),
        ...(checkpoint !== undefined && {
          checkpoint: {
            path: `${checkpoint}.${network}.${part}`,
            run: describeRun(job, at, weights, [...pairs, ...rehearsed, ...trial])
          }
        })
      })
      stages.push({ ...at, result: trained.result })
      return trained.weights
    }
    const early = pretraining.length > 0 && options.pretrainingSteps > 0
    const first = early ? await stage('pretraining', pretraining, options.pretrainingSteps, own) : own
    const added = drawAdded(job, training, seeded)
    const rehearsed = options.rehearsalShare > 0 ? pretraining : []
    networks.push(await stage('training', [...training, ...added], options.steps, first, rehearsed))
  }
  const found = predictPairs(backend.tf, table, networks, training, options)
  const scores = job.training.map(({ score }) => scale[0] + score * (scale[1] - scale[0]))
  return { networks, stages, ...calibrateBy(found, scores) }
}

function drawAdded({ vocabulary, synonyms }: MalstmJob, training: readonly RowPair[], options: MalstmTrainingOptions) {
  const { synonymPairs, synonymShare, seed } = options
  if (synonyms === undefined || synonymPairs === 0) return []
  const known = new Map<number, readonly number[]>()
  const others = (row: number): readonly number[] => {
    const found =
      known.get(row) ?? synonyms.of(vocabulary.words[row]).flatMap((word) => vocabulary.rows.get(word) ?? [])
    known.set(row, found)
    return found
  }
  return drawSynonymPairs(training, synonymPairs, synonymShare, others, createRandom(seed).fork('synonym pairs'))
}

/** Returns a text that identifies everything the weights of a stage depend on. */
function describeRun(
  { backend, table, options }: MalstmJob,
  stage: MalstmStage,
  start: LstmWeights | undefined,
  pairs: readonly RowPair[]
): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([stage, options]))
    .update(table.scales)
    .update(table.rows)
    .update(JSON.stringify(pairs))
  if (start) for (const part of [start.input, start.recurrent, start.bias]) hash.update(part)
  return `${hash.digest('hex')} on ${backend.name}`
}
