/**
 * Measures the processor time of clustering a search's hits, by number of hits, and of the search alone.
 *
 *     node bench/dist/hit-clustering-speed.js [FILE]      FILE: default ../shared/data/markdown-docs.jsonl.gz; reads DOCUMENTS
 */
import { readLines } from '@leitmotif/command'
import { clusterHits, ingest, openEmbeddedStore, searchCollection } from '@leitmotif/indexer'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { givenCorpus, openBenchEncoder } from './encoded-corpus.js'

const DOCUMENTS = 340
const TIMES = 7
const HITS = [100, 300, 1000, 3000, 10_000]
const QUERY = 'how to deploy a service and monitor it'

const file = givenCorpus(process.argv[2])
const encoder = await openBenchEncoder()
const folder = await mkdtemp(join(tmpdir(), 'leitmotif-bench-'))

/** Returns processor seconds of `work`: median, and first run. */
async function seconds(work: () => Promise<unknown>): Promise<{ readonly first: number; readonly median: number }> {
  const times: number[] = []
  for (let time = 0; time < TIMES; time++) {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    times.push((user + system) / 1e6)
  }
  const [first] = times
  return { first, median: times.sort((a, b) => a - b)[TIMES >> 1] }
}

try {
  const part = join(folder, 'part.jsonl')
  const lines: string[] = []
  for await (const { text } of readLines(file)) if (lines.push(text) === DOCUMENTS) break
  await writeFile(part, lines.join('\n'))
  const place = join(folder, 'collection')
  const filled = await openEmbeddedStore(place, { access: 'write', encoder, representation: 'static' })
  const { sentences } = await ingest({ paths: [part], store: filled, encoder })
  await filled.close()
  process.stdout.write(`${DOCUMENTS} documents, ${sentences} sentences\n`)
  process.stdout.write(
    'hits, search, with vectors, coarse, medium, fine, 8 themes; the first of medium; themes of medium\n'
  )
  const store = await openEmbeddedStore(place, { access: 'read', encoder })
  for (const limit of HITS) {
    const search = { texts: [QUERY] }
    const find = async (): Promise<string[]> => {
      const { hits } = await searchCollection(store, encoder, { ...search, k: limit })
      return hits.map(({ record }) => record.id)
    }
    const cluster = (how: { granularity?: 'coarse' | 'medium' | 'fine'; count?: number }) =>
      seconds(() => clusterHits(store, encoder, { search, limit, ...how }))
    const found = await seconds(find)
    const read = await seconds(async () => store.read(await find()))
    const medium = await cluster({ granularity: 'medium' })
    const coarse = await cluster({ granularity: 'coarse' })
    const fine = await cluster({ granularity: 'fine' })
    const eight = await cluster({ count: 8 })
    const { themes } = await clusterHits(store, encoder, { search, limit })
    const figures = [found, read, coarse, medium, fine, eight].map(({ median }) => median.toFixed(2))
    process.stdout.write(`${[limit, ...figures, medium.first.toFixed(2), themes.length].join(', ')}\n`)
  }
  await store.close()
} finally {
  await rm(folder, { recursive: true })
}
