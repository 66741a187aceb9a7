import { BILSTM_ATTENTION_DEFAULTS, FIT_DEFAULTS, MINING_DEFAULTS } from '@leitmotif/trainer/training'
import { MALSTM_DEFAULTS } from './malstm.js'
import { PAIR_DEFAULTS, type MalstmTrainingOptions } from './malstm-training.js'

/** Options of `fit pairs`. */
export interface PairFitOptions extends MalstmTrainingOptions {
  readonly network: 'malstm'
}

export const PAIR_FIT_DEFAULTS: PairFitOptions = {
  ...FIT_DEFAULTS,
  ...PAIR_DEFAULTS,
  network: 'malstm',
  distance: 'l1',
  hidden: MALSTM_DEFAULTS.hidden,
  wordDropout: BILSTM_ATTENTION_DEFAULTS.wordDropout,
  inputDropout: BILSTM_ATTENTION_DEFAULTS.inputDropout,
  maxTrainTokens: MINING_DEFAULTS.maxTokens,
  seed: MALSTM_DEFAULTS.seed
}

/**
 * MaLSTM as trained in its paper (Mueller and Thyagarajan 2016, section 5.1), which states neither batch size nor
 * learning rate.
 */
const PAPER: Partial<PairFitOptions> = {
  hidden: 50,
  optimizer: 'adadelta',
  learningRate: 1,
  warmUp: 0,
  finalRate: 1,
  clip: 5,
  synonymPairs: 10_022
}

/** `best` is the training of models/leitmotif-en-malstm. */
export const PAIR_PRESETS = {
  paper: PAPER,
  best: {
    ...PAPER,
    optimizer: 'adam',
    learningRate: 0.003,
    warmUp: 20,
    finalRate: 0,
    batchPairs: 64,
    pretrainingSteps: 3000,
    steps: 6000,
    rehearsalShare: 0.8,
    validateEvery: 1000,
    inputDropout: 0.2,
    networks: 4
  }
} as const satisfies Record<string, Partial<PairFitOptions>>

/** Options of one learning rate schedule, which do not apply to the other. */
export const SCHEDULE_ONLY: Readonly<Partial<Record<string, 'linear' | 'cyclical'>>> = {
  warmUp: 'linear',
  finalRate: 'linear',
  lowestRate: 'cyclical',
  cycleSteps: 'cyclical'
}

/** Returns the options that apply to a training. */
export function recordedOptions(options: PairFitOptions): Partial<PairFitOptions> {
  const applies = ([name]: [string, unknown]): boolean => (SCHEDULE_ONLY[name] ?? options.schedule) === options.schedule
  return Object.fromEntries(Object.entries(options).filter(applies))
}
