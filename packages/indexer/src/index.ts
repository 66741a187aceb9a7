export {
  FRONT_MATTER_FIELDS,
  MAX_DOCUMENT_SENTENCES,
  MAX_SENTENCE_LENGTH,
  splitDocument,
  type SentenceDocument
} from './documents.js'
export { declareFields, FIELD_TYPES, inferFields, MAX_FIELDS, MAX_KEYWORD_LENGTH, parseField } from './fields.js'
export { FUSION_CONSTANT, FUSION_DEPTH, fuseRanks } from './fusion.js'
export { ingest, INGEST_DEFAULTS, type IngestOptions, type IngestProgress, type IngestReport } from './ingest.js'
export {
  FILE_ENDS,
  listFiles,
  shownPath,
  sourceBytes,
  sourceName,
  type FileKind,
  type SourceFile
} from './source-files.js'
export {
  MAX_DOCUMENT_SIZE,
  readSources,
  type OtherKind,
  type SourceDocument,
  type SourceItem,
  type SourceProblem
} from './sources.js'
export { openEmbeddedStore, type EmbeddedStoreOptions } from './store-embedded.js'
export { MAX_WORDS_LENGTH } from './store-input.js'
export { MAX_HITS, SCAN_SLICE } from './store.js'
export type {
  Assignment,
  CollectionDescription,
  Count,
  DocumentRecord,
  Fields,
  FieldType,
  FieldValue,
  Filter,
  Hit,
  SentenceRecord,
  StoreEncoder,
  StoredDocument,
  StoreQuery,
  ThemeStore
} from './store.js'
