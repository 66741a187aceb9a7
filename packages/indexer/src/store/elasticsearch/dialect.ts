import type { Client, estypes } from '@elastic/elasticsearch'

/** What differs between Elasticsearch and OpenSearch, which is a fork of its version 7.10. */
export interface Dialect {
  readonly name: 'Elasticsearch' | 'OpenSearch'
  /** The first version, major and minor, that has all that is used here. */
  readonly leastVersion: readonly [number, number]
  /** Maximum number of dimensions of a vector. */
  readonly mostDims: number
  /** Options of the client's transport that differ from those for Elasticsearch. */
  readonly transport: { readonly productCheck?: undefined; readonly vendoredHeaders?: undefined }
  /** An order in which `search_after` passes over no document, even of several shards. */
  readonly anyOrder: estypes.Sort
  /** Request option for a whole `_source`. */
  readonly wholeSource: estypes.SearchSourceConfig
  /** Request options for all members of a sentence's record but the vector. */
  readonly withoutVector: RecordRequest
  /** Request options for the vector alone. */
  readonly vectorAlone: RecordRequest
  /** Request options for the whole record of a sentence. */
  readonly withVector: RecordRequest
  /** Returns the version of a server; undefined if the answer has none. */
  readVersion(
    client: Client,
    options: object
  ): Promise<{ readonly version: string | undefined; readonly answer: unknown }>
  /** Returns settings and mapping for vectors of length 1, which are compared by their cosine. */
  vectorIndex(dims: number): { readonly settings: object; readonly property: estypes.MappingProperty }
  /** Returns the request for the nearest vectors; scores are (1 + cosine) / 2. */
  nearest(vector: readonly number[], k: number, candidates: number, filter: Filters): estypes.SearchRequest
  /** Returns a vector as it is written into a record. */
  storeVector(vector: Float32Array): unknown
  /** Returns the vector of a hit as it was stored; undefined if it has none. */
  storedVector(hit: estypes.SearchHit): unknown
  /** Writes a vector that `storedVector` returned into `into`. */
  readVector(stored: unknown, into: Float32Array): void
  /** Returns what fields of an index can do, without the fields that every index has. */
  fieldCaps(client: Client, request: estypes.FieldCapsRequest): Promise<estypes.FieldCapsResponse>
  /** Opens a snapshot of an index, all of its shards, and returns its id. */
  openView(client: Client, index: string, keepAlive: string, preference: string | undefined): Promise<string>
  closeView(client: Client, id: string): Promise<void>
}

type RecordRequest = Pick<estypes.SearchRequest, '_source' | 'docvalue_fields'>
type Filters = estypes.QueryDslQueryContainer[]
