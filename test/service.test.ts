import { loadEncoder } from '@leitmotif/encoder'
import { ingest, openElasticsearchStore, openEmbeddedStore } from '@leitmotif/indexer'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { run, samples, shippedEncoder, temporaryFolder } from './command-line.js'
import { note, removeCollections, server } from './elasticsearch.js'
import type {
  ClusterAnswer,
  ContrastAnswer,
  SearchAnswer,
  SentencesAnswer
} from '../packages/indexer/dist/service/schemas/search-schemas.js'
import type {
  CollectionAnswer,
  ThemeAnswer,
  ThemesAnswer
} from '../packages/indexer/dist/service/schemas/theme-schemas.js'
import type {
  DocumentAnswer,
  DocumentPutAnswer,
  DocumentsAnswer
} from '../packages/indexer/dist/service/schemas/document-schemas.js'
import type { MapPointsAnswer } from '../packages/indexer/dist/service/schemas/map-schemas.js'
import type { Problem } from '../packages/indexer/dist/service/schemas/common-schemas.js'
import type { SharesAnswer, TypicalAnswer } from '../packages/indexer/dist/service/schemas/analytics-schemas.js'
import { ask, serve, stop, type Answer, type RunningService } from './running-service.js'

const folder = temporaryFolder()
const shelf = join(folder, 'shelf')

function fill(place: string, ...flags: string[]): void {
  const dated = join(folder, 'dated')
  mkdirSync(dated, { recursive: true })
  for (const year of [2019, 2020, 2021, 2022])
    writeFileSync(
      join(dated, `${year}.md`),
      `---\ndate: ${year}-03-01\n---\n\n# Harbour log ${year}\n\nThe pilot boat met four ships. ` +
        'The harbour master logged every ship that passed the mole. Fog kept the ferries in port all morning.\n'
    )
  const made = run('leitmotif', 'index', samples, dated, '--fast', '--to', place, ...flags)
  if (made.status !== 0) throw new Error(made.err)
  const themes = run('leitmotif', 'themes', 'build', '--in', place, ...flags, '--count', '8')
  if (themes.status !== 0) throw new Error(themes.err)
}

interface Told<T> {
  readonly status: number
  readonly body: T
}

function tell(service: RunningService) {
  const read = <T>({ status, text }: Answer): Told<T> => ({ status, body: JSON.parse(text) as T })
  return {
    get: async <T = Problem>(path: string) => read<T>(await ask(service, path)),
    send: async <T = Problem>(method: string, path: string, body: unknown) =>
      read<T>(await ask(service, path, { method, body: JSON.stringify(body) }))
  }
}

const places = [
  { store: 'the embedded store', place: shelf, name: undefined, missing: undefined, said: '' },
  { store: 'Elasticsearch', place: server.url, name: `service-${process.pid}`, missing: server.missing, said: note }
]

for (const { store, place, name, missing, said } of places) {
  const flags = name === undefined ? [] : ['--collection', name]
  describe.skipIf(missing)(`A service over ${store}${said}`, () => {
    let service: RunningService
    let api: ReturnType<typeof tell>

    beforeAll(async () => {
      fill(place, ...flags)
      service = await serve(place, ...flags)
      api = tell(service)
      return () => removeCollections(`service-${process.pid}`)
    })

    it('describes the collection without revealing its place', async () => {
      const { status, body } = await api.get<CollectionAnswer>('/api/collection')
      expect(status).toBe(200)
      expect(body).toMatchObject({
        documents: 18,
        representation: 'static',
        fields: { date: 'date', author: 'keyword' },
        values: { author: 14 }
      })
      expect(JSON.stringify(body)).not.toContain(folder)
    })

    it('finds sentences by theme, with scores and surrounding sentences', async () => {
      const { body } = await api.send<SearchAnswer>('POST', '/api/search', {
        texts: ['vessels entering the port'],
        k: 3,
        around: 1
      })
      expect(body.hits).toHaveLength(3)
      expect(body.hits[0].record.text).toMatch(/ship|ferr/)
      expect(body.hits[0].percentile).toBeGreaterThan(90)
      expect(body.hits[0].after!.length + body.hits[0].before!.length).toBeGreaterThan(0)
      const [hit] = body.hits
      const like = await api.send<SearchAnswer>('POST', '/api/search', {
        more: [hit.record.id],
        perDocument: true,
        k: 4
      })
      const documents = like.body.hits.map((other) => other.record.document)
      expect(new Set(documents).size).toBe(4)
    })

    it('filters by ranges, choices and themes', async () => {
      const title = { in: [2019, 2020, 2021, 2022].map((year) => `Harbour log ${year}`) }
      const filter = { title, date: { from: '2020', until: '2022' } }
      const { body } = await api.send<SearchAnswer>('POST', '/api/search', { texts: ['ships'], k: 100, filter })
      // The logs share sentences, of which one is shown with the others as its copies.
      const found = body.hits.flatMap(({ record, copies }) => [record, ...(copies?.in ?? [])])
      const titles = new Set(found.map(({ title }) => title))
      expect([...titles].sort()).toEqual(['Harbour log 2020', 'Harbour log 2021'])
      const wrong = await api.send('POST', '/api/search', { texts: ['ships'], filter: { colour: 'red' } })
      expect(wrong.status).toBe(400)
      expect(wrong.body.detail).toMatch(/no field "colour"; it has .*date/)
    })

    it('divides hits into themes whose sentences can be read and divided again', async () => {
      const search = { texts: ['water'] }
      const { body } = await api.send<ClusterAnswer>('POST', '/api/cluster', { search, limit: 200, count: 4 })
      expect(body.sentences).toBe(200)
      expect(body.themes).toHaveLength(4)
      const { ids } = body.themes[0]
      const read = await api.send<SentencesAnswer>('POST', '/api/sentences', { ids })
      expect(read.body.records.map(({ id }) => id)).toEqual(ids)
      const drilled = await api.send<ClusterAnswer>('POST', '/api/cluster', { ids, count: 2 })
      expect(drilled.body.sentences).toBe(ids.length)
    })

    it('lists themes, shows one, and refuses an unknown one', async () => {
      const { body } = await api.get<ThemesAnswer>('/api/themes')
      expect(body.themes.length).toBeGreaterThan(2)
      const { id } = body.themes[0]
      const shown = await api.get<ThemeAnswer>(`/api/themes/${id}?sentences=3`)
      expect(shown.body.nearest).toHaveLength(3)
      expect(await api.get('/api/themes/theme-999')).toMatchObject({ status: 404, body: { title: 'Not Found' } })
    })

    it('returns the best passages of a theme, with the sentences on it', async () => {
      const { body: themes } = await api.get<ThemesAnswer>('/api/themes')
      const { id } = themes.themes[0]
      const { body } = await api.get<TypicalAnswer>(`/api/analytics/typical?theme=${id}`)
      expect(body.passages.length).toBeGreaterThan(1)
      for (const { document, sentences } of body.passages) {
        const shown = await api.get<DocumentAnswer>(`/api/documents/${encodeURIComponent(document)}`)
        const ofTheme = new Map(shown.body.sentences.map((sentence) => [sentence.id, sentence.theme === id]))
        expect(sentences.some(({ onTheme }) => onTheme)).toBe(true)
        for (const { id: sentence, onTheme } of sentences) expect(onTheme).toBe(ofTheme.get(sentence))
      }
    })

    it('counts themes by field and time, and compares them', async () => {
      const { body: shares } = await api.get<SharesAnswer>('/api/analytics/over-time?field=date&interval=year')
      expect(shares.keys.map(({ key }) => key)).toContain('2021-01-01')
      const { body: one } = await api.get<SharesAnswer>('/api/analytics/share?by=author')
      expect(one.cells).toHaveLength(one.keys.length * one.themes.length)
      const { body: whole } = await api.get<SharesAnswer>('/api/analytics/share')
      expect(whole.by).toBeUndefined()
      expect(whole.keys.map(({ key }) => key)).toEqual(['all'])
      const { out } = run('leitmotif', 'analytics', 'share', '--in', place, ...flags, '--json')
      expect(whole).toEqual(JSON.parse(out))
      expect((await ask(service, '/api/analytics/share/export?format=html')).text).toContain('What it talks about')
      for (const path of ['trends?field=date', 'together', 'outliers'])
        expect((await api.get(`/api/analytics/${path}`)).status).toBe(200)
      expect((await api.get('/api/analytics/share?by=nothing')).status).toBe(400)
      const filter = encodeURIComponent(JSON.stringify({ date: { from: '2021' } }))
      const { body: late } = await api.get<SharesAnswer>(
        `/api/analytics/over-time?field=date&interval=year&filter=${filter}`
      )
      expect(late.keys[0].key >= '2021').toBe(true)
      for (const [wrong, said] of [
        ['{', 'is not JSON'],
        ['{"colour":"red"}', 'no field "colour"']
      ]) {
        const refused = await api.get(`/api/analytics/together?filter=${encodeURIComponent(wrong)}`)
        expect(refused.status).toBe(400)
        expect(refused.body.detail).toContain(said)
      }
      const a = { date: { until: '2021' } }
      const parted = await api.send<ContrastAnswer>('POST', '/api/contrast', {
        a,
        b: { date: { from: '2021' } }
      })
      expect(parted.body.themes.length).toBeGreaterThan(0)
    })

    it('exports analytics in each format, and recounts after a document changed', async () => {
      const path = '/api/analytics/share/export?by=author&format='
      const file = async (format: string): Promise<Answer> => ask(service, path + format)
      const { body: shares } = await api.get<SharesAnswer>('/api/analytics/share?by=author')
      const table = await file('csv')
      expect(table.headers['content-type']).toContain('text/csv')
      expect(table.headers['content-disposition']).toBe('attachment; filename="share.csv"')
      const rows = [...shares.cells, ...shares.rest.flatMap(({ cells }) => cells)]
      expect(table.text.trimEnd().split('\r\n')).toHaveLength(1 + rows.length)
      expect(JSON.parse((await file('json')).text)).toEqual(shares)
      expect((await file('html')).text).toContain('<!doctype html>')
      expect((await file('xlsx')).status).toBe(400)
      const document = '/api/documents/kept-counts'
      await api.send('PUT', document, { text: 'The pilot boat met six ships.', fields: { author: 'Una Pell' } })
      const { body: after } = await api.get<SharesAnswer>('/api/analytics/share?by=author')
      expect(after.keys.map(({ key }) => key)).toContain('Una Pell')
      await ask(service, document, { method: 'DELETE' })
      const { body: before } = await api.get<SharesAnswer>('/api/analytics/share?by=author')
      expect(before.keys).toEqual(shares.keys)
    })

    it('exports a filtered report as one page', async () => {
      const path = '/api/analytics/report'
      const page = await ask(service, path)
      expect(page.headers['content-disposition']).toBe('attachment; filename="report.html"')
      expect(page.text).toContain('What it talks about')
      const filter = encodeURIComponent('{"author":"Mei Farrow"}')
      const part = await ask(service, `${path}?field=date&filter=${filter}`)
      expect(part.text).toContain('Only author: Mei Farrow')
      expect((await ask(service, `${path}?field=author`)).status).toBe(400)
    })

    it('adds a document that is found, read and listed at once, and removes it again', async () => {
      const path = `/api/documents/${encodeURIComponent('notes/../tea ☕.md')}`
      const text = 'Green tea wants cooler water than black tea. Steep it for two minutes at most.'
      const put = { title: 'Tea', text, fields: { author: 'Mei Farrow', cups: 3 } }
      const taken = await api.send<DocumentPutAnswer>('PUT', path, put)
      expect(taken).toMatchObject({ status: 200, body: { status: 'indexed', sentences: 2 } })
      expect((await api.send<DocumentPutAnswer>('PUT', path, put)).body.status).toBe('unchanged')
      const { body: search } = await api.send<SearchAnswer>('POST', '/api/search', {
        texts: ['steeping green tea'],
        k: 1
      })
      expect(search.hits[0].record).toMatchObject({ title: 'Tea', fields: { cups: 3 } })
      expect((await api.get<DocumentAnswer>(path)).body.sentences).toHaveLength(2)
      const { body: listed } = await api.get<DocumentsAnswer>('/api/documents?prefix=notes%2F')
      expect(listed).toEqual({
        total: 1,
        documents: [{ document: 'notes/../tea ☕.md', title: 'Tea', source: 'service:', sentences: 2 }]
      })
      const wrong = await api.send('PUT', path, { text, fields: { cups: 'three' } })
      expect(wrong).toMatchObject({
        status: 400,
        body: { detail: expect.stringContaining('expected a number') as string }
      })
      expect((await ask(service, path, { method: 'DELETE' })).status).toBe(204)
      expect((await ask(service, path, { method: 'DELETE' })).status).toBe(404)
      expect((await api.get(path)).status).toBe(404)
    })

    it('pages through all documents', async () => {
      const met: string[] = []
      for (let after = ''; ;) {
        const { body } = await api.get<DocumentsAnswer>(`/api/documents?limit=7&after=${encodeURIComponent(after)}`)
        met.push(...body.documents.map(({ document }) => document))
        expect(body.total).toBe(after === '' ? 18 : undefined)
        if (body.next === undefined) break
        after = body.next
      }
      expect(met).toHaveLength(18)
      expect(met).toEqual([...new Set(met)].sort())
    })

    it('draws a map with a point for each sentence, reproducibly', async () => {
      const map = await readMap(service)
      const { body: collection } = await api.get<CollectionAnswer>('/api/collection')
      expect(map.header.count).toBe(collection.sentences)
      expect(map.positions.every((value) => Math.abs(value) <= 1)).toBe(true)
      const { body } = await api.send<MapPointsAnswer>('POST', '/api/map/points', {
        indices: [0, 5],
        run: map.header.run
      })
      expect(body.points).toHaveLength(2)
      const index = body.points[1].record.theme
      expect(map.header.themes[map.theme[5]]?.id).toBe(index)
      expect((await api.send('POST', '/api/map/points', { indices: [map.header.count] })).status).toBe(400)
      const again = await serve(place, ...flags)
      expect(await readMap(again)).toEqual(map)
      expect(await stop(again)).toBe(0)
    })

    it('renames, hides, pins and merges themes without moving the map, and resets them', async () => {
      const map = await readMap(service)
      const { body: before } = await api.get<ThemesAnswer>('/api/themes')
      const [first, second, third] = before.themes
      const change = (id: string, changed: object) =>
        ask(service, `/api/themes/${id}`, { method: 'PATCH', body: JSON.stringify(changed) })
      expect((await change(first.id, { name: 'Ships and ports', pinned: true })).status).toBe(204)
      expect((await change(second.id, { name: 'ships AND ports' })).status).toBe(400)
      expect((await change(third.id, { hidden: true })).status).toBe(204)
      expect((await change('theme-999', { hidden: true })).status).toBe(404)
      const merge = JSON.stringify({ ids: [second.id], into: first.id })
      expect((await ask(service, '/api/themes/merge', { method: 'POST', body: merge })).status).toBe(204)
      const { body: after } = await api.get<ThemesAnswer>('/api/themes')
      const merged = after.themes.find(({ id }) => id === first.id)
      expect(merged).toMatchObject({ label: 'Ships and ports', renamed: true, pinned: true, merged: [second.id] })
      expect(merged?.sentences).toBe(first.sentences + second.sentences)
      expect(after.themes.find(({ id }) => id === third.id)?.hidden).toBe(true)
      const recoloured = await readMap(service)
      expect(recoloured.positions).toEqual(map.positions)
      expect(recoloured.header.themes).toHaveLength(before.themes.length - 1)
      const reset = JSON.stringify({ ids: [first.id, third.id] })
      expect((await ask(service, '/api/themes/reset', { method: 'POST', body: reset })).status).toBe(204)
      const { body: again } = await api.get<ThemesAnswer>('/api/themes')
      expect(again.themes).toEqual(before.themes)
    })

    it('answers while another process writes, makes a second writer wait, and then shows the new documents', async () => {
      const more = join(folder, 'more')
      mkdirSync(more, { recursive: true })
      const sentence = (i: number): string => `Lighthouse number ${i} burned whale oil until the turn of the century. `
      for (let n = 0; n < 20; n++)
        writeFileSync(join(more, `${n}.md`), Array.from({ length: 50 }, (_, i) => sentence(n * 50 + i)).join(''))
      const encoder = await loadEncoder(shippedEncoder)
      const open = place === shelf ? openEmbeddedStore : openElasticsearchStore
      const writer = await open(place, { access: 'write', encoder, ...(name && { collection: name }) })
      const note = { text: 'A short note about a long day.' }
      const refused = await api.send('PUT', '/api/documents/note', note)
      expect(refused).toMatchObject({ status: 409, body: { detail: expect.stringContaining('try again') as string } })
      let written = false
      const writing = ingest({ paths: [more], store: writer, encoder, batch: 125 }).finally(() => (written = true))
      const statuses = new Set<number>()
      while (!written) statuses.add((await api.send('POST', '/api/search', { texts: ['a ship'], k: 2 })).status)
      await writing
      await writer.close()
      expect([...statuses]).toEqual([200])
      const { body } = await api.send<SearchAnswer>('POST', '/api/search', {
        texts: ['lighthouse lamps that burn whale oil'],
        k: 1
      })
      expect(body.hits[0].record.text).toContain('Lighthouse')
      expect((await api.send('PUT', '/api/documents/note', note)).status).toBe(200)
    })

    it('stops cleanly', async () => {
      expect(await stop(service)).toBe(0)
      expect(service.log()).not.toContain('"level":50')
    })
  })
}

interface ReadMap {
  readonly header: { count: number; run: string; themes: { id: string }[] }
  readonly positions: Float32Array
  readonly theme: Uint16Array
}

async function readMap({ url }: RunningService): Promise<ReadMap> {
  for (;;) {
    const response = await fetch(`${url}/api/map`)
    if (response.status === 200) {
      const bytes = await response.arrayBuffer()
      const end = 4 + new DataView(bytes).getUint32(0, true)
      const header = JSON.parse(new TextDecoder().decode(bytes.slice(4, end))) as ReadMap['header']
      const themes = end + 8 * header.count
      expect(bytes.byteLength).toBe(themes + 2 * header.count)
      return {
        header,
        positions: new Float32Array(bytes.slice(end, themes)),
        theme: new Uint16Array(bytes.slice(themes))
      }
    }
    expect(response.status).toBe(202)
    await sleep(500)
  }
}
