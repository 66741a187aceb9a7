export { openCorpus, type CorpusOptions } from './corpora/corpus.js'
export { splitOf, type Split } from './mining/split.js'
