/**
 * Measures a collection in Elasticsearch against the server alone: sentences a second from file to last refresh against the client's
 * bulk helper with precomputed vectors, and a search against a bare kNN query.
 *
 *     node bench/dist/elasticsearch-store.js URL [SENTENCES] [FILE]      default: 20000 of ../shared/data/markdown-docs.jsonl.gz
 *
 * URL: an otherwise idle server (node scripts/elasticsearch.mjs start).
 */
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import { Client } from '@elastic/elasticsearch'
import { row } from '@leitmotif/encoder'
import { ingest, openElasticsearchStore, openEmbeddedStore, type ThemeStore } from '@leitmotif/indexer'
import { base64Of, givenCorpus, openBenchEncoder, readEncoded, spread } from './encoded-corpus.js'

const ROUNDS = 3
const SEARCHES = 300
const [count = '20000', named] = process.argv.slice(3)
const file = givenCorpus(named)
const url = process.argv.at(2)
if (url === undefined) throw new Error('got no URL; expected that of an Elasticsearch server')
const client = new Client({ node: url, requestTimeout: 600_000 })
const encoder = await openBenchEncoder()
const folder = await mkdtemp(join(tmpdir(), 'leitmotif-bench-'))
const collection = `bench-${process.pid}`
const bare = `leitmotif-${collection}-bare`

/** Seconds: clock, this process's CPU, the server's CPU. */
interface Times {
  readonly clock: number
  readonly own: number
  readonly server: number
}

async function timed(work: () => Promise<unknown>): Promise<Times> {
  const [started, before, server] = [performance.now(), process.cpuUsage(), await serverSeconds()]
  await work()
  const { user, system } = process.cpuUsage(before)
  const clock = (performance.now() - started) / 1000
  return { clock, own: (user + system) / 1e6, server: (await serverSeconds()) - server }
}

async function serverSeconds(): Promise<number> {
  const { nodes } = await client.nodes.stats({ metric: 'process' })
  return Object.values(nodes).reduce((sum, { process }) => sum + (process?.cpu?.total_in_millis ?? 0), 0) / 1000
}

async function filled(store: ThemeStore, path: string): Promise<void> {
  try {
    await ingest({ paths: [path], store, encoder })
  } finally {
    await store.close()
  }
}

try {
  const documents = await readEncoded(file, Number(count), encoder)
  const path = join(folder, 'documents.jsonl')
  await copyLines(file, path, new Set(documents.map(({ document }) => document)))
  const ready = documents.flatMap(({ sentences, vectors }) =>
    sentences.map(({ id, ...sentence }, at) => ({ id, ...sentence, vector: base64Of(row(vectors, at)) }))
  )
  process.stdout.write(`${documents.length} documents, ${ready.length} sentences\n`)
  const say = (name: string, { clock, own, server }: Times): void => {
    process.stdout.write(
      `${name}: ${(ready.length / clock).toFixed(0)} sentences/s, ${clock.toFixed(1)} s; processors: own ${own.toFixed(1)} s, server ${server.toFixed(1)} s\n`
    )
  }
  for (let round = 0; round < ROUNDS; round++) {
    const name = `${collection}-${round}`
    say(
      'from the file, into Elasticsearch',
      await timed(async () =>
        filled(
          await openElasticsearchStore(url, { access: 'write', encoder, representation: 'static', collection: name }),
          path
        )
      )
    )
    await makeBare(name)
    say(
      'bulk helper, vectors ready',
      await timed(async () => {
        await client.helpers.bulk({
          datasource: ready,
          onDocument: ({ id, ...sentence }) => [{ index: { _index: bare, _id: id } }, sentence as never]
        })
        await client.indices.refresh({ index: bare })
      })
    )
    say(
      'from the file, into a folder',
      await timed(async () =>
        filled(
          await openEmbeddedStore(join(folder, name), { access: 'write', encoder, representation: 'static' }),
          path
        )
      )
    )
  }
  await compareSearches(url, `${collection}-${ROUNDS - 1}`)
} finally {
  for (let round = 0; round < ROUNDS; round++) {
    const index = `leitmotif-${collection}-${round}.*`
    const found = await client.indices.get({ index, expand_wildcards: 'all' })
    for (const name of Object.keys(found)) await client.indices.delete({ index: name })
  }
  await client.indices.delete({ index: bare, ignore_unavailable: true })
  await client.close()
  await rm(folder, { recursive: true })
}

/** Returns the wanted lines of a gzip file. */
async function copyLines(from: string, to: string, wanted: ReadonlySet<string>): Promise<void> {
  const lines = createInterface({ input: createReadStream(from).pipe(createGunzip()) })
  const out = createWriteStream(to)
  for await (const line of lines) {
    if (wanted.has((JSON.parse(line) as { id: string }).id)) out.write(`${line}\n`)
  }
  await new Promise<void>((done) => {
    out.end(done)
  })
}

/** Creates an empty index with the collection's mapping. */
async function makeBare(name: string): Promise<void> {
  await client.indices.delete({ index: bare, ignore_unavailable: true })
  const [{ mappings = {} }] = Object.values(await client.indices.get({ index: `leitmotif-${name}` }))
  const settings = { number_of_replicas: 0, refresh_interval: '-1' } as const
  await client.indices.create({ index: bare, settings, mappings: { ...mappings, _meta: {} } })
}

/** Times the same searches alternately through the store and as bare queries. */
async function compareSearches(server: string, name: string): Promise<void> {
  const store = await openElasticsearchStore(server, { access: 'read', encoder, collection: name })
  const vectors = await encoder.encode(
    Array.from({ length: SEARCHES }, (_, at) => `how to set up part ${at} of a server`),
    { representation: 'static' }
  )
  const times: Record<'store' | 'bare', number[]> = { store: [], bare: [] }
  for (let at = 0; at < SEARCHES; at++) {
    const vector = row(vectors, at)
    const first = performance.now()
    await store.search({ vector, k: 10 })
    const second = performance.now()
    const knn = { field: 'vector', query_vector: [...vector], k: 10, num_candidates: 150 }
    await client.search({ index: `leitmotif-${name}`, knn, size: 10 })
    // The first searches warm up the server.
    if (at < 20) continue
    times.store.push(second - first)
    times.bare.push(performance.now() - second)
  }
  await store.close()
  for (const [kind, of] of Object.entries(times)) {
    const { median, p95 } = spread(of)
    process.stdout.write(`search, ${kind}: median ${median.toFixed(1)} ms, 95 % under ${p95.toFixed(1)} ms\n`)
  }
}
