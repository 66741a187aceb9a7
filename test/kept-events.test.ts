import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openElasticsearchStore, openEmbeddedStore, type ThemeStore } from '@leitmotif/indexer'
import { afterAll, describe, expect, it } from 'vitest'
import { root, run, temporaryFolder } from './command-line.js'
import { note, removeCollections, server } from './elasticsearch.js'
import { ask, serve, stop, type RunningService } from './running-service.js'

const missing = existsSync(join(root, 'models', 'leitmotif-en-events', 'events.json'))
  ? undefined
  : 'models/leitmotif-en-events is not here'
if (missing !== undefined) process.stderr.write(`kept-events.test: skipped: ${missing}\n`)

const folder = temporaryFolder()
const shelf = join(folder, 'shelf')
const collection = `kept-events-${process.pid}`
const stores: [string, string[], string | undefined, () => Promise<ThemeStore>][] = [
  ['a folder', [shelf], undefined, () => openEmbeddedStore(shelf, { access: 'write' })],
  [
    `Elasticsearch${note}`,
    [server.url, '--collection', collection],
    server.missing,
    () => openElasticsearchStore(server.url, { access: 'write', collection })
  ]
]
afterAll(() => removeCollections(collection))

interface Events {
  readonly events: number
  readonly verbs: readonly { readonly name: string }[]
}

async function eventsOf(service: RunningService): Promise<Events> {
  let found = ''
  const status = async (): Promise<number> => {
    const answer = await ask(service, '/api/events')
    found = answer.text
    return answer.status
  }
  await expect.poll(status, { timeout: 120_000 }).toBe(200)
  return JSON.parse(found) as Events
}

function index(place: readonly string[], ...headlines: string[]): void {
  const file = join(folder, `${headlines.length}.jsonl`)
  writeFileSync(file, headlines.map((text) => JSON.stringify({ id: text, title: text, text })).join('\n'))
  expect(run('leitmotif', 'index', file, '--fast', '--to', ...place).status).toBe(0)
}

describe.skipIf(missing !== undefined).each(stores)('Events of a collection in %s', (_, place, absent, open) => {
  it.skipIf(absent !== undefined)('are loaded after a restart, and computed again after another headline', async () => {
    index(place, 'Storm kills ten people in Peru', 'Storm kills six goats', 'Court rejects appeal of mayor')
    const first = await serve(place[0], ...place.slice(1))
    expect((await eventsOf(first)).verbs.map(({ name }) => name)).toEqual(['kills', 'rejects'])
    await stop(first)
    const store = await open()
    // An event that no search would find: an answer with it comes from the stored events.
    const kept = (await store.storedValue('events')) as { readonly counts: Events }
    await store.storeValue('events', { ...kept, counts: { ...kept.counts, verbs: [{ name: 'marks', events: 3 }] } })
    await store.close()
    const second = await serve(place[0], ...place.slice(1))
    expect((await eventsOf(second)).verbs.map(({ name }) => name)).toEqual(['marks'])
    index(place, 'Fire guts paper mill')
    expect((await eventsOf(second)).verbs.map(({ name }) => name)).toEqual(['kills', 'guts', 'rejects'])
    await stop(second)
  })
})
