import { randomUUID } from 'node:crypto'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createRandom } from '@leitmotif/encoder/vectors'
import { openElasticsearchStore, openEmbeddedStore } from '@leitmotif/indexer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commandFile, run } from './command-line.js'
import { note, removeCollections, server } from './elasticsearch.js'
import { lay } from './kill-corpus.js'
import { expectWhole, indexFolder, readAll, type Collection, type Place } from './killed-indexer.js'

const DOCUMENTS = 150
const soak = Number(process.env.LEITMOTIF_SOAK ?? 0)
/** Three runs a round are killed. `npm run soak` runs many more. */
const ROUNDS = soak > 0 ? Math.ceil(soak * 50) : 2
const TIMEOUT_MS = 3_600_000

let root = ''
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'leitmotif-kill-'))
})
afterAll(async () => {
  await rm(root, { recursive: true, force: true })
  await removeCollections(own)
})

const own = `kill-${randomUUID().slice(0, 8)}`
const embedded = {
  place: (name: string): Place => [join(root, name), name],
  read: ([folder]: Place) => readAll(openEmbeddedStore(folder, { access: 'read' })),
  isThere: ([folder]: Place) => Promise.resolve(existsSync(join(folder, 'tables-1', 'sentences.lance', '_versions')))
}
const elasticsearch = {
  place: (name: string): Place => [server.url, `${own}-${name}`],
  read: async ([url, collection]: Place) => {
    await fetch(`${url}/leitmotif-${collection}.*/_refresh?expand_wildcards=all`, { method: 'POST' })
    return readAll(openElasticsearchStore(url, { access: 'read', collection }))
  },
  isThere: async ([url, collection]: Place) => (await fetch(`${url}/_alias/leitmotif-${collection}`)).ok
}

async function killAndCompare(name: string, { place, read, isThere }: typeof embedded): Promise<void> {
  const docs = join(root, `docs-${name}`)
  await mkdir(docs)
  const random = createRandom(20)
  const calm: Collection[] = []
  let steps = 0
  for (const state of [1, 2] as const) {
    await lay(docs, DOCUMENTS, state)
    steps = (await indexFolder(docs, place(`calm-${state}`))) ?? 0
    calm.push(await read(place(`calm-${state}`)))
  }
  let kills = 0
  for (let round = 0; round < ROUNDS; round++) {
    const killed = place(`killed-${round}`)
    for (const state of [1, 2, 2] as const) {
      await lay(docs, DOCUMENTS, state)
      if ((await indexFolder(docs, killed, 1 + random.integer(steps))) === undefined) kills++
      if (await isThere(killed)) expectWhole(await read(killed), calm)
    }
    await indexFolder(docs, killed)
    expect(await read(killed)).toEqual(calm[1])
  }
  expect(kills).toBeGreaterThan(1)
  if (soak > 0) process.stderr.write(`soak: ${kills} kills of ${3 * ROUNDS} runs into ${name}\n`)
}

describe('Indexing that a signal ends', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143]
  ] as const)(
    'by %s keeps what is stored, says how to go on, and the same command does',
    async (signal, status) => {
      const documents = 2000
      const docs = join(root, `docs-${signal}`)
      const folder = join(root, `ended-${signal}`)
      await mkdir(docs)
      await lay(docs, documents, 1)
      const all = (documents / 5) * 4
      const args = [commandFile('leitmotif'), 'index', docs, '--to', folder]
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] })
      let said = ''
      child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
      const closed = once(child, 'close')
      const stored = join(folder, 'tables-1', 'sentences.lance', 'data')
      const isStored = (): boolean => existsSync(stored) && readdirSync(stored).length > 0
      while (!isStored() && child.exitCode === null) await wait(50)
      child.kill(signal)
      expect(await closed, said).toEqual([status, null])
      expect(said).toMatch(/^interrupted; run the same command again to go on$/m)
      const { documents: kept } = await readAll(openEmbeddedStore(folder, { access: 'read' }))
      expect(kept.size).toBeGreaterThan(0)
      expect(kept.size).toBeLessThan(all)
      const again = JSON.parse(run('leitmotif', ...args.slice(1), '--json').out) as object
      expect(again).toMatchObject({ unchanged: kept.size, indexed: all - kept.size, failed: 0 })
    },
    TIMEOUT_MS
  )
})

describe('Indexing that is killed', () => {
  it(
    'into a folder shows every document whole or not at all, and ends with just what a calm run gives',
    async () => {
      await killAndCompare('folder', embedded)
    },
    TIMEOUT_MS
  )

  it.skipIf(server.missing !== undefined)(
    `into Elasticsearch tells unfinished documents from whole ones, and ends with just what a calm run gives${note}`,
    async () => {
      await killAndCompare('elasticsearch', elasticsearch)
    },
    TIMEOUT_MS
  )
})
