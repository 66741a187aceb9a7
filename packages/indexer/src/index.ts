export { declareFields, FIELD_TYPES, inferFields, MAX_FIELDS, MAX_KEYWORD_LENGTH, parseField } from './fields.js'
export { FUSION_CONSTANT, FUSION_DEPTH, fuseRanks } from './fusion.js'
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
  StoredDocument,
  StoreQuery,
  ThemeStore
} from './store.js'
