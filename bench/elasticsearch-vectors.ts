/**
 * Measures Elasticsearch's vector indexes: recall of the ten nearest against exact cosine, bytes a vector, search time.
 *
 *     node bench/dist/elasticsearch-vectors.js URL [SENTENCES] [FILE]      default: 50000 of ../shared/data/markdown-docs.jsonl.gz
 *
 * URL: an otherwise idle server (node scripts/elasticsearch.mjs start).
 */
import { Client, type estypes } from '@elastic/elasticsearch'
import { row, type Vectors } from '@leitmotif/encoder'
import { createMultiply, createRandom } from '@leitmotif/encoder/vectors'
import { base64Of, givenCorpus, joinVectors, openBenchEncoder, readEncoded, spread } from './encoded-corpus.js'

const QUERIES = 200
const NEIGHBOURS = 10
const INDEX = 'leitmotif-bench-vectors'

interface Way {
  readonly name: string
  readonly options: estypes.MappingDenseVectorIndexOptions | undefined
  /** Candidates of a search, and how many per neighbour are rescored with full vectors. */
  readonly searches: readonly { readonly candidates: number; readonly oversample?: number }[]
}

const plain = [{ candidates: 50 }, { candidates: 100 }, { candidates: 150 }]
const again = [
  { candidates: 100, oversample: 2 },
  { candidates: 150, oversample: 2 },
  { candidates: 150, oversample: 3 }
]
const WAYS: readonly Way[] = [
  { name: 'hnsw', options: { type: 'hnsw' }, searches: plain },
  { name: 'int8_hnsw', options: { type: 'int8_hnsw' }, searches: [...plain, ...again] },
  { name: 'int4_hnsw', options: { type: 'int4_hnsw' }, searches: [{ candidates: 150 }, ...again] },
  { name: 'bbq_hnsw', options: { type: 'bbq_hnsw' }, searches: [{ candidates: 150 }, ...again] },
  { name: 'none named', options: undefined, searches: [{ candidates: 100 }] }
]

const [count = '50000', named] = process.argv.slice(3)
const file = givenCorpus(named)
const url = process.argv.at(2)
if (url === undefined) throw new Error('got no URL; expected that of an Elasticsearch server')
const client = new Client({ node: url, requestTimeout: 600_000 })
const encoder = await openBenchEncoder()
const vectors = joinVectors(await readEncoded(file, Number(count), encoder))
const queries = draw(vectors)
const least = exactTenth(vectors, queries)
process.stdout.write(`${vectors.count} vectors of ${vectors.dims} dimensions, ${QUERIES} queries\n`)

try {
  for (const { name, options, searches } of WAYS) {
    await client.indices.delete({ index: INDEX, ignore_unavailable: true })
    const dense = { type: 'dense_vector', dims: vectors.dims, similarity: 'dot_product' } as const
    const properties = { vector: { ...dense, ...(options && { index_options: options }) } }
    const settings = { number_of_replicas: 0, refresh_interval: '-1' }
    await client.indices.create({ index: INDEX, settings, mappings: { properties } })
    const started = performance.now()
    await client.helpers.bulk({
      datasource: Array.from({ length: vectors.count }, (_, at) => ({ id: String(at) })),
      onDocument: ({ id }) => [
        { index: { _index: INDEX, _id: id } },
        { vector: base64Of(row(vectors, Number(id))) } as never
      ]
    })
    await client.indices.refresh({ index: INDEX })
    const indexed = (performance.now() - started) / 1000
    await client.indices.forcemerge({ index: INDEX, max_num_segments: 1 })
    const merged = (performance.now() - started) / 1000
    process.stdout.write(`${name}: indexed in ${indexed.toFixed(0)} s, one segment after ${merged.toFixed(0)} s, `)
    process.stdout.write(`${await bytesEach()} bytes a vector\n`)
    for (const search of searches) await measure(search)
  }
} finally {
  await client.indices.delete({ index: INDEX, ignore_unavailable: true })
  await client.close()
}

/** Returns the bytes of each vector in memory during a search, and on disk. */
async function bytesEach(): Promise<string> {
  const { _all: all } = await client.indices.stats({ index: INDEX, metric: ['store', 'dense_vector'] })
  const { store, dense_vector: dense } = all.primaries as {
    store?: { size_in_bytes: number }
    dense_vector?: { off_heap?: Record<string, number> }
  }
  const heap = Object.entries(dense?.off_heap ?? {}).filter(([name]) => name.endsWith('_size_bytes'))
  const each = (bytes: number): string => (bytes / vectors.count).toFixed(0)
  const parts = heap.map(([name, bytes]) => `${name.replace('_size_bytes', '')} ${each(bytes)}`)
  return `${each(store?.size_in_bytes ?? 0)} on disk; of these for searching (${parts.join(', ')})`
}

async function measure({ candidates, oversample }: Way['searches'][number]): Promise<void> {
  const times: number[] = []
  let found = 0
  for (const [place, query] of [...queries.slice(0, 20), ...queries].entries()) {
    const knn = {
      ...{ field: 'vector', query_vector: [...row(vectors, query)], k: NEIGHBOURS + 1, num_candidates: candidates },
      ...(oversample !== undefined && { rescore_vector: { oversample } })
    }
    const started = performance.now()
    const { hits } = await client.search({ index: INDEX, knn, size: NEIGHBOURS + 1, _source: false })
    // The first searches warm up the server.
    if (place < 20) continue
    times.push(performance.now() - started)
    const others = hits.hits.map(({ _id }) => Number(_id)).filter((id) => id !== query)
    found += others.slice(0, NEIGHBOURS).filter((id) => cosine(query, id) >= least[place - 20] - 1e-4).length
  }
  const { median, p95 } = spread(times)
  const how = `${candidates} candidates${oversample === undefined ? '' : `, oversample ${oversample}`}`
  process.stdout.write(
    `  ${how}: recall@10 ${(found / (NEIGHBOURS * QUERIES)).toFixed(4)}, median ${median.toFixed(1)} ms, ` +
      `95 % under ${p95.toFixed(1)} ms\n`
  )
}

/** Returns random rows that have a vector. */
function draw(all: Vectors): number[] {
  const random = createRandom('queries')
  const rows = random.shuffle(Array.from({ length: all.count }, (_, at) => at))
  return rows.filter((at) => row(all, at).some((value) => value !== 0)).slice(0, QUERIES)
}

/** Returns the tenth largest cosine of each query with other rows. */
function exactTenth(all: Vectors, drawn: readonly number[]): number[] {
  const right = { values: new Float32Array(drawn.flatMap((at) => [...row(all, at)])), turned: true }
  const cosines = createMultiply()({ values: all.data, turned: false }, right, all.count, all.dims, drawn.length)
  return drawn.map((query, at) => {
    const column = Float32Array.from({ length: all.count }, (_, other) =>
      other === query ? -1 : cosines[other * drawn.length + at]
    )
    return column.sort().at(-NEIGHBOURS)!
  })
}

function cosine(a: number, b: number): number {
  const [left, right] = [row(vectors, a), row(vectors, b)]
  return left.reduce((sum, value, at) => sum + value * right[at], 0)
}
