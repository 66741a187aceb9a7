import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { loadEncoder, row } from '@leitmotif/encoder'
import { openElasticsearchStore, openEmbeddedStore, reindex, type GenerationStore } from '@leitmotif/indexer'
import { afterAll, describe, expect, it } from 'vitest'
import { commandFile, run, samples, shippedEncoder, temporaryFolder, type Ran } from './command-line.js'
import { note, removeCollections, server } from './elasticsearch.js'
import { writeRandomBundle } from './random-bundle.js'
import { ask, serve, stop } from './running-service.js'

const own = `generations-${randomUUID().slice(0, 8)}`
const folder = temporaryFolder()
afterAll(() => removeCollections(own))

/** Flags that name a collection, and a function that opens it. */
interface Kind {
  readonly place: readonly string[]
  readonly open: (options: { readonly access: 'read' | 'write' }) => Promise<GenerationStore>
}
function inFolder(name: string): Kind {
  const place = join(folder, name)
  return { place: [place], open: (options) => openEmbeddedStore(place, options) }
}
function inElasticsearch(name: string): Kind {
  const collection = `${own}-${name}`
  const open: Kind['open'] = (options) => openElasticsearchStore(server.url, { ...options, collection })
  return { place: [server.url, '--collection', collection], open }
}

const leitmotif = (...args: string[]): Ran => run('leitmotif', ...args)

/** Creates such a collection of the samples. */
function filled(kind: Kind): Kind {
  const { status, err } = leitmotif('index', samples, '--fast', '--to', ...kind.place)
  expect(status, err).toBe(0)
  return kind
}

interface Found {
  representation: string
  hits: { record: { document: string } }[]
}

function reindexing({ place }: Kind): void {
  const search = (): Found =>
    JSON.parse(leitmotif('search', 'what things cost', '--in', ...place, '--json').out) as Found
  expect(search().representation).toBe('static')
  expect(leitmotif('themes', 'build', '--in', ...place).status).toBe(0)

  const changed = leitmotif('reindex', '--in', ...place)
  expect(changed.status, changed.err).toBe(0)
  expect(changed.out).toMatch(/^\d+ sentences of 14 documents have new vectors: sentences, \d+ dimensions\n/)
  expect(changed.out).toMatch(/Recall of the ten nearest sentences: (?:9\d|100)\.\d %/)
  expect(changed.out).toContain('build new ones: leitmotif themes build')
  expect(search()).toMatchObject({ representation: 'sentences' })
  expect(search().hits).not.toHaveLength(0)
  const refused = leitmotif('index', samples, '--fast', '--to', ...place)
  expect(refused.err).toContain('holds vectors of the representation sentences, and static was asked for')

  expect(leitmotif('reindex', '--in', ...place, '--rollback').out).toContain('the index before the last reindex')
  expect(search().representation).toBe('static')
  expect(leitmotif('themes', 'list', '--in', ...place).status).toBe(0)
  expect(leitmotif('reindex', '--in', ...place, '--drop-old').status).toBe(0)
  const none = leitmotif('reindex', '--in', ...place, '--rollback')
  expect(none.status).toBe(2)
  expect(none.err).toContain('keeps no earlier generation')
}

/** Searches repeatedly, with one open reader and with new ones, while a collection is reindexed. */
async function searchingMeanwhile({ open }: Kind): Promise<void> {
  const encoder = await loadEncoder(shippedEncoder)
  const staying = await open({ access: 'read' })
  const vector = row(await encoder.encode(['what things cost'], { representation: 'static' }), 0)
  const seen = new Set<string>()
  let searches = 0
  let done = false
  const searching = (async () => {
    while (!done) {
      expect(await staying.search({ vector, k: 3 })).toHaveLength(3)
      const fresh = await open({ access: 'read' })
      const { representation } = fresh
      const query = row(await encoder.encode(['what things cost'], { representation }), 0)
      expect(await fresh.search({ vector: query, words: 'cost', k: 3 })).toHaveLength(3)
      await fresh.close()
      seen.add(representation)
      searches++
    }
  })()
  const store = await open({ access: 'write' })
  const report = await reindex({ store, encoder, batch: 200 })
  await store.close()
  const before = searches
  while (searches < before + 2) await Promise.race([searching, new Promise((go) => setTimeout(go, 20))])
  done = true
  await searching
  await staying.close()
  encoder.dispose()
  expect(report).toMatchObject({ documents: 14, dims: encoder.dims.sentences, themes: 'none' })
  expect([...seen]).toEqual(['static', 'sentences'])
}

const QUESTION = 'how long the dough rests'

/** Queries a running service repeatedly while its collection is reindexed and rolled back. */
async function serving({ place }: Kind, name: string): Promise<void> {
  const [before, after] = ['before', 'after'].map((which) => join(folder, `${name}-${which}`))
  await writeRandomBundle(before, {}, 'before')
  await writeRandomBundle(after, {}, 'after')
  const made = leitmotif('index', join(samples, 'bread.md'), '--to', ...place, '--encoder', before)
  expect(made.status, made.err).toBe(0)
  const service = await serve(place[0], ...place.slice(1), '--encoder', before, '--rate', '0')
  const asked = { method: 'POST', body: JSON.stringify({ texts: [QUESTION], k: 5 }) }
  const search = async () => {
    const { status, text } = await ask(service, '/api/search', asked)
    expect(status, `${text}\n${service.log()}`).toBe(200)
    return JSON.parse(text) as Found
  }
  const put = async (): Promise<string> => {
    const body = '{"text":"The oven is hot."}'
    const { status, text } = await ask(service, '/api/documents/oven', { method: 'PUT', body })
    return `${status} ${text}`
  }
  const ready = async (): Promise<string> => {
    const { status, text } = await ask(service, '/api/ready')
    return `${status} ${text}`
  }
  const { hits } = await search()
  expect(hits).toHaveLength(5)
  // Runs asynchronously: waiting would block the searches and keep connections open.
  const cli = commandFile('leitmotif')
  const command = (...args: string[]) => promisify(execFile)(process.execPath, [cli, ...args, '--in', ...place])
  let done = false
  const changing = async (): Promise<void> => {
    await command('reindex', '--encoder', after)
    const now = await command('search', QUESTION, '--encoder', after, '--json')
    expect((JSON.parse(now.stdout) as Found).hits).not.toEqual(hits)
  }
  const searching = async (): Promise<void> => {
    while (!done) expect((await search()).hits).toEqual(hits)
  }
  await Promise.all([changing().finally(() => (done = true)), searching()])
  expect((await search()).hits).toEqual(hits)
  expect(service.log()).toContain('the service continues to read the old index')
  expect(await put()).toMatch(/^503 .*vectors of another encoder by now; start the service again with that one/)
  expect(await ready()).toBe('200 {"status":"ready","outdated":true}')
  await command('reindex', '--rollback')
  expect(await put()).toMatch(/^200 /)
  expect(await ready()).toBe('200 {"status":"ready","outdated":false}')
  await command('reindex', '--rollback')
  await command('reindex', '--drop-old')
  expect(await ready()).toMatch(/^503 .*"detail":"The collection cannot be used now: /)
  expect((await ask(service, '/api/health')).status).toBe(200)
  await stop(service)
}

const TIMEOUT_MS = 600_000

describe.each([
  { where: 'of a folder', name: 'folder', make: inFolder, missing: undefined },
  { where: `of Elasticsearch${note}`, name: 'server', make: inElasticsearch, missing: server.missing }
])('leitmotif reindex $where', ({ name, make, missing }) => {
  it.skipIf(missing !== undefined)(
    'takes other vectors into use, goes back, and forgets the old ones',
    () => {
      reindexing(filled(make('taken')))
    },
    TIMEOUT_MS
  )

  it.skipIf(missing !== undefined)(
    'never fails a search meanwhile',
    () => searchingMeanwhile(filled(make('read'))),
    TIMEOUT_MS
  )

  it.skipIf(missing !== undefined)(
    'never fails a search of a running service, which goes on with the encoder that it has and mixes it with no other',
    () => serving(make('served'), name),
    TIMEOUT_MS
  )
})

describe.skipIf(server.missing !== undefined)(`What Elasticsearch refuses for good${note}`, () => {
  it('is counted, saved with the reason, and retried by a replay and by the next run', () => {
    const file = join(folder, 'lines.jsonl')
    // Longer than Lucene's longest term.
    const long = 'x'.repeat(40_000)
    writeFileSync(file, `{"id":"short","text":"The sea rises."}\n{"id":"${long}","text":"The sea falls."}\n`)
    const dead = join(folder, 'dead.jsonl')
    const flags = ['--to', server.url, '--collection', `${own}-dead`, '--dead-letters', dead]
    const first = run('leitmotif', 'index', file, ...flags)
    expect(first.status, first.err).toBe(1)
    expect(first.out).toContain(
      '2 documents read = 1 indexed (1 sentence) + 0 unchanged + 0 skipped + 0 failed + 1 rejected by the store'
    )
    expect(first.err).toMatch(/dead: .*lines\.jsonl:2: sentence 0: document_parsing_exception/)
    expect(readFileSync(dead, 'utf8')).toContain('The sea falls.')
    const again = run('leitmotif', 'index', file, ...flags)
    expect(again.out).toContain('2 documents read = 0 indexed (0 sentences) + 1 unchanged')
    const replayed = run('leitmotif', 'index', '--replay', dead, ...flags)
    expect(replayed.status).toBe(1)
    expect(replayed.out).toContain('1 document read = 0 indexed')
    expect(existsSync(dead)).toBe(true)
  })
})
