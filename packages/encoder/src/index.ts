export { createRandom, type Random } from './vectors/random.js'
export {
  centerRows,
  dot,
  meanVector,
  normalize,
  row,
  rowsBetween,
  selectRows,
  zeroVectors,
  type Vectors
} from './vectors/vectors.js'
export { splitSentences } from './text/sentences.js'
export { slice, type Span } from './text/span.js'
export { terms, tokenize, wordTerms } from './text/tokens.js'
export { decodeArticle, type Article, type Section } from './text/article.js'
export type { Block } from './text/block.js'
export {
  articleFrom,
  DOCUMENT_FORMATS,
  MAX_DOCUMENT_LENGTH,
  parseDocument,
  type DocumentBlock,
  type DocumentFormat,
  type ParsedDocument
} from './document/document.js'
export type { Unit } from './text/unit.js'
export { originalSpan, type Prose } from './text/prose.js'
export { packBundle, readBundle, type Bundle, type BundleNetworks } from './model/bundle.js'
export {
  createEncoder,
  ENCODER_DEFAULTS,
  loadEncoder,
  type EncodeOptions,
  type Encoder,
  type EncoderOptions
} from './model/encoder.js'
export { chunkFeatures, chunkTagged, type ChunkedWords, type Chunker } from './events/chunker.js'
export { packChunker, readChunker } from './events/chunker-file.js'
export { EVENT_LENGTHS, eventPhrase, type Event } from './events/event.js'
export { EVENT_EXTRACTION, eventOf, shortenEvent, wholeEventOf } from './events/extract.js'
export {
  packEventBundle,
  readEventBundle,
  type EventBundle,
  type EventsManifest,
  type EventsOrigin
} from './events/event-bundle.js'
export { createEventEncoder, eventRows, loadEventEncoder, type EventEncoder } from './events/event-encoder.js'
export {
  partMeans,
  prepareEventLayers,
  prepareEventNetwork,
  scoreEvents,
  type EventNetwork,
  type EventRows,
  type TensorLayer
} from './events/event-network.js'
export { cleanHeadline, MAX_HEADLINE_LENGTH, trimNewsBody } from './events/headline.js'
export { headlineWords } from './events/headline-words.js'
export { bestPath, type Features, type SequenceModel } from './events/sequence-model.js'
export { tagFeatures, tagWords, type WordClasses } from './events/tagger.js'
export { wordForm } from './events/word-form.js'
export {
  drawEventMap,
  EVENT_MAP_DEFAULTS,
  type EventMap,
  type EventMapOptions,
  type ToldEvent
} from './events/event-map.js'
export { nameVerbs, type NamedVerbs } from './events/verb-names.js'
export { layOutLandmarks, layOutRows, scalePositions, type Landscape } from './layout/landmarks.js'
export type { Positions } from './layout/layout.js'
export { nearestRows, type NearestRows } from './layout/nearest-rows.js'
export { principalAxes } from './layout/principal-axes.js'
export { createTurns } from './layout/turns.js'
export { readFrom } from './model/folder.js'
export { turn } from './vectors/host.js'
export {
  REPRESENTATIONS,
  type BundleManifest,
  type BundleOrigin,
  type Measurement,
  type Representation
} from './model/manifest.js'
export { BundleError } from './model/manifest-members.js'
export { createMultiply, type Multiply } from './vectors/matrix-product.js'
export { LEARNED_FILES, type Learned, type LearnedFiles } from './model/learned.js'
export type { OnnxNetwork, OnnxRuntime } from './model/onnx.js'
export { prepareStatic, type StaticNetwork } from './model/static.js'
export type { ReadFile } from './model/stored-files.js'
export { createVocabulary, knownRows, WITHIN, type Vocabulary } from './model/vocabulary.js'
export {
  addWeightedRows,
  joinTables,
  MORE_VALUES,
  quantizeRows,
  widenTable,
  type MoreValues,
  type WordPieces,
  type WordTable
} from './model/word-table.js'
export type { Calibration } from './pairs/calibration.js'
export type { LstmWeights } from './pairs/lstm-states.js'
export { packPairScorer, readPairBundle, type PairBundle, type PairScorerParts } from './pairs/pair-bundle.js'
export type { PairManifest, PairOrigin } from './pairs/pair-manifest.js'
export { createPairScorer, loadPairScorer, type PairScorer, type PairScorerOptions } from './pairs/pair-scorer.js'
export { averageLink, cutTree, MAX_LINKED_ROWS, type Cut, type Merge } from './clustering/agglomerative.js'
export { BOUNDARY_DEFAULTS, findBoundaries, type BoundaryOptions } from './segmentation/boundaries.js'
export { blendNeighbours } from './context/context.js'
export { shareContext } from './context/shared-context.js'
export { fitSections, type FitInput } from './outline/section-fit.js'
export { packHeadings, type CommonHeading } from './labels/common-headings.js'
export { foreignWordsIn } from './labels/foreign-words.js'
export { STOP_WORDS } from './labels/stop-words.js'
export { subjectWords } from './labels/subject-words.js'
export { KMEANS_DEFAULTS, sphericalKMeans, type Clustering, type KmeansOptions } from './clustering/kmeans.js'
export { followParts, type Transitions } from './clustering/matching.js'
export type { EncodeTexts, HeadedSection, HeadedText } from './outline/headed-text.js'
export {
  findHeadingCandidates,
  SUGGEST_HEADINGS_DEFAULTS,
  suggestHeadings,
  type HeadingCandidate,
  type SuggestHeadingsOptions
} from './outline/heading-candidates.js'
export { labelParagraphThemes } from './outline/theme-names.js'
export {
  compareHeadings,
  findMisfits,
  matchHeadings,
  MISFIT_DEFAULTS,
  type HeadingMatches,
  type Misfit,
  type MisfitOptions
} from './outline/heading-fit.js'
export { namingKeys, repeatsWords } from './outline/heading-evidence.js'
export { LABEL_DEFAULTS, labelThemes, type LabelOptions, type Term, type ThemeLabel } from './labels/labels.js'
export type { Exemplar } from './labels/exemplars.js'
export { findSplits, type MissingHeading, type Split } from './outline/missing-headings.js'
export { findKin, type Kinship, type SectionMerge } from './outline/merges.js'
export { findMixtures, type MixedSection, type Mixture } from './outline/mixed.js'
export { findPlaces, type Move, type Place } from './outline/moves.js'
export { findStrays, suggestStrays, type OwnSection, type Stray, type StrayInput } from './outline/strays.js'
export {
  OUTLINE_DEFAULTS,
  outlineOf,
  paragraphDirections,
  paragraphVectors,
  shares,
  suggestChanges,
  type Outline,
  type OutlineOptions,
  type OutlineSuggestions,
  type OutlineTheme,
  type SuggestedSection,
  type ThemedSection
} from './outline/outline.js'
export { MAX_DIVISION_PAIRS, type Lengths, type SectionCost } from './segmentation/division.js'
export {
  BOUNDARY_NETWORK,
  BOUNDARY_SHAPES,
  boundaryOdds,
  packBoundaryWeights,
  type BoundaryWeights
} from './segmentation/boundary-network.js'
export { divideByCost, divideByOdds } from './segmentation/boundary-odds.js'
export {
  boundaryFeatures,
  boundaryFigures,
  findParagraphBoundaries,
  PARAGRAPH_BOUNDARY_DEFAULTS,
  weighParagraphBoundaries,
  type BoundaryReading,
  type ParagraphBoundary,
  type ParagraphBoundaryOptions
} from './segmentation/paragraph-boundaries.js'
export {
  assignParagraphThemes,
  findParagraphThemes,
  fitParagraphThemes,
  LEAST_PARAGRAPHS,
  PARAGRAPH_THEMES_DEFAULTS,
  type ParagraphThemes,
  type ParagraphThemesOptions
} from './outline/paragraph-themes.js'
export {
  countWords,
  findSections,
  type OutlineInput,
  type OutlineParagraph,
  type OutlineSection,
  type OutlineSentence
} from './segmentation/sections.js'
export {
  chooseThemeCount,
  THEME_COUNT_DEFAULTS,
  type ThemeCount,
  type ThemeCountOptions
} from './clustering/theme-count.js'
export { groupThemes } from './clustering/theme-tree.js'
export {
  assignThemes,
  describeThemes,
  findThemes,
  fitThemes,
  LEARNING,
  refineThemes,
  THEMES_DEFAULTS,
  type Assignment,
  type FittedThemes,
  type Theme,
  type ThemeModel,
  type Themes,
  type ThemesInput,
  type ThemesOptions
} from './themes/themes.js'
export {
  findSentenceBoundaries,
  packMetric,
  packSentenceWeights,
  placeUnits,
  SENTENCE_BOUNDARY_DEFAULTS,
  SENTENCE_DIMS,
  sentenceCost,
  sentenceEvidence,
  sentenceLayout,
  sentenceViews,
  type SentenceBoundaryOptions,
  type SentenceEvidence,
  type SentenceLayout,
  type SentenceWeights
} from './segmentation/sentence-boundaries.js'
export { rowsWithWords } from './segmentation/word-rows.js'
