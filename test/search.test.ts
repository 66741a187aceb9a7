import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { run, samples, temporaryFolder, type Ran } from './command-line.js'

const folder = temporaryFolder()
const shelf = join(folder, 'shelf')
const leitmotif = (command: string, ...args: string[]): Ran => run('leitmotif', command, ...args, '--in', shelf)

interface Record {
  id: string
  document: string
  position: number
  text: string
  fields: { author?: string; date?: string }
}
interface Answer {
  hits: { record: Record; score: number; percentile?: number; before?: Record[]; after?: Record[] }[]
}
const search = (...args: string[]): Answer => {
  const ran = leitmotif('search', ...args, '--json')
  expect(ran.err).toBe('')
  return JSON.parse(ran.out) as Answer
}

interface Grouped {
  sentences: number
  path: string[]
  themes: { label: string; sentences: number; ids: string[] }[]
  unassigned: string[]
  records: Record[]
}
const group = (...args: string[]): Grouped => JSON.parse(leitmotif('search', ...args, '--json').out) as Grouped

const file = ({ document }: Record): string => document.replace(/.*\//, '')

beforeAll(() => {
  expect(run('leitmotif', 'index', samples, '--fast', '--to', shelf).status).toBe(0)
})

describe('leitmotif search', () => {
  it('prints for each hit its percentile and its name', () => {
    const { out } = leitmotif('search', 'what things cost, and who pays', '-n', '3')
    const lines = out
      .split('\n')
      .filter((line) => /^ {5}0\.\d\d, more similar than \d+(?:\.\d)? % of random pairs · .*\.md#\d+$/.test(line))
    expect(lines).toHaveLength(3)
    const [, handle] = /· (.*#\d+)$/.exec(lines[0])!
    const { hits } = search('--more', handle, '-n', '200')
    expect(hits.map(({ record }) => `${record.document}#${record.position}`)).not.toContain(handle)
    expect(hits[0].percentile).toBeGreaterThan(95)
  })

  it('finds more like some sentences and less like others', () => {
    const [bees, stars] = ['how bees make honey', 'a telescope for looking at the stars'].map(
      (text) => search(text, '-n', '1').hits[0].record
    )
    const share = (...less: string[]): number => {
      const { hits } = search('--more', bees.id, '--more', stars.id, ...less, '-n', '40')
      return hits.filter(({ record }) => file(record) === file(stars)).length
    }
    expect(share('--less', `${stars.document}#${stars.position}`)).toBeLessThan(share())
  })

  it('searches for what several texts have in common, and for sentences like a document', () => {
    const { hits } = search('Bees gather nectar.', 'The queen lays eggs in the comb.', '-n', '10')
    expect(hits.filter(({ record }) => file(record) === 'beekeeping.md').length).toBeGreaterThan(5)
    const document = hits[0].record.document
    const like = search('--document', document, '-n', '30').hits
    expect(like).toHaveLength(30)
    expect(like.map(({ record }) => record.document)).not.toContain(document)
  })

  it('prints one hit for each document, with surrounding sentences', () => {
    const { hits } = search('the cost of it', '--per-document', '--around', '1', '-n', '14')
    expect(new Set(hits.map(({ record }) => record.document)).size).toBe(14)
    for (const { record, before, after } of hits) {
      for (const near of [...before!, ...after!]) {
        expect(near.document).toBe(record.document)
        expect(Math.abs(near.position - record.position)).toBe(1)
      }
    }
    const { out } = leitmotif('search', 'the cost of it', '--around', '1', '-n', '1')
    expect(out).toMatch(/^ {3}→ \S/m)
  })

  it('filters by ranges, by alternatives and by position', () => {
    const fields = search('the work', '-n', '400').hits.map(({ record }) => record.fields)
    const dates = fields.flatMap(({ date }) => date ?? []).sort()
    const middle = dates[dates.length >> 1]
    const after = search('the work', '-n', '400', '--filter', `date>=${middle}`).hits
    expect(after.length).toBeGreaterThan(0)
    expect(after.every(({ record }) => record.fields.date! >= middle)).toBe(true)
    const authors = [...new Set(fields.flatMap(({ author }) => author ?? []))].slice(0, 2)
    const both = search('the work', '-n', '400', ...authors.flatMap((author) => ['--filter', `author=${author}`])).hits
    expect(new Set(both.map(({ record }) => record.fields.author))).toEqual(new Set(authors))
    const first = search('the work', '-n', '50', '--filter', 'position<2').hits
    expect(Math.max(...first.map(({ record }) => record.position))).toBe(1)
  })

  it('groups all hits into labelled themes, reproducibly, and drills into one', () => {
    const args = ['how it is made', '-n', '150', '--group', '4']
    const { themes, unassigned, sentences, records } = group(...args)
    expect([sentences, themes.length, records.length]).toEqual([150, 4, 150])
    expect(new Set([...themes.flatMap(({ ids }) => ids), ...unassigned]).size).toBe(150)
    const { out } = leitmotif('search', ...args)
    expect(leitmotif('search', ...args).out).toBe(out)
    for (const { label } of themes) expect(out).toContain(label)
    const inner = group(...args, '--drill', '2')
    expect(inner.path).toEqual([themes[1].label])
    expect(new Set(inner.records.map(({ id }) => id))).toEqual(new Set(themes[1].ids))
    expect(leitmotif('search', ...args, '--drill', '9').err).toContain('--drill 9: no such group; expected 1 to 4')
  })

  it('groups all filtered sentences without a query', () => {
    const document = search('bees', '-n', '1').hits[0].record.document
    const { records, themes } = group('--group', '--filter', `document=${document}`)
    expect(new Set(records.map((record) => record.document))).toEqual(new Set([document]))
    expect(themes.length).toBeGreaterThan(1)
  })

  it('explains invalid requests and exits with status 2', () => {
    for (const [args, reason] of [
      [[], 'the query is empty; expected a text'],
      [['--less', 'any'], '--less alone is no query; add a text, --more or --document'],
      [['--more', 'bees.md#1'], 'bees.md#1: no such sentence; expected document#number'],
      [['bees', '--filter', 'author<=x'], 'expected field=value, field>=value or field<value'],
      [['bees', '--group', 'huge'], 'Expected a whole number from 1 to 100, or coarse, medium, fine'],
      [['bees', '--drill', '1'], '--drill needs --group; add --group']
    ] as const) {
      const ran = leitmotif('search', ...args)
      expect(ran.err).toContain(reason)
      expect([ran.status, ran.out]).toEqual([2, ''])
    }
  })
})

describe('leitmotif contrast', () => {
  it('shows the themes and words that one document has more of than the others', () => {
    const document = search('bees and honey', '-n', '1').hits[0].record.document
    const { out, status } = leitmotif('contrast', '--a', `document=${document}`)
    expect(status).toBe(0)
    expect(out).toMatch(/^a: .*beekeeping\.md {2}\d+ sentences of 1 document$/m)
    expect(out).toMatch(/^More in a:/m)
    expect(/^ +words(?:, perhaps by chance)?: (.*)$/m.exec(out)?.[1]).toMatch(/\b(?:bees|colony|hive)\b/)
    const json = JSON.parse(leitmotif('contrast', '--a', `document=${document}`, '--json').out) as {
      words: { term: string }[]
      themes: { b: { share: number } }[]
    }
    expect(json.words[0]).toMatchObject({ term: expect.stringMatching(/bees|colony|hive/) as string })
    expect(json.themes).toEqual([])
    expect(out).toContain('no themes were built; use: leitmotif themes build')
    expect(run('leitmotif', 'themes', 'build', '--in', shelf).status).toBe(0)
    const built = JSON.parse(leitmotif('contrast', '--a', `document=${document}`, '--json').out) as typeof json
    expect(built.themes.reduce((sum, theme) => sum + theme.b.share, 0)).toBeGreaterThan(0.8)
  })

  it('requires two different parts with sentences', () => {
    expect(leitmotif('contrast').err).toContain('--a is missing')
    expect(leitmotif('contrast', '--a', 'author=nobody').err).toContain('no sentence meets the conditions of a')
  })
})
