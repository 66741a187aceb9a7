import type { Dialect } from './dialect.js'

const VECTOR = [{ field: 'vector', format: 'binary' }]

/** Elasticsearch. It leaves vectors out of `_source`, and takes and returns them as bytes. */
export const ELASTICSEARCH: Dialect = {
  name: 'Elasticsearch',
  // The first that accepts and returns vectors as bytes.
  leastVersion: [9, 4],
  mostDims: 4096,
  transport: {},
  anyOrder: ['_shard_doc'],
  wholeSource: { exclude_vectors: false },
  withoutVector: { _source: true },
  vectorAlone: { _source: false, docvalue_fields: VECTOR },
  withVector: { _source: true, docvalue_fields: VECTOR },
  async readVersion(client, options) {
    const request = { node_id: '_local', metric: 'http', filter_path: 'nodes.*.version' } as const
    // A proxy or another server may answer with anything.
    const answer: unknown = await client.nodes.info(request, options)
    const [node] = Object.values(member(answer, 'nodes') ?? {}) as unknown[]
    const version = member(node, 'version')
    return { version: typeof version === 'string' ? version : undefined, answer }
  },
  /**
   * int8_hnsw takes a quarter of the memory of hnsw, and finds the same once twice as many candidates are rescored with
   * their full vectors (bench/RESULTS.md). Without a setting, Elasticsearch uses bbq_hnsw from 384 dimensions on.
   */
  vectorIndex: (dims) => ({
    settings: {},
    property: {
      type: 'dense_vector',
      dims,
      similarity: 'dot_product',
      index_options: { type: 'int8_hnsw', rescore_vector: { oversample: 2 } }
    }
  }),
  nearest: (vector, k, candidates, filter) => ({
    knn: { field: 'vector', query_vector: [...vector], k, num_candidates: candidates, filter }
  }),
  /** 32-bit big-endian numbers in Base64 (elastic/elasticsearch #137072, #140094). */
  storeVector: (vector) => Buffer.from(Float32Array.from(vector).buffer).swap32().toString('base64'),
  storedVector: ({ fields }) => (fields as { vector?: string[] } | undefined)?.vector?.at(0),
  readVector(stored, into) {
    const bytes = Buffer.from(stored as string, 'base64')
    for (let i = 0; i < into.length; i++) into[i] = bytes.readFloatBE(4 * i)
  },
  fieldCaps: (client, request) => client.fieldCaps({ ...request, filters: '-metadata' }),
  async openView(client, index, keepAlive, preference) {
    const { id } = await client.openPointInTime({
      ...{ index, keep_alive: keepAlive, allow_partial_search_results: false },
      ...(preference !== undefined && { preference })
    })
    return id
  },
  async closeView(client, id) {
    await client.closePointInTime({ id }, { ignore: [404] })
  }
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined
}
