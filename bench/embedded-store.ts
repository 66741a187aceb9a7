/**
 * Measures the embedded store on real documents: how long indexing takes, and what reading the collection costs.
 *
 *     node bench/dist/embedded-store.js [FILE]      FILE: default ../shared/data/markdown-docs.jsonl.gz
 */
import { row } from '@leitmotif/encoder'
import { ingest, openEmbeddedStore, type StoreQuery, type ThemeStore } from '@leitmotif/indexer'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { givenCorpus, openBenchEncoder } from './bench-sentences.js'

const TIMES = 15
const QUERIES = [
  'how to install the command line tool',
  'government digital services',
  'the history of the project',
  'accessible forms'
]

const file = givenCorpus(process.argv[2])
const encoder = await openBenchEncoder()
const folder = await mkdtemp(join(tmpdir(), 'leitmotif-bench-'))

/** Says how long `work` took: on the clock, and of the processors. */
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
  const store = await openEmbeddedStore(folder, { access, encoder })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

const index = () => withStore('write', (store) => ingest({ paths: [file], store, encoder }))

/** Says the median and the slowest of several searches, the first left out. */
async function search(store: ThemeStore, name: string, queries: readonly StoreQuery[]): Promise<void> {
  const times: number[] = []
  for (let time = 0; time <= TIMES; time++) {
    const started = performance.now()
    await store.search(queries[time % queries.length])
    if (time > 0) times.push(performance.now() - started)
  }
  times.sort((a, b) => a - b)
  process.stdout.write(
    `${name}: median ${times[TIMES >> 1].toFixed(0)} ms, slowest ${times[TIMES - 1].toFixed(0)} ms\n`
  )
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
    const vectors = await encoder.encode(QUERIES)
    const queries = QUERIES.map((words, at) => ({ words, vector: row(vectors, at), k: 10 }))
    await search(
      store,
      'thematic',
      queries.map(({ vector, k }) => ({ vector, k }))
    )
    await search(
      store,
      'keyword',
      queries.map(({ words, k }) => ({ words, k }))
    )
    await search(store, 'hybrid', queries)
    await search(
      store,
      'thematic, one theme of 40',
      queries.map((query) => ({ ...query, filter: { theme: 'theme 7' } }))
    )
    await timed('count by theme and source', () => store.count(['theme', 'source']))
  })
} finally {
  await rm(folder, { recursive: true })
}
