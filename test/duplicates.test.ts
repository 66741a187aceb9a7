import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { packPairScorer } from '@leitmotif/pairs'
import { row } from '@leitmotif/encoder'
import { quantizeRows } from '@leitmotif/encoder/training'
import { zeroVectors } from '@leitmotif/encoder/vectors'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run, temporaryFolder, type Ran } from './command-line.js'
import { note, removeCollections, server } from './elasticsearch.js'
import { ask, serve, stop } from './running-service.js'

const folder = temporaryFolder()
const docs = join(folder, 'docs')
const shelf = join(folder, 'shelf')
const scorer = join(folder, 'scorer')
const name = `duplicates-${process.pid}`

const BARN = `# The barn

The old barn door was painted green in the spring of 1962.

Swallows nest under its roof every year. They return in April.
`
const FARM = `# The farm

In the spring of 1975 the old barn door was painted green. Visitors ask about the orchard first.

Swallows nest under its roof, every year! Its cider is pressed in October.
`
const ORCHARD = `# The orchard

Cider of the orchard gets pressed during October. Nothing else is told here.
`
/** Words that the scorer below counts, and words that it ignores. */
const COUNTED = ['cider', 'pressed', 'october']
const PASSED_OVER = ['orchard', 'gets']

/** Creates a scorer that calls sentences alike if they share the same few words. */
async function writeScorer(): Promise<void> {
  const dims = COUNTED.length
  const words = [...COUNTED, ...PASSED_OVER]
  const vectors = zeroVectors(words.length, dims)
  for (let i = 0; i < dims; i++) row(vectors, i)[i] = 1
  const input = new Float32Array(dims * 4 * dims)
  for (let d = 0; d < dims; d++) input[d * 4 * dims + 3 * dims + d] = 0.5
  const bias = new Float32Array(4 * dims).fill(9, 0, 3 * dims)
  const files = await packPairScorer(
    { name: 'cider', language: 'en', license: 'CC0-1.0', trained: {}, measured: [] },
    {
      ...{ words, vectors: quantizeRows(vectors), maxTokens: 50, scale: [1, 5] },
      networks: [{ input, recurrent: new Float32Array(dims * 4 * dims), bias }],
      calibration: { similarity: [0, 1], score: [1, 5] }
    }
  )
  mkdirSync(scorer)
  for (const [file, bytes] of files) writeFileSync(join(scorer, file), bytes)
}

beforeAll(async () => {
  await writeScorer()
  mkdirSync(docs)
  for (const [file, text] of Object.entries({ barn: BARN, farm: FARM, orchard: ORCHARD }))
    writeFileSync(join(docs, `${file}.md`), text)
  expect(run('leitmotif', 'index', docs, '--fast', '--to', shelf).status).toBe(0)
})

interface Duplicates {
  sentences: number
  duplicated: number
  groups: Record<string, number>
  found: { kind: string; members: { text: string; document: string }[] }[]
}
const duplicates = (...args: string[]): Ran => run('leitmotif', 'duplicates', '--in', shelf, ...args)
const parsed = ({ out }: Ran): Duplicates => JSON.parse(out) as Duplicates

describe('leitmotif duplicates', () => {
  it('finds sentences of the same and of nearly the same words, and exits with status 1', () => {
    const ran = duplicates('--up-to', 'near', '--json')
    expect(ran.status).toBe(1)
    expect(parsed(ran).found.map(({ kind, members }) => [kind, ...members.map(({ document }) => document)])).toEqual([
      ['near', 'docs/barn.md', 'docs/farm.md'],
      ['same', 'docs/barn.md', 'docs/farm.md']
    ])
    const { out, err } = duplicates('--up-to', 'near')
    expect(out).toContain('4 sentences of 8 in 2 groups: 1 the same words, 1 nearly the same words')
    expect(out).toContain('· Swallows nest under its roof every year.\n       The barn · docs/barn.md#1')
    expect(err).toMatch(/reading · .*\n.*comparing · /)
    expect(duplicates('--up-to', 'near', '--filter', 'document=docs/orchard.md')).toMatchObject({
      status: 0,
      out: 'No duplicates in 2 sentences.\n'
    })
  })

  it('finds paraphrases by a pair scorer, and exports them in every format', () => {
    const ran = duplicates('--pairs', scorer, '--threshold', '4.9', '--across-documents', '--json')
    const all = parsed(ran)
    expect(all.groups).toEqual({ same: 1, near: 1, paraphrase: 1 })
    expect(all.found.find(({ kind }) => kind === 'paraphrase')!.members.map(({ text }) => text)).toEqual([
      'Its cider is pressed in October.',
      'Cider of the orchard gets pressed during October.'
    ])
    const file = (end: string): string => {
      const path = join(folder, `duplicates.${end}`)
      expect(duplicates('--pairs', scorer, '--threshold', '4.9', '--export', path).status).toBe(1)
      return readFileSync(path, 'utf8')
    }
    expect(JSON.parse(file('json'))).toEqual(all)
    const rows = file('csv').trimEnd().split('\r\n')
    expect(rows[0]).toBe('group,kind,sentences,documents,shared,relatedness,id,document,title,position,text')
    expect(rows).toHaveLength(7)
    expect(file('html')).toContain('Cider of the orchard gets pressed during October.')
  })

  it('explains why it could not run', () => {
    for (const [args, message] of [
      [['--pairs', join(folder, 'nowhere')], /can't read pairs\.json \(ENOENT\)/],
      [['--pairs', scorer, '--threshold', '7'], /threshold is 7; expected a number from 1 to 5, the scale of cider/],
      [['--pairs', scorer, '--threshold', '7', '--in', join(folder, 'nowhere')], /threshold is 7/],
      [['--up-to', 'near', '--shared', '0'], /shared is 0; expected a number above 0/],
      [['--up-to', 'near', '--export', 'found.xlsx'], /expected a file that ends in \.csv/],
      [['--up-to', 'near', '--filter', 'writer=Mei'], /the collection has no field/]
    ] as const) {
      const { status, out, err } = duplicates(...args)
      expect([status, out]).toEqual([2, ''])
      expect(err).toMatch(message)
    }
  })

  it('is available in the service, with explained errors', async () => {
    const service = await serve(shelf, '--pairs', scorer, '--log-level', 'error')
    const asked = async (query: string) => {
      let { status, text } = await ask(service, `/api/duplicates?${query}`)
      while (status === 202) {
        expect(JSON.parse(text)).toMatchObject({ status: 'drawing' })
        await setTimeout(50)
        ;({ status, text } = await ask(service, `/api/duplicates?${query}`))
      }
      return { status, ...(JSON.parse(text) as Partial<Duplicates> & { detail?: string }) }
    }
    const own = parsed(duplicates('--pairs', scorer, '--threshold', '4.9', '--json'))
    const theirs = await asked('threshold=4.9')
    expect(theirs).toMatchObject({ status: 200, groups: own.groups, duplicated: own.duplicated })
    expect(theirs.found!.map(({ kind }) => kind)).toEqual(own.found.map(({ kind }) => kind))
    expect(await asked('upTo=near&acrossDocuments=true')).toMatchObject({ status: 200, groups: { paraphrase: 0 } })
    // The service answers smaller limits from the same search, and a file has the same content.
    const file = await ask(service, '/api/duplicates/export?threshold=4.9&limit=1&format=csv')
    expect(file.headers['content-disposition']).toBe('attachment; filename="duplicates.csv"')
    expect(file.text.trimEnd().split('\r\n').slice(1)).toHaveLength(theirs.found![0].members.length)
    expect(await asked('threshold=7')).toMatchObject({
      status: 400,
      detail: expect.stringContaining('the scale of cider') as string
    })
    expect(await stop(service)).toBe(0)
  })

  describe.skipIf(server.missing)(`of a collection in Elasticsearch${note}`, () => {
    const there = ['--in', server.url, '--collection', name]
    beforeAll(() => {
      expect(run('leitmotif', 'index', docs, '--fast', '--to', server.url, '--collection', name).status).toBe(0)
    })
    afterAll(() => removeCollections(name))

    it('finds the same as in a folder', () => {
      const args = ['--pairs', scorer, '--threshold', '4.9', '--json']
      const theirs = run('leitmotif', 'duplicates', ...there, ...args)
      expect(theirs.status).toBe(1)
      expect(parsed(theirs)).toEqual(parsed(duplicates(...args)))
    })
  })
})
