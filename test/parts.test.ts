import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadEncoder, type Encoder } from '@leitmotif/encoder'
import { createRandom } from '@leitmotif/encoder/vectors'
import {
  ingest,
  openElasticsearchStore,
  type IngestOptions,
  type IngestReport,
  type ThemeStore
} from '@leitmotif/indexer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { finishPart, joinRun } from '../packages/indexer/dist/ingest/run-parts.js'
import { shippedEncoder } from './command-line.js'
import { note, removeCollections, server } from './elasticsearch.js'
import { lay } from './kill-corpus.js'
import { indexFolder, readAll } from './killed-indexer.js'

const DOCUMENTS = 60
const OF = 3
/** Timeout for a dozen runs of an indexer. */
const TIMEOUT_MS = 1_200_000

const own = `parts-${randomUUID().slice(0, 8)}`
let root = ''
let encoder: Encoder
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'leitmotif-parts-'))
  encoder = await loadEncoder(shippedEncoder)
})
afterAll(async () => {
  encoder.dispose()
  await rm(root, { recursive: true, force: true })
  await removeCollections(own)
})

const read = (name: string) =>
  readAll(openElasticsearchStore(server.url, { access: 'read', collection: `${own}-${name}` }))

function open(name: string, part?: number): Promise<ThemeStore> {
  const choice = { access: 'write', encoder, representation: 'static', collection: `${own}-${name}` } as const
  return openElasticsearchStore(server.url, { ...choice, part })
}

async function index(name: string, docs: string, options: Partial<IngestOptions> = {}): Promise<IngestReport> {
  const store = await open(name, options.part?.number)
  try {
    return await ingest({ paths: [docs], store, encoder, ...options })
  } finally {
    await store.close()
  }
}

describe.skipIf(server.missing !== undefined)(`Processes that index parts of one collection${note}`, () => {
  it(
    'leave, some of them killed and restarted, what one calm run leaves',
    async () => {
      const docs = join(root, 'killed')
      await mkdir(docs)
      const random = createRandom('parts')
      for (const state of [1, 2] as const) {
        await lay(docs, DOCUMENTS, state)
        const steps = (await indexFolder(docs, [server.url, `${own}-calm`])) ?? 0
        const place = [server.url, `${own}-killed`] as const
        await Promise.all(
          Array.from({ length: OF }, async (_, at) => {
            const part = { number: at + 1, of: OF }
            if (at < 2) await indexFolder(docs, place, 1 + random.integer(Math.ceil(steps / OF)), undefined, part)
            await indexFolder(docs, place, undefined, undefined, part)
          })
        )
        expect(await read('killed')).toEqual(await read('calm'))
      }
    },
    TIMEOUT_MS
  )

  it('account together for each document once, and one of them closes the run', async () => {
    const docs = join(root, 'counted')
    await mkdir(docs)
    await lay(docs, DOCUMENTS, 1)
    const reports = await Promise.all(
      Array.from({ length: OF }, (_, at) => index('counted', docs, { part: { number: at + 1, of: OF } }))
    )
    const closing = reports.flatMap(({ part }) => (part !== undefined && 'counts' in part ? [part.counts] : []))
    const alone = await index('alone', docs)
    expect(closing).toHaveLength(1)
    for (const count of ['read', 'indexed', 'sentences'] as const) {
      expect(closing[0][count]).toBe(alone[count])
      expect(reports.reduce((sum, report) => sum + report[count], 0)).toBe(alone[count])
    }
    // The run is closed: the next may be another.
    expect(await index('counted', docs, { part: { number: 1, of: 2 } })).toMatchObject({ part: { done: 1, of: 2 } })
  })

  it('wait for a part that was done and is started again', async () => {
    const docs = join(root, 'again')
    await mkdir(docs)
    await lay(docs, 10, 1)
    const report = await index('again', docs)
    const store = await open('again', 1)
    const begin = (number: number) => joinRun(store, { number, of: 2 }, {}, () => Promise.resolve(undefined))
    const finish = (number: number) => finishPart(store, { number, of: 2 }, report)
    await begin(1)
    expect(await finish(1)).toEqual({ done: 1, of: 2 })
    await begin(1)
    await begin(2)
    expect(await finish(2)).toEqual({ done: 1, of: 2 })
    expect(await finish(1)).toMatchObject({ counts: { read: 2 * report.read } })
    await store.close()
  })

  it('must agree on their options, and leave no room for others who write', async () => {
    const docs = join(root, 'agreed')
    await mkdir(docs)
    await lay(docs, 10, 1)
    await index('agreed', docs, { part: { number: 1, of: 2 } })
    const before = await read('agreed')
    await expect(index('agreed', docs, { part: { number: 2, of: 3 } })).rejects.toThrow(
      'it has 2 parts there and 3 here'
    )
    await expect(index('agreed', docs, { part: { number: 2, of: 2 }, members: { text: 'body' } })).rejects.toThrow(
      'part 2/2: another part of this run was started with other options: text is nothing there and "body" here'
    )
    expect(await read('agreed')).toEqual(before)
    const part = await open('agreed', 2)
    await expect(open('agreed')).rejects.toThrow('is writing to this collection; wait until it ends')
    await expect(open('agreed', 2)).rejects.toThrow('is writing to this collection; wait until it ends')
    await part.close()
    // Without parts, the run is given up.
    await index('agreed', docs)
    expect(await index('agreed', docs, { part: { number: 1, of: 3 } })).toMatchObject({ part: { done: 1, of: 3 } })
  })
})
