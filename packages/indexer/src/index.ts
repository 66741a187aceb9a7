export { compareCollections, type CollectionComparison } from './analytics/collection-comparison.js'
export { findOutliers, type Outliers } from './analytics/outliers.js'
export { themeShares, sharesOverTime, type ShareCell, type ShareKey, type Shares } from './analytics/shares.js'
export { THEME_LEVELS, type ThemeLevel, type ThemeRow } from './analytics/theme-table.js'
export { themesTogether, type ThemePair, type Together } from './analytics/theme-cooccurrence.js'
export { themeTrends, type Trend, type Trends } from './analytics/trends.js'
export { typicalOf, typicalOfAll, type DocumentLikeness, type Passage, type Typical } from './analytics/typical.js'
export { backgroundOf, keepBackground, percentileOf, RANDOM_PAIRS, type Background } from './search/background.js'
export {
  CLUSTER_DEFAULTS,
  clusterHits,
  MAX_CLUSTERS,
  type ClusterAnswer,
  type ClusterRequest,
  type HitTheme
} from './search/cluster-hits.js'
export {
  contrastParts,
  type Contrast,
  type ContrastRequest,
  type ContrastSide,
  type ContrastTheme
} from './search/contrast.js'
export type { ContrastWord } from './search/contrast.js'
export { GRANULARITIES, type Divide, type DivisionWork, type Granularity } from './search/sentence-division.js'
export { MAX_AROUND, SEARCH_DEFAULTS, SEARCH_MODES, type SearchMode, type SearchRequest } from './search/query.js'
export { searchCollection, type FoundSentence, type SearchAnswer } from './search/search.js'
export { DATE_INTERVALS, type DateInterval } from './store/dates.js'
export {
  FRONT_MATTER_FIELDS,
  MAX_DOCUMENT_SENTENCES,
  MAX_SENTENCE_LENGTH,
  splitDocument,
  type SentenceDocument
} from './ingest/documents.js'
export { declareFields, FIELD_TYPES, inferFields, MAX_FIELDS, MAX_KEYWORD_LENGTH, parseField } from './store/fields.js'
export { FUSION_CONSTANT, FUSION_DEPTH, fuseRanks } from './store/fusion.js'
export { MAX_DEAD_LETTER_BYTES } from './ingest/dead-letters.js'
export { ingest, INGEST_DEFAULTS, type IngestOptions, type IngestReport } from './ingest/ingest.js'
export type { IngestCounts } from './ingest/ingest-account.js'
export { ingestItems, type IngestTarget } from './ingest/ingest-items.js'
export type { IngestProgress } from './ingest/ingest-progress.js'
export { measureRecall } from './search/recall.js'
export { reindex, REINDEX_DEFAULTS, type ReindexOptions, type ReindexReport } from './ingest/reindex.js'
export { replay, type ReplayReport } from './ingest/replay.js'
export {
  FILE_ENDS,
  listFiles,
  shownPath,
  sourceBytes,
  sourceName,
  type FileKind,
  type SourceFile
} from './ingest/source-files.js'
export {
  MAX_DOCUMENT_SIZE,
  readSources,
  type OtherKind,
  type SourceDocument,
  type SourceItem,
  type SourceProblem
} from './ingest/sources.js'
export { drawMap, MAP_DEFAULTS, type MapOptions, type SentenceMap } from './map/sentence-map.js'
export { openElasticsearchStore, type ElasticsearchStoreOptions } from './store/elasticsearch/elasticsearch-store.js'
export { openEmbeddedStore, type EmbeddedStoreOptions } from './store/embedded/embedded-store.js'
export { MAX_WORDS_LENGTH } from './store/store-input.js'
export { MAX_CHOICES, MAX_HITS, MAX_KEPT_BYTES, SCAN_SLICE } from './store/store.js'
export type {
  Assignment,
  CollectionDescription,
  Condition,
  Count,
  CountBy,
  DeadDocument,
  DocumentRecord,
  Fields,
  FieldType,
  FieldValue,
  Filter,
  GenerationStore,
  Hit,
  RecordSlice,
  SentenceRecord,
  StoreEncoder,
  StoredDocument,
  StoreQuery,
  ThemeStore
} from './store/store.js'
export { buildThemes, type BuildThemesOptions } from './themes/build.js'
export { changeTheme, mergeThemes, resetThemes, type ThemeChange } from './themes/editing.js'
export {
  listThemes,
  showTheme,
  type ListedTheme,
  type ShownTheme,
  type ThemeChanges,
  type ThemeDrift,
  type ThemeGroup,
  type ThemeList
} from './themes/list.js'
export { readCopies } from './duplicates/sentence-copies.js'
export {
  DUPLICATES_DEFAULTS,
  findDuplicates,
  type Duplicates,
  type DuplicatesRequest
} from './duplicates/duplicates.js'
export { likenessOf, scoresOf } from './duplicates/sentence-similarity.js'
export { nearPairs } from './duplicates/near-pairs.js'
