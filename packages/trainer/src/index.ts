export { ADAM_DEFAULTS, createAdam, type AdamOptions } from './adam.js'
export { loadBackend, type Backend, type TensorFlow } from './backend.js'
export { openCorpora, type CorpusArticle, type CorpusOptions } from './corpora/corpus.js'
export type { Agreement } from './evaluation/agreement.js'
export {
  HEADINGS_DEFAULTS,
  measureHeadings,
  type Headings,
  type HeadingsOptions,
  type Retrieval
} from './evaluation/headings.js'
export { createMeanVectors } from './evaluation/mean-vectors.js'
export { readPart } from './evaluation/part.js'
export { drawScb, measureScb, SCB_DEFAULTS, type Scb, type ScbArticle, type ScbOptions } from './evaluation/scb.js'
export { measureTdc, TDC_DEFAULTS, type Context, type Measurable, type Tdc, type TdcOptions } from './evaluation/tdc.js'
export { createTfIdf, createWordOverlap } from './evaluation/term-vectors.js'
export { readExamples, type CorpusShare, type Examples } from './examples.js'
export { prepareFolder, writeBundle } from './export.js'
export { mineCorpora, type MiningJob } from './mining/mine.js'
export { MINING_DEFAULTS, type MiningOptions } from './mining/options.js'
export type { Dropped, MiningReport } from './mining/report.js'
export { splitOf, type Split } from './mining/split.js'
export {
  BILSTM_ATTENTION_DEFAULTS,
  createBilstmAttention,
  type BilstmAttentionOptions,
  type BilstmAttentionWeights,
  type TrainableBilstmAttention
} from './networks/bilstm-attention.js'
export { bilstmAttentionOnnx } from './onnx/bilstm-attention.js'
export { train, type Trained, type TrainingJob } from './training.js'
export { TRAINING_DEFAULTS, type TrainingOptions } from './training-options.js'
export { createTripletBatches, TRIPLET_BATCH_DEFAULTS, type TripletBatchOptions } from './triplet-batches.js'
export { hingeLoss, paperLoss } from './triplet-losses.js'
export { SKIP_GRAM_DEFAULTS, trainSkipGram, type SkipGramOptions, type SkipGramRun } from './vectors/skip-gram.js'
export { readTokenFile, writeTokenFile, type TokenFile } from './vectors/token-file.js'
export { wordSimilarity, type WordSimilarity } from './vectors/word-similarity.js'
export { readWordVectors, type ReadWordVectorsOptions } from './vectors/word-vector-reader.js'
export { writeWordVectors, type WordVectorFormat } from './vectors/word-vector-writer.js'
export type { WordVectors } from './vectors/word-vectors.js'
