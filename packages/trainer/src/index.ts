export { loadBackend, type Backend, type TensorFlow } from './backend.js'
export { corpusSize, openCorpora, openCorpus, type CorpusOptions } from './corpora/corpus.js'
export { agreementOf, type Agreement } from './evaluation/agreement.js'
export {
  cosines,
  iclust,
  ICLUST_DEFAULTS,
  type Iclust,
  type IclustOptions,
  type Similarities
} from './evaluation/iclust.js'
export { createMeanVectors } from './evaluation/mean-vectors.js'
export { readPart } from './evaluation/part.js'
export {
  drawScb,
  judgeClusters,
  measureScb,
  prepareScb,
  SCB_BOUNDS,
  SCB_DEFAULTS,
  type Scb,
  type ScbArticle,
  type ScbOptions
} from './evaluation/scb.js'
export {
  judgeTriplets,
  measureTdc,
  prepareTdc,
  summarizeOutcomes,
  TDC_DEFAULTS,
  type Context,
  type Outcome,
  type Tdc,
  type TdcArticle,
  type TdcOptions
} from './evaluation/tdc.js'
export { readExamples, type CorpusShare, type Examples } from './examples.js'
export { prepareFolder, writeBundle } from './export.js'
export { mineCorpora, type MiningJob } from './mining/mine.js'
export { openSections, type OpenedSection, type Opener, type Sentence } from './mining/openers.js'
export { MINING_DEFAULTS, type MiningOptions } from './mining/options.js'
export { createPool, type Pool } from './mining/pool.js'
export { reportText, type Dropped, type MiningReport } from './mining/report.js'
export { splitOf, type Split } from './mining/split.js'
export { mineTitleTriplets, type Title, type TitleTriplet } from './mining/title-triplets.js'
export { mineTriplets, type MiningRun, type Triplet } from './mining/triplets.js'
export {
  measureCorpora,
  TRAINING_DEFAULTS,
  trainStatic,
  type Trained,
  type TrainingJob,
  type TrainingOptions
} from './training.js'
export { SKIP_GRAM_DEFAULTS, trainSkipGram, type SkipGramOptions, type SkipGramRun } from './vectors/skip-gram.js'
export { readTokenFile, writeTokenFile, type TokenFile } from './vectors/token-file.js'
export { spearman, wordSimilarity, type WordSimilarity } from './vectors/word-similarity.js'
export { readWordVectors, type ReadWordVectorsOptions } from './vectors/word-vector-reader.js'
export { countsPath, writeWordVectors, type WordVectorFormat } from './vectors/word-vector-writer.js'
export type { WordVectors } from './vectors/word-vectors.js'
