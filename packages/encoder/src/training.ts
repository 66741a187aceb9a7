/** For training, evaluation and benchmarks: bundle files, network inputs, and the features that weights are fitted on. */

// Bundles
export { packBundle, type Bundle, type BundleNetworks } from './model/bundle.js'
export { readFrom } from './model/folder.js'
export { type BundleManifest, type BundleOrigin, type Measurement } from './model/manifest.js'

export { LEARNED_FILES, type Learned, type LearnedFiles } from './model/learned.js'
export { packHeadings, type CommonHeading } from './labels/common-headings.js'

// Files of the bundles of events and pairs
export { MANIFEST_BYTES, membersOf, type StoredFile } from './model/manifest-members.js'
export { TOKENIZER } from './model/manifest.js'
export { sha256 } from './model/sha256.js'
export {
  allowed,
  decodeFloats,
  decodeStoredMoreValues,
  decodeStoredWords,
  fileStore,
  joinBytes,
  readMoreValues,
  readStored,
  readWords,
  storeMoreValues,
  storeWords,
  type StoredMoreValues,
  type StoredWords
} from './model/stored-files.js'

// Words and their vectors
export { articleFrom } from './text/document.js'
export type { Section } from './text/article.js'
export { openTokenizer } from './model/tokenizer.js'
export { readEncoderFolder, type EncoderFolder } from './model/encoder-folder.js'
export { tokenize } from './text/tokens.js'
export { subjectWords } from './labels/subject-words.js'
export { principalAxes } from './layout/principal-axes.js'
export { createVocabulary, knownRows, type Vocabulary } from './model/vocabulary.js'
export { addWeightedRows, quantizeRows, widenTable, type MoreValues, type WordTable } from './model/word-table.js'

// Networks
export type { OnnxNetwork } from './model/onnx.js'
export { prepareStatic, type StaticNetwork } from './model/static.js'

// Section boundaries
export { BOUNDARY_DEFAULTS } from './segmentation/boundaries.js'
export {
  BOUNDARY_NETWORK,
  BOUNDARY_SHAPES,
  boundaryOdds,
  packBoundaryWeights,
  type BoundaryWeights
} from './segmentation/boundary-network.js'
export { divideByCost, divideByOdds } from './segmentation/boundary-odds.js'
export { MAX_DIVISION_PAIRS } from './segmentation/division.js'
export { boundaryFeatures, boundaryFigures, PARAGRAPH_BOUNDARY_DEFAULTS } from './segmentation/paragraph-boundaries.js'
export {
  findSentenceBoundaries,
  packMetric,
  placeUnits,
  SENTENCE_DIMS,
  packSentenceWeights,
  sentenceCost,
  sentenceEvidence,
  sentenceLayout,
  sentenceViews,
  type SentenceEvidence,
  type SentenceLayout,
  type SentenceWeights
} from './segmentation/sentence-boundaries.js'
export { rowsWithWords } from './segmentation/word-rows.js'

// Suggestions of an outline, with the features behind their scores
export { findHeadingCandidates, type HeadingCandidate } from './outline/heading-candidates.js'
export { namingKeys, repeatsWords } from './outline/heading-evidence.js'
export { compareHeadings, matchHeadings } from './outline/heading-fit.js'
export { findMergeCandidates } from './outline/section-merges.js'
export { findSplits } from './outline/subject-changes.js'
export { findMixedSections } from './outline/mixed-sections.js'
export { moveChoices, type MoveChoices } from './outline/move-choices.js'
export { findMoveCandidates } from './outline/paragraph-moves.js'
export { fitDocument, fitSections, fitWords, type FitInput } from './outline/section-fit.js'
export { readPlaces } from './draft/section-starts.js'
export { headedText } from './draft/section-headings.js'
export {
  packSuggestionWeights,
  readSuggestionWeights,
  SUGGESTION_FEATURES,
  type SuggestionKind,
  type SuggestionWeights
} from './segmentation/suggestion-weights.js'
export { separableRuns } from './outline/separate-sections.js'
