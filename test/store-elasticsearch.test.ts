import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from '@elastic/elasticsearch'
import {
  openElasticsearchStore,
  type DocumentRecord,
  type Fields,
  type GenerationStore,
  type StoreEncoder
} from '@leitmotif/indexer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Clock } from '../packages/indexer/dist/store/elasticsearch/back-off.js'
import { connect } from '../packages/indexer/dist/store/elasticsearch/connection.js'
import { takeLease } from '../packages/indexer/dist/store/elasticsearch/lease.js'
import { note, removeCollections, server } from './elasticsearch.js'
import { describeGenerations } from './store-contract-generations.js'
import { describeThemeStore, type OpenStore } from './store-contract.js'

/** Prefix of all collections of these tests; others may use the server, too. */
const run = `test-${randomUUID().slice(0, 8)}`

const encoder: StoreEncoder = {
  fingerprints: { static: 'a'.repeat(64) },
  dims: { static: 4 },
  representation: 'static'
}

/** Creates a document with one sentence of the same id. */
function document(name: string, vector: readonly number[], fields: Fields = {}): DocumentRecord {
  const place = { document: name, title: name, path: [], position: 0, paragraph: 0 }
  return {
    document: name,
    hash: `hash of ${name}`,
    source: name,
    sentences: [{ id: name, ...place, text: `All of ${name}.`, fields }],
    vectors: { count: 1, dims: 4, data: Float32Array.from(vector) }
  }
}

afterAll(() => removeCollections(run))

describe.skipIf(server.missing !== undefined)(`A collection in Elasticsearch${note}`, () => {
  const open: OpenStore<GenerationStore> = (place, options) =>
    openElasticsearchStore(server.url, { ...options, collection: `${run}-${place.toLowerCase()}` })
  describeThemeStore('Elasticsearch', open, { weighsRemoved: true })
  describeGenerations('Elasticsearch', open)

  describe('beside what all stores do', () => {
    let client: Client
    beforeAll(() => {
      client = new Client({ node: server.url })
    })
    afterAll(() => client.close())
    const nameOf = (place: string): string => `leitmotif-${run}-${place}`

    it('lets one process write at a time, and takes over from one that died', async () => {
      const first = await open('lease', { access: 'write', encoder })
      const second = open('lease', { access: 'write', encoder })
      await expect(second).rejects.toThrow(/process \d+ is writing to this collection/)
      await (await open('lease', { access: 'read', encoder })).close()
      await first.close()
      const { pid } = spawnSync(process.execPath, ['--version'])
      const lock = { kind: 'lock', host: hostname(), pid, token: 'gone', renewed: Date.now() }
      await client.index({ index: `${nameOf('lease')}.records`, id: 'lock', document: lock })
      const third = await open('lease', { access: 'write', encoder })
      await third.write([document('a', [1, 0, 0, 0])])
      await third.close()
    })

    it('takes over from another host once its lock has not been renewed for long, and not before', async () => {
      await (await open('host', { access: 'write', encoder })).close()
      const index = `${nameOf('host')}.records`
      const lock = { kind: 'lock', host: 'another', pid: 1, token: 'other', renewed: Date.now() }
      const renew = (): Promise<unknown> => client.index({ index, id: 'lock', document: lock })
      let now = 0
      let renewing = true
      const clock: Clock = {
        now: () => now,
        async sleep(milliseconds) {
          now += milliseconds
          if (renewing && now > 10_000) await renew()
        }
      }
      await renew()
      const connection = connect({ place: server.url })
      await expect(takeLease(connection, index, { clock })).rejects.toThrow('process 1 on another is writing')
      renewing = false
      now = 0
      const lease = await takeLease(connection, index, { clock })
      expect(now).toBeGreaterThanOrEqual(20_000)
      await lease.check()
      await lease.release()
      expect(await client.exists({ index, id: 'lock' })).toBe(false)
      await connection.close()
    })

    it('tells a suspended writer, before it writes again, whether another has taken over', async () => {
      await (await open('halted', { access: 'write', encoder })).close()
      const index = `${nameOf('halted')}.records`
      const connection = connect({ place: server.url })
      // No timer renews the lease, as in a suspended process.
      const lease = await takeLease(connection, index, { renewal: 60_000, believed: 100 })
      const renewed = async (): Promise<{ token: string; renewed: number }> =>
        (await client.get<{ token: string; renewed: number }>({ index, id: 'lock' }))._source!
      const before = await renewed()
      await sleep(150)
      await lease.check()
      expect((await renewed()).renewed).toBeGreaterThan(before.renewed)
      const other = { kind: 'lock', host: 'another', pid: 1, token: 'other', renewed: Date.now() }
      await client.index({ index, id: 'lock', document: other })
      await sleep(150)
      await expect(lease.check()).rejects.toThrow(/another process took over the collection; run this again/)
      await lease.release()
      expect((await renewed()).token).toBe('other')
      await connection.close()
    })

    it('offers themes as plain fields, without those of earlier runs', async () => {
      const store = await open('plain', { access: 'write', encoder, fields: { published: 'date' } })
      const fields = { published: '2024-05' }
      await store.write([document('a', [1, 0, 0, 0], fields), document('b', [0, 1, 0, 0], fields)])
      const assignments = ['a', 'b'].map((id) => ({ id, theme: `theme ${id}`, path: ['all', `theme ${id}`] }))
      await store.assign('first', assignments, null)
      await store.assign('second', assignments.slice(1), null)
      // A run does not rewrite unchanged sentences.
      const { _version: version } = await client.get({ index: nameOf('plain'), id: 'b' })
      expect(version).toBe(2)
      const { aggregations } = await client.search({
        index: nameOf('plain'),
        size: 0,
        aggs: {
          levels: { terms: { field: 'theme_path' }, aggs: { themes: { terms: { field: 'theme' } } } },
          months: { date_histogram: { field: 'fields.published', calendar_interval: 'month', format: 'yyyy-MM' } }
        }
      })
      expect(aggregations).toMatchObject({
        levels: {
          buckets: [
            { key: 'all', doc_count: 1, themes: { buckets: [{ key: 'theme b', doc_count: 1 }] } },
            { key: 'theme b', doc_count: 1 }
          ]
        },
        months: { buckets: [{ key_as_string: '2024-05', doc_count: 2 }] }
      })
      await store.close()
    })

    it('shows the themes of the last of many runs', async () => {
      const store = await open('runs', { access: 'write', encoder })
      await store.write([document('a', [1, 0, 0, 0]), document('b', [0, 1, 0, 0])])
      for (let run = 0; run < 11; run++) {
        const b = run % 3 === 0 ? [] : [{ id: 'b', theme: `theme ${run >> 1}` }]
        await store.assign(`run ${run}`, [{ id: 'a', theme: 'stays' }, ...b], { run })
        const themes = (await store.read(['a', 'b'])).records.map(({ theme }) => theme)
        expect(themes).toEqual(['stays', b.at(0)?.theme])
        expect(await store.themes()).toEqual({ run: `run ${run}`, themes: { run } })
      }
      await store.close()
    })

    it('reports half-written themes until they are complete', async () => {
      const store = await open('halfway', { access: 'write', encoder })
      await store.write([document('a', [1, 0, 0, 0])])
      const themes = [{ id: 'a', theme: 'stays' }]
      await store.assign('first', themes, null)
      expect(await store.halfAssigned!()).toBe(false)
      // As a killed process leaves it.
      const index = nameOf('halfway')
      const [mapping] = Object.values(await client.indices.getMapping({ index }))
      const { leitmotif } = mapping.mappings._meta as { leitmotif: object }
      await client.indices.putMapping({ index, _meta: { leitmotif: { ...leitmotif, assigning: 'second' } } })
      await client.indices.putSettings({ index, settings: { refresh_interval: '-1' } })
      await store.close()
      const next = await open('halfway', { access: 'write', encoder })
      const [settings] = Object.values(await client.indices.getSettings({ index }))
      expect(settings.settings?.index?.refresh_interval).toBe('1s')
      expect(await next.halfAssigned!()).toBe(true)
      await next.assign('first', themes, null)
      expect(await next.halfAssigned!()).toBe(false)
      await next.close()
    })

    it('marks a run as incomplete before the first sentence loses its theme', async () => {
      const store = await open('broken', { access: 'write', encoder })
      await store.write([document('a', [1, 0, 0, 0])])
      await store.assign('first', [{ id: 'a', theme: 'stays' }], null)
      await client.indices.putSettings({ index: nameOf('broken'), settings: { 'index.blocks.write': true } })
      await expect(store.assign('second', [], null)).rejects.toThrow()
      expect(await store.halfAssigned!()).toBe(true)
      await client.indices.putSettings({ index: nameOf('broken'), settings: { 'index.blocks.write': null } })
      await store.close()
    })

    it('reports which documents Elasticsearch refused and why, and writes all others', async () => {
      const store = await open('dead', { access: 'write', encoder })
      const { dead } = await store.write([document('good', [1, 0, 0, 0]), document('bad', [3, 0, 0, 0])])
      expect(dead).toHaveLength(1)
      expect(dead[0].document).toBe('bad')
      expect(dead[0].reason).toMatch(/^sentence 0: document_parsing_exception: .*unit-length/)
      await store.settle()
      expect([...(await store.documents()).keys()]).toEqual(['good'])
      expect(await store.describe()).toMatchObject({ documents: 1, sentences: 1 })
      await store.close()
    })

    it('fails temporarily, without mistaking documents for new ones, while records cannot be read', async () => {
      const store = await open('away', { access: 'write', encoder })
      await store.write([document('a', [1, 0, 0, 0])])
      const index = `${nameOf('away')}.records`
      const require = async (node: string | null): Promise<void> => {
        await client.indices.putSettings({ index, settings: { 'index.routing.allocation.require._name': node } })
      }
      await require('nowhere')
      const shards = await client.cat.shards({ index, h: ['prirep', 'node'], format: 'json' })
      const node = shards.find(({ prirep }) => prirep === 'p')!.node!
      await client.cluster.reroute({ commands: [{ cancel: { index, shard: 0, node, allow_primary: true } }] })
      const again = { ...document('a', [1, 0, 0, 0]), hash: 'another' }
      await expect(store.write([again])).rejects.toMatchObject({
        passing: true,
        message: expect.stringMatching(/cannot read .* now/) as string
      })
      await require(null)
      await client.cluster.health({ index, wait_for_status: 'yellow' })
      await store.write([again])
      await store.close()
    })

    it('says what to do about an index that is closed, read-only or out of disk space', async () => {
      await (await open('shut', { access: 'write', encoder })).close()
      const index = `${nameOf('shut')}.records`
      const block = async (name: string, on: true | null): Promise<void> => {
        await client.indices.putSettings({ index, settings: { [`index.blocks.${name}`]: on } })
      }
      for (const [name, mend] of [
        ['write', 'take this block off, which is a setting of the index, and run this again'],
        ['read_only_allow_delete', "make room on the server's disk, and run this again"]
      ] as const) {
        await block(name, true)
        await expect(open('shut', { access: 'write', encoder })).rejects.toThrow(mend)
        await block(name, null)
      }
      await client.indices.close({ index })
      await expect(open('shut', { access: 'write', encoder })).rejects.toThrow(`index ${index} is closed; open it`)
    })

    it('reports the maximum dimensions of Elasticsearch', async () => {
      const wide = open('wide', { access: 'write', encoder: { ...encoder, dims: { static: 4097 } } })
      await expect(wide).rejects.toThrow('the vectors have 4097 dimensions; Elasticsearch takes 4096 at most')
      await (await open('wide', { access: 'write', encoder: { ...encoder, dims: { static: 4096 } } })).close()
    })

    it('does not touch a foreign index', async () => {
      await client.indices.create({ index: nameOf('foreign') })
      for (const access of ['read', 'write'] as const)
        await expect(open('foreign', { access, encoder })).rejects.toThrow('is an index that Leitmotif did not make')
    })

    it('refuses records of another format', async () => {
      const index = `${nameOf('made')}.records`
      await client.index({ index, id: 'a', document: { kind: 'document/1' } })
      await expect(open('made', { access: 'write', encoder })).rejects.toThrow(
        `${index}: is an index that Leitmotif did not make: its field "kind" is text; expected keyword`
      )
      await client.indices.delete({ index })
      await client.index({ index, id: 'a', document: { name: 'other' } })
      await expect(open('made', { access: 'write', encoder })).rejects.toThrow('its field "kind" is missing')
    })

    it.each(['', '.records'])('does not recreate a deleted index: %j', async (part) => {
      const place = `removed${part.slice(1)}`
      const store = await open(place, { access: 'write', encoder })
      await store.write([document('a', [1, 0, 0, 0])])
      await store.settle()
      const [index] = Object.keys(await client.indices.get({ index: `${nameOf(place)}${part}` }))
      await client.indices.delete({ index })
      await expect(store.write([document('b', [0, 1, 0, 0])])).rejects.toThrow(
        /no such index .*; another process may have removed/
      )
      await expect(store.storeValue('name', 1).then(() => store.settle())).rejects.toThrow(
        /no such index .*run this again$/
      )
      await store.close().catch(() => undefined)
      expect(await client.indices.exists({ index })).toBe(false)
    })

    it('writes to a collection that has no write alias', async () => {
      const store = await open('older', { access: 'write', encoder })
      await store.close()
      for (const index of Object.keys(
        await client.indices.get({ index: `${nameOf('older')}*`, expand_wildcards: 'all' })
      ))
        await client.indices.deleteAlias({ index, name: `${index}.write` })
      const again = await open('older', { access: 'write', encoder })
      await again.write([document('a', [1, 0, 0, 0])])
      await again.settle()
      expect(await again.describe()).toMatchObject({ documents: 1, sentences: 1 })
      await again.close()
    })

    it('makes indexes as the component template `leitmotif` says', async () => {
      const name = 'leitmotif'
      if (await client.cluster.existsComponentTemplate({ name })) return
      await client.cluster.putComponentTemplate({ name, template: { settings: { codec: 'best_compression' } } })
      try {
        const store = await open('template', { access: 'write', encoder })
        await store.close()
        const settings = Object.values(await client.indices.getSettings({ index: nameOf('template') }))
        expect(settings[0].settings?.index?.codec).toBe('best_compression')
      } finally {
        await client.cluster.deleteComponentTemplate({ name })
      }
    })
  })
})
