/** The names that a program needs to train MaLSTM on scored pairs of sentences and to measure relatedness. */
export { measureRelatedness } from './evaluation/relatedness.js'
export { readRelatednessSets } from './evaluation/relatedness-sets.js'
export { localLinear } from './training/local-linear.js'
export { trainMalstm, type MalstmTrainingOptions } from './training/malstm-training.js'
export { PAIR_FIT_DEFAULTS, PAIR_PRESETS } from './training/pair-options.js'
export { predictPairs } from './training/pair-training.js'
export { rowPairs } from './training/row-pair.js'
export { readSynonyms } from './training/synonyms.js'
