import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run, samples, temporaryFolder } from './command-line.js'
import { note, removeCollections, server } from './elasticsearch.js'

const folder = join(temporaryFolder(), 'shelf')
const name = `search-${process.pid}`
const places = [[folder], [server.url, '--collection', name]]

/** Returns the JSON output of a command for the folder and for the server. */
function both<T>(command: string, ...args: string[]): T[] {
  return places.map((place) => {
    const { out, err, status } = run('leitmotif', command, ...args, '--in', ...place, '--json')
    expect([err, status]).toEqual(['', 0])
    return JSON.parse(out) as T
  })
}

interface Sentence {
  readonly id: string
}
interface Search {
  readonly hits: {
    readonly record: Sentence
    readonly score: number
    readonly percentile: number
    readonly before?: Sentence[]
    readonly after?: Sentence[]
  }[]
}
interface Themes {
  readonly themes: { readonly label: string; readonly ids?: string[] }[]
  readonly words?: { readonly term: string; readonly p: number }[]
}

describe.skipIf(server.missing)(`A search in Elasticsearch${note}`, () => {
  beforeAll(() => {
    for (const place of places) expect(run('leitmotif', 'index', samples, '--fast', '--to', ...place).status).toBe(0)
  })
  afterAll(() => removeCollections(name))

  it('finds the same as in a folder, with the same scores and surrounding sentences', () => {
    for (const args of [
      ['what things cost, and who pays', '--around', '2', '--filter', 'date>=2024-02'],
      ['what things cost, and who pays', '--per-document'],
      ['--document', 'samples/tea.md', '--filter', 'position<20', '--filter', 'author=Ruth Calloway']
    ]) {
      const [own, theirs] = both<Search>('search', ...args).map(({ hits }) =>
        hits.map(({ record, score, percentile, before = [], after = [] }) => ({
          ids: [...before, record, ...after].map(({ id }) => id),
          score: score.toFixed(3),
          percentile: percentile.toFixed(0)
        }))
      )
      expect(theirs).toEqual(own)
      expect(own.length).toBeGreaterThan(0)
    }
  })

  it('gives the same groups and the same contrasts', () => {
    for (const [command, ...args] of [
      ['search', 'how it is made', '-n', '100', '--group', '4'],
      ['search', '--group', 'coarse', '--filter', 'document=samples/tea.md', '--filter', 'document=samples/trams.md'],
      ['contrast', '--a', 'date>=2024-06', '--b', 'date<2024-06']
    ]) {
      const [own, theirs] = both<Themes>(command, ...args).map(({ themes, words = [] }) => ({
        themes: themes.map(({ label, ids = [] }) => [label, ...ids]),
        words: words.map(({ term, p }) => [term, p.toFixed(6)])
      }))
      expect(theirs).toEqual(own)
      expect(own.themes.length + own.words.length).toBeGreaterThan(1)
    }
  })
})
