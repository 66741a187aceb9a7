import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createRandom } from '@leitmotif/encoder/vectors'
import { openElasticsearchStore } from '@leitmotif/indexer'
import { afterAll, describe, expect, it } from 'vitest'
import { note, server, startServer } from './elasticsearch.js'
import { lay } from './kill-corpus.js'
import { indexFolder, readAll } from './killed-indexer.js'

const DOCUMENTS = 150
const KILLS = 2
/** Timeout for three starts of a server, each of minutes on a busy machine. */
const TIMEOUT_MS = 1_800_000

const docs = await mkdtemp(join(tmpdir(), 'leitmotif-kill-'))
// Other tests use the shared server.
const folder = await mkdtemp(join(tmpdir(), 'leitmotif-elasticsearch-'))
afterAll(async () => {
  const script = fileURLToPath(new URL('../scripts/elasticsearch.mjs', import.meta.url))
  spawnSync(process.execPath, [script, 'stop', folder])
  for (const made of [docs, folder]) await rm(made, { recursive: true })
})

describe.skipIf(server.missing !== undefined)(`Elasticsearch that is killed while it is written to${note}`, () => {
  it(
    'comes back to just what a calm run gives: the indexer waits for it, or is run again',
    async (context) => {
      const { url, missing } = startServer(folder)
      if (missing !== undefined) {
        context.skip(missing)
        return
      }
      const read = (collection: string) => readAll(openElasticsearchStore(url, { access: 'read', collection }))
      await lay(docs, DOCUMENTS, 1)
      const steps = (await indexFolder(docs, [url, 'calm'])) ?? 0
      const random = createRandom(7)
      for (let kill = 0; kill < KILLS; kill++) {
        const place = [url, `killed-${kill}`] as const
        let restarted: string | undefined
        const killServer = (): void => {
          const group = `-${readFileSync(join(folder, 'pid'), 'utf8')}`
          spawnSync('sh', ['-c', 'kill -9 -- "$0"; while kill -0 -- "$0"; do sleep .1; done', group])
          restarted = startServer(folder).url
        }
        const waited = await indexFolder(docs, place, 1 + random.integer(steps), killServer).catch(() => undefined)
        expect(restarted).toBe(url)
        if (waited === undefined) await indexFolder(docs, place)
        expect(await read(place[1])).toEqual(await read('calm'))
      }
    },
    TIMEOUT_MS
  )
})
