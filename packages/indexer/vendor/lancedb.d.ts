// All that the embedded store uses of LanceDB, and the copy of Apache Arrow that LanceDB makes its tables of. `bundle.mjs` makes one file
// of it.
export {
  connect,
  Index,
  MatchQuery,
  Session,
  type Connection,
  type Query,
  type Table,
  type VectorQuery
} from '@lancedb/lancedb'
export * as arrow from 'apache-arrow'
