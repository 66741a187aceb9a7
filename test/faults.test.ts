import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadEncoder } from '@leitmotif/encoder'
import { ingest, openElasticsearchStore, type IngestReport } from '@leitmotif/indexer'
import { afterAll, describe, expect, it } from 'vitest'
import { note, removeCollections, server } from './elasticsearch.js'
import { FAULTS, startFaultProxy } from './fault-proxy.js'
import { lay } from './kill-corpus.js'
import { readAll } from './killed-indexer.js'

const bundle = fileURLToPath(new URL('../models/leitmotif-en', import.meta.url))
const own = `faults-${randomUUID().slice(0, 8)}`
afterAll(() => removeCollections(own))

const DOCUMENTS = 120
/** Batch size, small so that there are many requests. */
const BATCH = 40
/** Share of bulk requests with an injected fault. */
const SHARE = 0.4

describe.skipIf(server.missing !== undefined)(`A connection to Elasticsearch that fails again and again${note}`, () => {
  it('leaves the same collection as a good one, and accounts for everything', async () => {
    const root = await mkdtemp(join(tmpdir(), 'leitmotif-faults-'))
    const docs = join(root, 'docs')
    await mkdir(docs)
    const encoder = await loadEncoder(bundle)
    const proxy = await startFaultProxy(server.url, SHARE, 'faults')
    const index = async (url: string, collection: string): Promise<IngestReport> => {
      const choice = { access: 'write', encoder, collection, representation: 'static' } as const
      const store = await openElasticsearchStore(url, choice)
      try {
        return await ingest({ paths: [docs], store, encoder, batch: BATCH })
      } finally {
        await store.close()
      }
    }
    try {
      for (const state of [1, 2] as const) {
        await lay(docs, DOCUMENTS, state)
        const calm = await index(server.url, `${own}-calm`)
        expect(await index(proxy.url, `${own}-harmed`)).toEqual(calm)
        const read = (name: string) =>
          readAll(openElasticsearchStore(server.url, { access: 'read', collection: `${own}-${name}` }))
        expect(await read('harmed')).toEqual(await read('calm'))
      }
      expect(Object.keys(proxy.befallen)).toEqual([...FAULTS])
      for (const times of Object.values(proxy.befallen)) expect(times).toBeGreaterThan(0)
    } finally {
      await proxy.close()
      encoder.dispose()
      await rm(root, { recursive: true })
    }
  }, 600_000)
})
