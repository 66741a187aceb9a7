import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRandom } from '@leitmotif/encoder/vectors'
import { openElasticsearchStore, openEmbeddedStore } from '@leitmotif/indexer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
