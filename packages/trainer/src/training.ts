/** Parts for packages that train other networks: the training loop, kernels, corpora, measures and reports. */

// Command line
export type { EvaluationTask, MeasuredTask, TaskModel, TrainerExtension } from './cli/extensions.js'
export { languageTag, someText } from './cli/fit-network-command.js'
export { addFlags, flagName, givenOptions, TRAINING_FLAGS, withGiven, type FlagGroup } from './cli/training-flags.js'
export { vectorsCommand } from './cli/vectors-command.js'

// Corpora and word vectors
export { corporaSize, isPlainText, openCorpora, PLAIN_TEXT, type CorpusOptions } from './corpora/corpus.js'
export { createDamageLog } from './corpora/damage-log.js'
export { newsParagraphs } from './corpora/news-body.js'
export { PAIR_FILES, readPairs, type PairSet, type SentencePair } from './corpora/pairs.js'
export { MINING_DEFAULTS } from './mining/options.js'
export { splitOf } from './mining/split.js'
export { equalBytes, readWords, type WordFlags } from './train/starting-words.js'
export { readWordVectors } from './vectors/word-vector-reader.js'
export { writeWordVectors } from './vectors/word-vector-writer.js'
export { warnOfZeros } from './vectors/word-vectors.js'

// Training loop
export { describeBackend, loadBackend, type Backend, type TensorFlow } from './backend/backend.js'
export { createEpochs } from './batches/epochs.js'
export { SCHEDULES } from './optim/learning-rate.js'
export { LEARNING_RATES, OPTIMIZERS } from './optim/optimizers.js'
export { fit, FIT_DEFAULTS, type FitOptions, type FitResult, type FitRun, type Judgement } from './train/fit.js'

// Layers and their kernels
export { BILSTM_ATTENTION_DEFAULTS } from './networks/bilstm-attention.js'
export { placeTable } from './networks/bilstm-attention-places.js'
export { drawGlorot } from './networks/initial-weights.js'
export { joinGates, roundUp, splitGates, type DirectionVariables } from './networks/joined-weights.js'
export { rowAt, type Matrix } from './networks/kernel-products.js'
export { createLayout, startKernel, type NetworkKernel } from './networks/lstm-kernel.js'
export { FORGET, GATES, lstmGradients, runLstm, type LstmPlaces } from './networks/lstm.js'
export { drawStep, packSentences, type PackedSentences } from './networks/packed-sentences.js'
export type { Trainable } from './networks/trainable.js'

// Measures
export { agreementOf } from './evaluation/agreement.js'
export { bootstrapInterval, shareInterval, shareOf, type Interval, type Part } from './evaluation/bootstrap.js'
export { intervalText } from './evaluation/task-figures.js'
export { meanSquaredError, pearson, spearman } from './evaluation/correlation.js'
export type { Measurable } from './evaluation/tdc.js'

// Output
export { prepareFiles, prepareFolder, writeBundle, writeOutput, type BundleKind } from './output/bundle-files.js'
export { cosine, count, curves, interval, measurements, optionList, share, table } from './report/report-tables.js'
export { STYLE } from './report/report-tables.js'
