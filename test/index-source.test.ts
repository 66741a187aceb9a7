import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createRandom } from '@leitmotif/encoder/vectors'
import { loadEncoder, row, type Encoder } from '@leitmotif/encoder'
import { buildThemes, openElasticsearchStore, type SentenceRecord, type ThemeStore } from '@leitmotif/indexer'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  enrichIndex,
  removeEnrichment,
  type EnrichReport
} from '../packages/indexer/dist/ingest/elasticsearch/enrich.js'
import { EnrichedIndex, ExactSerializer } from '../packages/indexer/dist/ingest/elasticsearch/enriched-index.js'
import { ingestIndex, type IngestIndexReport } from '../packages/indexer/dist/ingest/elasticsearch/ingest-index.js'
import { readKnownSources } from '../packages/indexer/dist/ingest/elasticsearch/known-sources.js'
import type { IndexFields } from '../packages/indexer/dist/ingest/elasticsearch/index-plan.js'
import { SourceIndex } from '../packages/indexer/dist/ingest/elasticsearch/source-index.js'
import { connectTo } from '../packages/indexer/dist/store/elasticsearch/server-connection.js'
import { commandFile, run, shippedEncoder } from './command-line.js'
import { note, removeCollections, server } from './elasticsearch.js'
import { startFaultProxy } from './fault-proxy.js'

/** Prefix of the indexes and collections of these tests. */
const own = `source-${randomUUID().slice(0, 8)}`

const DOCUMENTS = 120

const TOPICS = [
  {
    nouns: ['ferry', 'harbour', 'lighthouse', 'captain', 'tide', 'mooring'],
    verbs: ['crosses', 'reaches', 'leaves', 'passes'],
    places: ['the strait before noon', 'the outer bay at low water', 'the quay in thick fog']
  },
  {
    nouns: ['baker', 'dough', 'oven', 'loaf', 'crust', 'flour'],
    verbs: ['rises', 'rests', 'browns', 'cools'],
    places: ['in the warm kitchen overnight', 'on the wooden board by the oven', 'beside a bowl of rye and salt']
  },
  {
    nouns: ['telescope', 'comet', 'planet', 'galaxy', 'observer', 'meteor'],
    verbs: ['appears', 'fades', 'turns', 'glows'],
    places: ['above the northern horizon', 'in the dark sky of autumn', 'near the brightest star of the Plough']
  }
] as const

function prose(seed: string, topic: number): string {
  const random = createRandom(seed)
  const { nouns, verbs, places } = TOPICS[topic % TOPICS.length]
  const pick = (words: readonly string[]): string => words[random.integer(words.length)] ?? ''
  return Array.from({ length: 4 }, () => `The ${pick(nouns)} ${pick(verbs)} ${pick(places)}.`).join(' ')
}

async function ask<T = unknown>(method: string, path: string, body?: unknown): Promise<T> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const type = path.includes('_bulk') ? 'application/x-ndjson' : 'application/json'
  const headers = { 'content-type': type }
  const answer = await fetch(`${server.url}/${path}`, { method, headers, ...(body !== undefined && { body: text }) })
  const said = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${said}`)
  return JSON.parse(said) as T
}

/** Creates an index with a strict mapping, and its documents in one request. */
async function fill(index: string, settings: object = {}): Promise<void> {
  await ask('PUT', index, {
    settings: { number_of_shards: 2, number_of_replicas: 0, ...settings },
    mappings: {
      dynamic: 'strict',
      properties: {
        body: { type: 'text' },
        title: { type: 'text', fields: { keyword: { type: 'keyword' } } },
        written: { type: 'date', format: 'epoch_second||yyyy/MM/dd' },
        tags: { type: 'keyword' },
        price: { type: 'double' },
        serial: { type: 'long' },
        views: { type: 'integer' },
        author: { properties: { name: { type: 'keyword' } } },
        replies: { type: 'nested', properties: { by: { type: 'keyword' } } },
        place: { type: 'geo_point' }
      }
    }
  })
  await put(
    index,
    Array.from({ length: DOCUMENTS }, (_, number) => number)
  )
}

async function put(index: string, numbers: readonly number[], version = 0): Promise<void> {
  const lines = numbers.flatMap((number) => [
    JSON.stringify({ index: { _id: `note ${number}` } }),
    // No JavaScript number is this serial number.
    JSON.stringify({
      ...{ body: prose(`${number} ${version}`, number), title: `Note ${number}`, views: 0 },
      ...{ written: number % 2 === 0 ? '2024/05/02' : 1_714_644_000, tags: ['note', `topic ${number % 3}`] },
      ...{ price: 1.5, author: [{ name: 'Mei' }, { name: 'Jo' }], replies: [{ by: 'Ann' }], place: '1,2' }
    }).replace(/\}$/, ',"serial":1234567890123456789}')
  ])
  const { errors } = await ask<{ errors: boolean }>('POST', `${index}/_bulk?refresh=true`, `${lines.join('\n')}\n`)
  expect(errors).toBe(false)
}

/** The documents of an index as the text that Elasticsearch stores. */
async function sourcesOf(index: string): Promise<Map<string, string>> {
  await ask('POST', `${index}/_refresh`)
  const path = `${index}/_search?size=1000&filter_path=hits.hits._id,hits.hits._source`
  const text = await (await fetch(`${server.url}/${path}`)).text()
  const hits = [...text.matchAll(/\{"_id":"([^"]+)","_source":(.*?)\}(?=,\{"_id"|\]\}\})/gs)]
  return new Map(hits.map(([, id = '', source = '']) => [id, source]))
}

interface Opened {
  readonly store: ThemeStore
  readonly index: (
    fields?: IndexFields & { query?: string; changed?: string; dateFormats?: readonly string[]; allLanguages?: boolean }
  ) => Promise<IngestIndexReport>
  readonly enrich: (dryRun?: boolean, at?: string) => Promise<EnrichReport>
  readonly close: () => Promise<void>
}

let encoder: Encoder

async function open(
  index: string,
  url = server.url,
  part?: { number: number; of: number },
  collection = index
): Promise<Opened> {
  const client = await connectTo(url, () => undefined)
  const store = await openElasticsearchStore(server.url, {
    ...{ access: 'write', encoder, collection, representation: 'static', part: part?.number }
  })
  const source = `elasticsearch:${index}`
  return {
    store,
    index: ({ query, changed, ...fields } = {}) =>
      ingestIndex({
        ...{ store, encoder, source, query, changed, part, text: 'body', ...fields },
        reader: new SourceIndex(client, index, query)
      }),
    async enrich(dryRun = false, at = index) {
      const { [source]: known } = await readKnownSources(store)
      const writing = {
        source: new SourceIndex(client, at, known.query),
        target: new EnrichedIndex(client, at),
        dryRun
      }
      return enrichIndex({ store, plan: known.plan, ...writing })
    },
    async close() {
      await store.close()
      await client.close()
    }
  }
}

beforeAll(async () => {
  encoder = await loadEncoder(shippedEncoder)
})

afterAll(async () => {
  encoder.dispose()
  if (server.missing !== undefined) return
  const found = await ask<Record<string, unknown>>('GET', `${own}*?expand_wildcards=all`)
  for (const index of Object.keys(found)) await ask('DELETE', index)
  await removeCollections(own)
})

describe.skipIf(server.missing !== undefined)(`An index of Elasticsearch as a source${note}`, () => {
  it('gives documents by their ids, with fields as they are mapped, and tells which it leaves out', async () => {
    const index = `${own}-fields`
    await fill(index)
    const { store, ...collection } = await open(index)
    const report = await collection.index({ date: 'written' })
    expect(report).toMatchObject({ read: DOCUMENTS, indexed: DOCUMENTS, sentences: 4 * DOCUMENTS, incremental: false })
    expect(report.leftOutFields.map((line) => line.split(' ')[0])).toEqual(['place', 'replies'])
    expect((await store.describe()).fields).toMatchObject({
      ...{ author_name: 'keyword', date: 'date', price: 'number', tags: 'keyword', views: 'number' }
    })
    const [even, odd] = [await firstOf(store, 'note 0'), await firstOf(store, 'note 1')]
    expect(even).toMatchObject({ document: 'note 0', title: 'Note 0' })
    expect(even.fields).toMatchObject({
      date: '2024-05-02',
      tags: ['note', 'topic 0'],
      price: 1.5,
      author_name: ['Mei', 'Jo']
    })
    expect(odd.fields.date).toBe('2024-05-02T10:00:00.000Z')
    await collection.close()
  })

  it('in HTML or Markdown is read without its marks', async () => {
    const index = `${own}-marks`
    await fill(index)
    const bodies = ['<p>The <b>comet</b> &amp; its tail fade.</p>', 'A [meteor](https://sky.example/) **glows**.']
    for (const [number, body] of bodies.entries())
      await ask('POST', `${index}/_update/note%20${number}?refresh=true`, { doc: { body } })
    const { store, ...collection } = await open(index)
    expect(await collection.index()).toMatchObject({ indexed: DOCUMENTS, failed: 0 })
    expect((await firstOf(store, 'note 0')).text).toBe('The comet & its tail fade.')
    expect((await firstOf(store, 'note 1')).text).toBe('A meteor glows.')
    await collection.close()
  })

  it('is read again only where it changed; what was deleted leaves', async () => {
    const index = `${own}-changes`
    await fill(index)
    const { store, ...collection } = await open(index)
    await collection.index()
    expect(await collection.index()).toMatchObject({ read: 0, removed: 0, incremental: true })
    await put(index, [3, 500], 1)
    await ask('DELETE', `${index}/_doc/note%207?refresh=true`)
    expect(await collection.index()).toMatchObject({ read: 2, indexed: 2, removed: 1, incremental: true })
    const documents = await store.documents()
    expect(documents.size).toBe(DOCUMENTS)
    expect([documents.has('note 500'), documents.has('note 7')]).toEqual([true, false])
    // Another choice of fields is another reading.
    expect(await collection.index({ fields: { tags: undefined } })).toMatchObject({
      read: DOCUMENTS,
      incremental: false
    })
    await collection.close()
  })

  it('is read from the greatest value of a field on, and only what a query chooses', async () => {
    const index = `${own}-query`
    await fill(index)
    const { store, ...collection } = await open(index)
    const chosen = { query: '{"term": {"tags": "topic 1"}}', changed: 'views' }
    expect(await collection.index(chosen)).toMatchObject({ read: DOCUMENTS / 3, indexed: DOCUMENTS / 3 })
    await ask('POST', `${index}/_update/note%201?refresh=true`, { doc: { views: 5, body: 'The comet fades.' } })
    await collection.index(chosen)
    await ask('POST', `${index}/_update/note%204?refresh=true`, { doc: { views: 9, body: 'The meteor glows.' } })
    expect(await collection.index(chosen)).toMatchObject({ read: 2, indexed: 1, unchanged: 1, incremental: true })
    expect(await collection.index({ query: 'tags:note' })).toMatchObject({ read: DOCUMENTS, unchanged: DOCUMENTS / 3 })
    await expect(collection.index({ query: '{"terms": 1}' })).rejects.toThrow()
    expect((await store.documents()).size).toBe(DOCUMENTS)
    await expect(collection.index({ changed: 'tags' })).rejects.toThrow('holds texts; name a date or a number')
    await expect(collection.index({ fields: { 'at=views': undefined } })).rejects.toThrow('keep their names')
    await expect(collection.index({ query: 'tgas:note' })).rejects.toThrow('no document matches --query tgas:note')
    expect((await store.documents()).size).toBe(DOCUMENTS)
    await collection.close()
  })

  it('has new documents read, too, that come without the field that grows, or with an earlier value', async () => {
    const index = `${own}-older`
    await fill(index)
    await ask('POST', `${index}/_update/note%201?refresh=true`, { doc: { views: 5 } })
    const { store, ...collection } = await open(index)
    await collection.index({ changed: 'views' })
    await put(index, [DOCUMENTS])
    await ask('PUT', `${index}/_doc/without?refresh=true`, { body: 'The comet has no views.' })
    await ask('PUT', `${index}/_doc/empty?refresh=true`, { body: '12345' })
    const report = await collection.index({ changed: 'views' })
    expect(report).toMatchObject({ indexed: 2, skipped: 1, incremental: true })
    expect(report.problems).toMatchObject([{ document: 'empty', status: 'skipped' }])
    expect((await store.documents()).size).toBe(DOCUMENTS + 2)
    await collection.close()
  })

  it('is read in parts by several processes, of which the last lets the next run read only what changed', async () => {
    const index = `${own}-parts`
    await fill(index)
    const parts = await Promise.all([1, 2, 3].map((number) => open(index, server.url, { number, of: 3 })))
    const reports = await Promise.all(parts.map((part) => part.index()))
    for (const part of parts) await part.close()
    expect(reports.reduce((sum, { read }) => sum + read, 0)).toBe(DOCUMENTS)
    const closing = reports.flatMap(({ part }) => (part !== undefined && 'counts' in part ? [part.counts] : []))
    expect(closing).toMatchObject([{ read: DOCUMENTS, indexed: DOCUMENTS, sentences: 4 * DOCUMENTS, removed: 0 }])
    await put(index, [9], 1)
    await ask('DELETE', `${index}/_doc/note%207?refresh=true`)
    const { store, ...whole } = await open(index)
    expect(await whole.index()).toMatchObject({ read: 1, indexed: 1, removed: 1, incremental: true })
    expect((await store.documents()).size).toBe(DOCUMENTS - 1)
    await whole.close()
  })

  it('refuses a part with other options, which it names, and takes nothing from that part', async () => {
    const index = `${own}-agreed`
    await fill(index)
    const first = await open(index, server.url, { number: 1, of: 2 })
    await first.index()
    await first.close()
    const second = await open(index, server.url, { number: 2, of: 2 })
    await expect(second.index({ dateFormats: ['dd/MM/yyyy'] })).rejects.toThrow(
      'dateFormats is nothing there and ["dd/MM/yyyy"] here'
    )
    await expect(second.index({ allLanguages: true })).rejects.toThrow('allLanguages is nothing there and true here')
    expect(await second.index()).toMatchObject({ part: { counts: { read: DOCUMENTS } } })
    await second.close()
  })

  it('keeps the vectors of documents of which only fields changed', async () => {
    const index = `${own}-kept`
    await fill(index)
    const { store, ...collection } = await open(index)
    await collection.index()
    const vectors = async (): Promise<unknown[]> => {
      const found: unknown[] = []
      for await (const { records, vectors: all } of store.scan({ vectors: true }))
        for (const [at, { id, document }] of records.entries())
          if (document !== 'note 5') found.push([id, row(all, at)])
      return found
    }
    const before = await vectors()
    expect(before).toHaveLength(4 * (DOCUMENTS - 1))
    const updates = Array.from({ length: DOCUMENTS }, (_, number) =>
      [{ update: { _id: `note ${number}` } }, { doc: { views: 7 } }].map((line) => `${JSON.stringify(line)}\n`).join('')
    )
    await ask('POST', `${index}/_bulk?refresh=true`, updates.join(''))
    await put(index, [5], 1)
    const encode = vi.spyOn(encoder, 'encode')
    expect(await collection.index()).toMatchObject({ indexed: DOCUMENTS, incremental: true })
    expect(encode.mock.calls.flatMap(([sentences]) => sentences)).toHaveLength(4)
    encode.mockRestore()
    expect((await firstOf(store, 'note 4')).fields.views).toBe(7)
    expect(await vectors()).toEqual(before)
    await collection.close()
  })

  it('has dates by the formats of an earlier run, until it is given others', async () => {
    const index = `${own}-formats`
    await ask('PUT', index, { mappings: { properties: { body: { type: 'text' }, written: { type: 'keyword' } } } })
    const write = (id: string, written: string): Promise<unknown> =>
      ask('PUT', `${index}/_doc/${id}?refresh=true`, { body: prose(id, 1), written })
    await write('a', '02/05/2024')
    const { store, ...collection } = await open(index)
    const dates = async (): Promise<unknown[]> =>
      Promise.all(['a', 'b'].map(async (id) => (await firstOf(store, id)).fields.date))
    const first = await collection.index({ date: 'written', dateFormats: ['dd/MM/yyyy'] })
    expect(first).not.toHaveProperty('dateFormatsAsBefore')
    await write('b', '03/05/2024')
    const second = await collection.index({ date: 'written' })
    expect(second).toMatchObject({ read: 1, incremental: true, dateFormatsAsBefore: ['dd/MM/yyyy'] })
    expect(await dates()).toEqual(['2024-05-02', '2024-05-03'])
    const third = await collection.index({ date: 'written', dateFormats: ['MM/dd/yyyy'] })
    expect(third).toMatchObject({ read: 2, indexed: 2, incremental: false })
    expect(await dates()).toEqual(['2024-02-05', '2024-03-05'])
    await collection.close()
  })

  it('that is removed while it is read says so, and is read whole when it is back', async () => {
    const index = `${own}-removed`
    /** Reads an index that somebody removes after its first page. */
    class Removed extends SourceIndex {
      override async *read(...options: Parameters<SourceIndex['read']>): ReturnType<SourceIndex['read']> {
        for await (const page of super.read(...options)) {
          yield page
          await ask('DELETE', this.index)
        }
      }
    }
    await fill(index)
    const { store, index: update, close } = await open(index)
    const client = await connectTo(server.url, () => undefined)
    const reader = new Removed(client, index, undefined)
    await expect(
      ingestIndex({ store, encoder, source: `elasticsearch:${index}`, text: 'body', reader })
    ).rejects.toThrow('the index was removed while it was read; what was indexed stays as it is')
    await fill(index)
    await update()
    expect((await store.describe()).documents).toBe(DOCUMENTS)
    await client.close()
    await close()
  })

  it('is refused with what to do if there is none, or a field is missing', async () => {
    const index = `${own}-missing`
    await fill(index)
    const { index: update, close } = await open(index)
    await expect(update({ text: 'content' })).rejects.toThrow(
      'has no field "content"; it has body, title; name one with --text'
    )
    await expect(update({ fields: { 'replies.by': undefined } })).rejects.toThrow(
      'field "replies.by" is nested in replies'
    )
    await close()
    const none = await open(`${own}-none`)
    await expect(none.index()).rejects.toThrow('there is no such index; check the name')
    await none.close()
  })
})

describe.skipIf(server.missing !== undefined)(`Documents of an index${note}`, () => {
  it('get their themes and nothing else, and lose them again without a trace', async () => {
    const index = `${own}-enriched`
    await fill(index)
    const before = await sourcesOf(index)
    expect(before.size).toBe(DOCUMENTS)
    const { store, ...collection } = await open(index)
    await collection.index({ fields: { tags: undefined } })
    await buildThemes(store, { count: 3 })
    const planned = await collection.enrich(true)
    expect(planned).toMatchObject({ read: DOCUMENTS, written: DOCUMENTS, same: 0, mapped: true })
    expect(await sourcesOf(index)).toEqual(before)
    const { example, ...report } = await collection.enrich()
    expect({ ...report, example }).toEqual(planned)
    const [id, source] = [...(await sourcesOf(index))].find(([name]) => name === example?.id) ?? []
    const { leitmotif, ...rest } = JSON.parse(source!) as Record<string, unknown>
    expect(leitmotif).toEqual(example?.leitmotif)
    expect(rest).toEqual(JSON.parse(before.get(id!)!))
    expect(example?.leitmotif.themes.reduce((sum, { share }) => sum + share, 0)).toBeLessThanOrEqual(1)
    // Whoever looks for a theme finds its documents.
    const named = { query: { term: { 'leitmotif.main_theme': example?.leitmotif.main_theme } }, size: DOCUMENTS }
    const found = await ask<{ hits: { hits: { _id: string }[] } }>('POST', `${index}/_search`, named)
    expect(found.hits.hits.map(({ _id }) => _id)).toContain(id)
    expect(await collection.enrich()).toMatchObject({ read: DOCUMENTS, written: 0, same: DOCUMENTS, mapped: false })
    await put(index, [5], 1)
    expect(await collection.enrich()).toMatchObject({ same: DOCUMENTS - 1, changed: 1, written: 0 })
    await put(index, [5])
    const client = await connectTo(server.url, () => undefined, { serializer: ExactSerializer })
    const writing = { source: new SourceIndex(client, index, undefined), target: new EnrichedIndex(client, index) }
    expect(await removeEnrichment(writing)).toMatchObject({ read: DOCUMENTS - 1, written: DOCUMENTS - 1 })
    expect(await sourcesOf(index)).toEqual(before)
    await client.close()
    await collection.close()
  })

  it('get the themes of one collection, which tells when those of another are replaced', async () => {
    const index = `${own}-shared`
    await fill(index)
    const [one, two] = [await open(index), await open(index, server.url, undefined, `${index}-two`)]
    for (const [{ store, index: update }, count] of [[one, 3] as const, [two, 4] as const]) {
      await update({ fields: { tags: undefined } })
      await buildThemes(store, { count })
    }
    const { example } = await one.enrich()
    const first = example?.leitmotif.run
    expect(await two.enrich(true)).toMatchObject({ written: DOCUMENTS, replaced: first })
    expect(await two.enrich()).toMatchObject({ written: DOCUMENTS, replaced: first })
    await buildThemes(two.store, { count: 5 })
    const rebuilt = await two.enrich()
    expect(rebuilt.written).toBe(DOCUMENTS)
    expect(rebuilt).not.toHaveProperty('replaced')
    await one.close()
    await two.close()
  })

  it('keep what others write meanwhile, however often a connection fails', async () => {
    const index = `${own}-contended`
    await fill(index)
    const proxy = await startFaultProxy(server.url, 0.5, 'enrich')
    const { store, ...collection } = await open(index, proxy.url)
    await collection.index({ fields: { tags: undefined } })
    await buildThemes(store, { count: 3 })
    let writing = true
    const added = new Map<string, number>()
    const random = createRandom('writers')
    const write = async (): Promise<void> => {
      while (writing) {
        const id = `note ${random.integer(DOCUMENTS)}`
        const views = (added.get(id) ?? 0) + 1
        added.set(id, views)
        await ask('POST', `${index}/_update/${encodeURIComponent(id)}?retry_on_conflict=20`, { doc: { views } })
      }
    }
    const writer = write()
    const report = await collection.enrich()
    writing = false
    await writer
    const { written, same, missed, changed, refused } = report
    expect(written + same + missed).toBe(DOCUMENTS)
    expect([changed, refused]).toEqual([0, 0])
    await collection.enrich()
    for (const [id, source] of await sourcesOf(index)) {
      const { views, leitmotif } = JSON.parse(source) as { views: number; leitmotif?: { run: string } }
      expect([id, views]).toEqual([id, added.get(id) ?? 0])
      expect(leitmotif?.run).toBeDefined()
    }
    await proxy.close()
    await collection.close()
  })

  it('get the same from a run that was killed and repeated as from a calm one', async () => {
    const index = `${own}-killed`
    await fill(index)
    const { store, ...collection } = await open(index)
    await collection.index()
    await buildThemes(store, { count: 3 })
    const calm = await collection.enrich(true)
    await store.close()
    const cli = commandFile('leitmotif')
    const args = ['enrich', '--in', server.url, '--collection', index, '--json']
    const killed = spawn(process.execPath, [cli, ...args], { stdio: 'ignore' })
    const ended = once(killed, 'close')
    const exists = { query: { exists: { field: 'leitmotif.run' } } }
    for (let some = 0; some === 0 && killed.exitCode === null;) {
      await ask('POST', `${index}/_refresh`)
      ;({ count: some } = await ask<{ count: number }>('POST', `${index}/_count`, exists))
    }
    killed.kill('SIGKILL')
    await ended
    const again = await open(index)
    const { written, same } = await again.enrich()
    expect(written + same).toBe(calm.written)
    expect(same).toBeGreaterThan(0)
    expect(await again.enrich()).toMatchObject({ written: 0, same: DOCUMENTS })
    await again.close()
  })

  it('are not even read if there are no themes that could be written', async () => {
    const index = `${own}-unthemed`
    await fill(index)
    const place = ['--to', server.url, '--collection', index]
    const command = ['index', `elasticsearch:${index}`, '--text', 'body', ...place, '--fast']
    const refuse = (): void => {
      const ran = run('leitmotif', ...command, '--enrich')
      expect(ran).toMatchObject({ status: 2, out: '' })
      expect(ran.err).toContain('this collection has none yet; run this without --enrich, then leitmotif themes build')
      expect(ran.err).not.toContain('indexing')
    }
    refuse()
    expect(run('leitmotif', ...command).status).toBe(0)
    refuse()
  })

  it('are not written to where that is not possible, with what to do about it', async () => {
    const index = `${own}-closed`
    await fill(index, { 'index.mapping.total_fields.limit': 14 })
    await ask('PUT', `${index}/_alias/${own}-reading`, { is_write_index: false })
    const { store, ...collection } = await open(index)
    await collection.index()
    await expect(collection.enrich()).rejects.toThrow('this collection has no themes yet')
    await buildThemes(store, { count: 3 })
    await expect(collection.enrich()).rejects.toThrow(
      /Limit of total fields.*PUT .*_mapping\n {2}\{"properties":\{"leitmotif"/s
    )
    await expect(collection.enrich(false, `${own}-reading`)).rejects.toThrow(
      `is an alias for reading (is_write_index is false); name the index itself, for example leitmotif enrich elasticsearch:${index}`
    )
    await ask('PUT', `${index}/_settings`, { 'index.mapping.total_fields.limit': 15, 'index.blocks.write': true })
    await expect(collection.enrich()).rejects.toThrow(
      'cannot be written to, since index.blocks.write is set; take it off'
    )
    await ask('PUT', `${index}/_settings`, { 'index.blocks.write': false })
    await ask('PUT', `${index}/_mapping`, { properties: { leitmotif: { type: 'keyword' } } })
    await expect(collection.enrich()).rejects.toThrow('has a field "leitmotif" of its own, of type keyword')
    await collection.close()
  })
})

async function firstOf(store: ThemeStore, document: string): Promise<SentenceRecord> {
  for await (const { records } of store.scan({ filter: { document } })) return records[0]
  throw new Error(`${document} is missing`)
}
