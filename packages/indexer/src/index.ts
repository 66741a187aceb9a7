/** The public API: index a collection, search it and study its themes without the command line. */

// Stores
export { openElasticsearchStore, type ElasticsearchStoreOptions } from './store/elasticsearch/elasticsearch-store.js'
export type { EmbeddedStoreOptions } from './store/embedded/embedded-store.js'
export { openEmbeddedStore } from './store/embedded/open-embedded-store.js'
export type {
  CollectionDescription,
  DocumentRecord,
  Fields,
  Filter,
  GenerationStore,
  Hit,
  SentenceRecord,
  StoredDocument,
  StoreEncoder,
  StoreQuery,
  ThemeStore
} from './store/store.js'

// Indexing
export { ingest, type IngestOptions, type IngestReport } from './ingest/ingest.js'
export { reindex, type ReindexOptions } from './ingest/reindex.js'
export { readSources } from './ingest/sources.js'

// Search
export { searchCollection, type SearchAnswer } from './search/search.js'
export type { SearchRequest } from './search/query.js'
export { clusterHits, type ClusterAnswer, type ClusterRequest } from './search/cluster-hits.js'
export { contrastParts, type Contrast, type ContrastRequest } from './analytics/contrast.js'
export type { Divide } from './search/sentence-division.js'

// Themes
export { buildThemes, type BuildThemesOptions } from './themes/build.js'
export { changeTheme, mergeThemes, resetThemes, type ThemeChange } from './themes/editing.js'
export { listThemes, showTheme, type ShownTheme, type ThemeList } from './themes/list.js'

// Analytics
export { compareCollections, type CollectionComparison } from './analytics/collection-comparison.js'
export { findOutliers, type Outliers } from './analytics/outliers.js'
export { sharesOverTime, themeShares, type Shares } from './analytics/shares.js'
export { themesTogether, type Cooccurrence as Together } from './analytics/theme-cooccurrence.js'
export { themeTrends, type Trends } from './analytics/trends.js'
export { typicalOf, type Typical } from './analytics/typical.js'

// Duplicates and the map
export { findDuplicates, type Duplicates, type DuplicatesRequest } from './duplicates/duplicates.js'
export { drawMap, type MapOptions, type SentenceMap } from './map/sentence-map.js'
