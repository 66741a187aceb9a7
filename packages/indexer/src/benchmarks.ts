/** Stages of indexing and of finding duplicates that benchmarks measure separately. */

export { splitDocument } from './ingest/documents.js'
export { readCopies } from './duplicates/sentence-copies.js'
export { DUPLICATES_DEFAULTS } from './duplicates/duplicates.js'
export { likenessOf, scoresOf } from './duplicates/sentence-similarity.js'
export { nearPairs } from './duplicates/nearest-pairs.js'
