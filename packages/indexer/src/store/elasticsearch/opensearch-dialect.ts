import type { estypes } from '@elastic/elasticsearch'
import type { Dialect } from './dialect.js'

/** Digits that tell any two 32-bit numbers apart. */
const DIGITS = 9

const PIT = '/_search/point_in_time'

/** OpenSearch with its plugin k-NN, whose Lucene engine keeps vectors of 32-bit numbers. */
export const OPENSEARCH: Dialect = {
  name: 'OpenSearch',
  // The first that was tried.
  leastVersion: [2, 19],
  mostDims: 16_000,
  // It does not say that it is Elasticsearch, and refuses requests of that media type.
  transport: { productCheck: undefined, vendoredHeaders: undefined },
  // Version 2 has no `_shard_doc`, and `_doc` is unique in a shard only.
  anyOrder: ['_doc', '_index', '_id'],
  wholeSource: true,
  withoutVector: { _source: { excludes: ['vector'] } },
  vectorAlone: { _source: ['vector'] },
  withVector: { _source: true },
  async readVersion(client, options) {
    const answer: unknown = await client.info({}, options)
    const { distribution, number } = ((answer as { version?: object } | null)?.version ?? {}) as Record<string, unknown>
    return { version: distribution === 'opensearch' && typeof number === 'string' ? number : undefined, answer }
  },
  vectorIndex: (dims) => ({
    settings: { knn: true },
    property: {
      type: 'knn_vector',
      dimension: dims,
      method: { name: 'hnsw', engine: 'lucene', space_type: 'cosinesimil' }
    } as unknown as estypes.MappingProperty
  }),
  nearest(vector, k, candidates, filter) {
    const within = filter.length === 0 ? {} : { filter: { bool: { filter } } }
    const nearest = { vector, k, method_parameters: { ef_search: candidates }, ...within }
    return { query: { knn: { vector: nearest } } } as unknown as estypes.SearchRequest
  },
  storeVector: (vector) => Array.from(vector, (value) => Number(value.toPrecision(DIGITS))),
  storedVector: ({ _source: source }) => (source as { vector?: number[] } | undefined)?.vector,
  readVector(stored, into) {
    into.set(stored as number[])
  },
  async fieldCaps(client, request) {
    const { index = '', fields = '*', include_unmapped = false } = request
    // The client sends the fields in the body, where OpenSearch does not look for them.
    const answer = await client.transport.request<estypes.FieldCapsResponse>({
      method: 'GET',
      path: `/${encodeURIComponent(String(index))}/_field_caps`,
      querystring: { fields: String(fields), include_unmapped }
    })
    const own = Object.entries(answer.fields).filter(([name]) => !name.startsWith('_'))
    return { ...answer, fields: Object.fromEntries(own) }
  },
  async openView(client, index, keepAlive, preference) {
    const { pit_id: id } = await client.transport.request<{ pit_id: string }>({
      method: 'POST',
      path: `/${encodeURIComponent(index)}${PIT}`,
      querystring: {
        ...{ keep_alive: keepAlive, allow_partial_pit_creation: false },
        ...(preference !== undefined && { preference })
      }
    })
    return id
  },
  async closeView(client, id) {
    await client.transport.request({ method: 'DELETE', path: PIT, body: { pit_id: [id] } }, { ignore: [404] })
  }
}
