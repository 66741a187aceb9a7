import { networkName, type NetworkName, type TrainingOptions } from './training-options.js'

type Settings = Partial<TrainingOptions>

/**
 * The paper's network and training (Ein Dor et al., section 4), for either role: single triplets, its own loss over L1
 * distances, Adam at .001. Its "0.8 dropout" is read as the share kept; `outputDropout` 0.8 is the other reading. It names
 * no size of a batch.
 */
const PAPER: Settings = {
  network: 'bilstm-attention',
  loss: 'paper',
  hidden: 300,
  attention: 200,
  outputDropout: 0.2,
  learningRate: 0.001,
  warmUp: 0,
  finalRate: 1
}

const BEST_BILSTM: Settings = {
  network: 'bilstm-attention',
  minSections: 2,
  maxTrainTokens: 40,
  clip: 5,
  judgedArticles: 120,
  patience: 40
}

/** Without what says how it hears its teacher and what it begins with: bench/TRAINING.md, *The transformer in the trainer*. */
const BEST_TRANSFORMER: Settings = {
  network: 'transformer',
  inner: 640,
  minSections: 2,
  sentencesPerParagraph: 3,
  maxTrainTokens: 40,
  inputDropout: 0.1,
  steps: 3600,
  sentences: 384,
  slots: 64,
  temperature: 0.07,
  contextShare: 0.5,
  learningRate: 0.0005,
  warmUp: 50,
  clip: 1,
  average: 0.998,
  validateEvery: 400,
  judgedArticles: 120,
  patience: 100
}

/** MaLSTM as its paper trains it (Mueller and Thyagarajan 2016, section 5.1), which names no step's size nor rate. */
const PAPER_MALSTM: Settings = {
  network: 'malstm',
  hidden: 50,
  optimizer: 'adadelta',
  learningRate: 1,
  warmUp: 0,
  finalRate: 1,
  clip: 5,
  synonymPairs: 10_022
}

/** What models/leitmotif-en-malstm is trained with. */
const BEST_MALSTM: Settings = {
  ...PAPER_MALSTM,
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

/**
 * What the networks of models/leitmotif-en began with: how they went on, and by what teachers, is in its README.md, what else
 * was tried in bench/TRAINING.md.
 */
const BEST: Readonly<Record<NetworkName, Settings>> = {
  static: { network: 'static' },
  sentences: {
    ...BEST_BILSTM,
    steps: 4500,
    sentencesPerParagraph: 3,
    contextShare: 0.5,
    wordDropout: 0.2,
    outputDropout: 0.3,
    average: 0.998
  },
  titles: { ...BEST_BILSTM, hidden: 150, steps: 2500, wordDropout: 0.1, validateEvery: 125 }
}

export const PRESETS = ['paper', 'best'] as const

/** A preset's settings for the network and role that were asked for; `best` is of `sentences` where none was. */
export function presetOf(
  preset: (typeof PRESETS)[number],
  { network = 'bilstm-attention', role = 'sentences' }: Pick<Settings, 'network' | 'role'>
): Settings {
  if (network === 'malstm') return preset === 'paper' ? PAPER_MALSTM : BEST_MALSTM
  if (preset === 'paper') return PAPER
  return network === 'transformer' ? BEST_TRANSFORMER : BEST[networkName({ network, role })]
}
