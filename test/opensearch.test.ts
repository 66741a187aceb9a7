import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openElasticsearchStore } from '@leitmotif/indexer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root, run, samples, temporaryFolder } from './command-line.js'
import { startServer } from './elasticsearch.js'
import { ask, serve, stop } from './running-service.js'
import { describeThemeStore } from './store-contract.js'

/** The version to test, 2 or 3. `npm test` has fetched 2. */
const { LEITMOTIF_OPENSEARCH: version = '2', LEITMOTIF_NO_OPENSEARCH: absent = '' } = process.env
const prefix = `test-${randomUUID().slice(0, 8)}`
const shelf = join(temporaryFolder(), 'shelf')
const own = mkdtempSync(join(tmpdir(), 'leitmotif-opensearch-'))
const server = absent === '' ? startServer(own, '--opensearch', version) : { url: '', missing: absent }
const note = server.missing === undefined ? '' : ` (no OpenSearch: ${server.missing})`

afterAll(() => {
  spawnSync(process.execPath, [join(root, 'scripts', 'elasticsearch.mjs'), 'stop', own])
  rmSync(own, { recursive: true, force: true })
})

/** Returns the JSON output of a command. */
function outputOf(...args: string[]): unknown {
  const { out, err, status } = run('leitmotif', ...args, '--json')
  expect([err, status]).toEqual([expect.any(String), 0])
  return JSON.parse(out) as unknown
}

async function send<T>(method: string, path: string, body?: object): Promise<T> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${server.url}/${path}`, { method, headers, body: body ? JSON.stringify(body) : null })
  const said = await answer.text()
  expect([said, answer.ok]).toEqual([said, true])
  return JSON.parse(said) as T
}

interface Search {
  readonly hits: { readonly record: { readonly id: string; readonly theme?: string }; readonly score: number }[]
}

describe.skipIf(server.missing !== undefined)(`A collection in OpenSearch ${version}${note}`, () => {
  const open: Parameters<typeof describeThemeStore>[1] = (place, options) =>
    openElasticsearchStore(server.url, { ...options, collection: `${prefix}-${place.toLowerCase()}` })
  // OpenSearch 2 makes no query of a prefix of more than 1,000 bytes.
  describeThemeStore('OpenSearch', open, { weighsRemoved: true, longPrefixes: version !== '2', histories: 3 })

  describe('used on the command line', () => {
    const name = `${prefix}-samples`
    const inServer = ['--in', server.url, '--collection', name]

    beforeAll(() => {
      for (const place of [[shelf], [server.url, '--collection', name]])
        expect(run('leitmotif', 'index', samples, '--fast', '--to', ...place)).toMatchObject({ status: 0 })
    })

    it('finds the same as in a folder by theme and by both ranks, and the same words, within a filter or without', () => {
      for (const args of [
        ['what things cost, and who pays', '--filter', 'date>=2024-02'],
        ['what things cost, and who pays', '--mode', 'hybrid', '--filter', 'position<40'],
        ['fungus', '--mode', 'keyword']
      ]) {
        const [ours, theirs] = [['--in', shelf], inServer].map((place) =>
          (outputOf('search', ...args, ...place) as Search).hits.map(({ record, score }) => [
            record.id,
            score.toFixed(3)
          ])
        )
        expect(theirs.length).toBeGreaterThan(0)
        // The two weigh words by other statistics.
        if (args.includes('keyword')) expect(theirs.map(([id]) => id)).toEqual(ours.map(([id]) => id))
        else expect(theirs).toEqual(ours)
      }
    })

    it('has its themes built, and is served with them', async () => {
      const { themes } = outputOf('themes', 'build', ...inServer) as { themes: unknown[] }
      expect(themes.length).toBeGreaterThan(3)
      const service = await serve(server.url, '--collection', name)
      const body = JSON.stringify({ texts: ['what things cost, and who pays'], k: 3 })
      const { status, text } = await ask(service, '/api/search', { method: 'POST', body })
      expect([status, text]).toEqual([200, text])
      expect((JSON.parse(text) as Search).hits.filter(({ record }) => record.theme !== undefined)).toHaveLength(3)
      expect(await stop(service)).toBe(0)
    })

    it('is made from an index, whose documents get their themes and lose them again', async () => {
      const index = `${prefix}-articles`
      const source = `elasticsearch:${index}`
      const to = ['--to', server.url, '--collection', index]
      const tea = 'Tea comes from a plant. Its leaves are picked in spring. Black tea is dried in warm air.'
      const trams = 'Trams run on rails. A tram carries many people. Cities pay for their lines.'
      const original = (number: number): object => ({ body: number % 2 === 0 ? tea : trams, views: number })
      await send('PUT', index, { settings: { number_of_shards: 2, number_of_replicas: 0 } })
      for (let number = 0; number < 8; number++) await send('PUT', `${index}/_doc/${number}`, original(number))
      expect(outputOf('index', source, '--text', 'body', '--fast', ...to)).toMatchObject({ indexed: 8 })
      run('leitmotif', 'themes', 'build', '--count', '2', '--in', ...to.slice(1))
      await send('PUT', `${index}/_doc/3`, original(4))
      expect(outputOf('index', source, '--text', 'body', '--fast', '--enrich', ...to)).toMatchObject({
        ...{ read: 1, indexed: 1, incremental: true },
        enriched: { read: 8, written: 8, changed: 0 }
      })
      type Stored = { _source: { leitmotif?: { main_theme: string } } }
      const { _source: enriched } = await send<Stored>('GET', `${index}/_doc/3`)
      const { _source: alike } = await send<Stored>('GET', `${index}/_doc/4`)
      expect(enriched.leitmotif?.main_theme).toMatch(/./)
      expect(enriched.leitmotif).toEqual(alike.leitmotif)
      const removal = outputOf('enrich', source, '--remove', '--in', ...to.slice(1))
      expect(removal).toMatchObject([{ written: 8 }])
      expect((await send<Stored>('GET', `${index}/_doc/3`))._source).toEqual(original(4))
    })
  })
})
