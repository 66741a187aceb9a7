/**
 * Measures the embedded store on real documents: time to index and to read the collection, against LanceDB alone with the same texts
 * and vectors.
 *
 *     node bench/dist/embedded-store.js [FILE]      FILE: default ../shared/data/markdown-docs.jsonl.gz
 */
import { connect, type Table as LanceTable } from '@lancedb/lancedb'
import { row } from '@leitmotif/encoder'
import { ingest, openEmbeddedStore, type StoreQuery, type ThemeStore } from '@leitmotif/indexer'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Field, FixedSizeList, Float32, makeData, Table, Utf8, Vector, vectorFromArray } from 'apache-arrow'
import { givenCorpus, joinVectors, openBenchEncoder, readEncoded } from './encoded-corpus.js'

const TIMES = 15
const BARE_ROWS = 8192
const QUERIES = [
  'how to install the command line tool',
  'government digital services',
  'the history of the project',
  'accessible forms'
]

const file = givenCorpus(process.argv[2])
const encoder = await openBenchEncoder()
const folder = await mkdtemp(join(tmpdir(), 'leitmotif-bench-'))

/** Prints the clock and processor time of `work`. */
async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  const [started, before] = [performance.now(), process.cpuUsage()]
  const result = await work()
  const { user, system } = process.cpuUsage(before)
  const peak = (process.resourceUsage().maxRSS / 1000).toFixed(0)
  const seconds = ((performance.now() - started) / 1000).toFixed(2)
  process.stdout.write(
    `${name}: ${seconds} s, processors ${((user + system) / 1e6).toFixed(2)} s, peak so far ${peak} MB\n`
  )
  return result
}

async function withStore<T>(access: 'read' | 'write', work: (store: ThemeStore) => Promise<T>): Promise<T> {
  const store = await openEmbeddedStore(folder, { access, encoder, representation: 'static' })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

const index = () => withStore('write', (store) => ingest({ paths: [file], store, encoder }))

/** Prints the median and slowest time of several searches after a first. */
async function search<T>(name: string, queries: readonly T[], ask: (query: T) => Promise<unknown>): Promise<void> {
  const times: number[] = []
  for (let time = 0; time <= TIMES; time++) {
    const started = performance.now()
    await ask(queries[time % queries.length])
    if (time > 0) times.push(performance.now() - started)
  }
  times.sort((a, b) => a - b)
  process.stdout.write(
    `${name}: median ${times[TIMES >> 1].toFixed(0)} ms, slowest ${times[TIMES - 1].toFixed(0)} ms\n`
  )
}

/** Times LanceDB alone on the same precomputed texts and vectors, in batches of the same size. */
async function fillBare(): Promise<LanceTable> {
  const documents = await readEncoded(file, Infinity, encoder)
  const all = joinVectors(documents)
  const text = documents.flatMap(({ sentences }) => sentences.map((sentence) => sentence.text))
  const id = documents.flatMap(({ sentences }) => sentences.map((sentence) => sentence.id))
  const type = new FixedSizeList(all.dims, new Field('item', new Float32(), true))
  const parts = Array.from({ length: Math.ceil(text.length / BARE_ROWS) }, (_, part) => {
    const [from, end] = [part * BARE_ROWS, Math.min((part + 1) * BARE_ROWS, text.length)]
    const data = all.data.slice(from * all.dims, end * all.dims)
    const child = makeData({ type: new Float32(), length: data.length, nullCount: 0, data })
    return new Table({
      id: vectorFromArray(id.slice(from, end), new Utf8()),
      text: vectorFromArray(text.slice(from, end), new Utf8()),
      vector: new Vector([makeData({ type, length: end - from, nullCount: 0, child })])
    })
  })
  const connection = await connect(join(folder, 'bare'))
  return timed('LanceDB alone: texts and vectors that are ready', async () => {
    const table = await connection.createTable('bare', parts[0])
    for (const part of parts.slice(1)) await table.add(part)
    await table.optimize()
    return table
  })
}

async function folderSize(): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => stat(join(entry.parentPath, entry.name)))
  return (await Promise.all(files)).reduce((sum, { size }) => sum + size, 0)
}

try {
  const first = await timed('index', index)
  process.stdout.write(`${first.indexed} documents, ${first.sentences} sentences\n`)
  await timed('index again, unchanged', index)
  process.stdout.write(`folder: ${((await folderSize()) / 1e6).toFixed(0)} MB\n`)
  const ids: string[] = []
  await withStore('write', async (store) => {
    await timed('scan with vectors', async () => {
      for await (const { records } of store.scan({ vectors: true })) ids.push(...records.map(({ id }) => id))
    })
    const assignments = ids.map((id, at) => ({ id, theme: `theme ${at % 40}`, similarity: 0.5 }))
    await timed('assign a theme to every sentence', () => store.assign('bench', assignments, {}))
  })
  await withStore('read', async (store) => {
    const vectors = await encoder.encode(QUERIES, { representation: 'static' })
    const queries = QUERIES.map((words, at) => ({ words, vector: row(vectors, at), k: 10 }))
    const asked: Record<string, StoreQuery[]> = {
      thematic: queries.map(({ vector, k }) => ({ vector, k })),
      keyword: queries.map(({ words, k }) => ({ words, k })),
      hybrid: queries,
      'thematic, one theme of 40': queries.map((query) => ({ ...query, filter: { theme: 'theme 7' } }))
    }
    for (const [name, some] of Object.entries(asked)) await search(name, some, (query) => store.search(query))
    await timed('count by theme and source', () => store.count(['theme', 'source']))
  })
  const bare = await fillBare()
  const vectors = await encoder.encode(QUERIES, { representation: 'static' })
  await search('LanceDB alone: thematic', [...QUERIES.keys()], (at) =>
    bare.vectorSearch(row(vectors, at)).distanceType('cosine').select(['id', '_distance']).limit(10).toArray()
  )
} finally {
  await rm(folder, { recursive: true })
}
