/** Scores how closely two sentences are related. */
export { createPairScorer, loadPairScorer, type PairScorer, type PairScorerOptions } from './scorer/pair-scorer.js'
export { packPairScorer, readPairBundle } from './scorer/pair-bundle.js'
