import type { Role, TrainingOptions } from './training-options.js'

type Settings = Partial<TrainingOptions>

/**
 * The paper's network and training (Ein Dor et al., section 4), for either role: single triplets, its own loss over L1
 * distances, Adam at .001. We read its "0.8 dropout" as the share kept; `outputDropout` 0.8 is the other reading. The
 * paper names no batch size.
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

/** The best settings found for the paper's network without a teacher: bench/TRAINING.md. */
const BEST: Readonly<Record<Role, Settings>> = {
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

/** Returns a preset's settings for the paper's network in a role. */
export function presetOf(preset: (typeof PRESETS)[number], role: Role): Settings {
  return preset === 'paper' ? PAPER : BEST[role]
}
