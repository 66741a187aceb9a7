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
  StoreQuery,
  ThemeStore
} from './store.js'
