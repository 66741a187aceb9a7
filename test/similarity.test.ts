import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { root, run, runWith, samples, temporaryFolder } from './command-line.js'
import { ask, serve } from './running-service.js'

const folder = temporaryFolder()
const shelf = join(folder, 'shelf')
const hasScorer = existsSync(join(root, 'models', 'leitmotif-en-malstm', 'pairs.json'))
if (!hasScorer) process.stderr.write('similarity.test: no predicted scores: models/leitmotif-en-malstm is not here\n')

const NEAR = ['The dough rises overnight in a warm kitchen.', 'Bread needs time for its yeast to work.'] as const
const FAR = ['The dough rises overnight in a warm kitchen.', 'A telescope gathers the light of stars.'] as const

beforeAll(() => {
  expect(run('leitmotif', 'index', samples, '--fast', '--to', shelf).status).toBe(0)
})

interface Similarity {
  readonly representations: readonly {
    readonly representation: string
    readonly cosine: number
    readonly percentile: number
  }[]
  readonly predicted?: { readonly score: number; readonly scale: readonly [number, number] }
}

describe('leitmotif similarity', () => {
  it('finds texts on one theme more similar than texts on two, in every representation', async () => {
    const service = await serve(shelf)
    const of = async ([a, b]: readonly [string, string]): Promise<Similarity> => {
      const answer = await ask(service, '/api/similarity', { method: 'POST', body: JSON.stringify({ a, b }) })
      expect(answer.status).toBe(200)
      return JSON.parse(answer.text) as Similarity
    }
    const [near, far] = [await of(NEAR), await of(FAR)]
    expect(near.representations.map(({ representation }) => representation).sort()).toEqual(['sentences', 'static'])
    for (const [at, { cosine, percentile }] of near.representations.entries()) {
      expect(cosine).toBeGreaterThan(far.representations[at].cosine)
      expect(percentile).toBeGreaterThan(80)
      expect(percentile).toBeGreaterThan(far.representations[at].percentile)
    }
    if (hasScorer) expect(near.predicted!.score).toBeGreaterThan(far.predicted!.score)
    const printed = run('leitmotif', 'similarity', ...NEAR, '--in', shelf, '--json')
    expect(printed).toMatchObject({ status: 0, err: '' })
    expect(JSON.parse(printed.out)).toEqual({ a: NEAR[0], b: NEAR[1], ...near })
    const text = run('leitmotif', 'similarity', ...NEAR, '--in', shelf).out
    expect(text).toMatch(/static +0\.\d\d +\d+(?:\.\d)? %/)
  })
})

it('leitmotif similarity says that it knows no word of a text', () => {
  const ran = run('leitmotif', 'similarity', 'qzxv wvkk', 'The ferry was late.', '--in', shelf)
  expect(ran).toEqual({
    status: 0,
    out: 'The encoder knows no word of “qzxv wvkk”, so nothing can be said of it.\n',
    err: ''
  })
})

it.each(['thematic', 'hybrid'])('A %s search by word pieces shows no hits for words that it does not know', (mode) => {
  const better = join(folder, 'better')
  if (!existsSync(better)) expect(run('leitmotif', 'index', join(samples, 'tea.md'), '--to', better).status).toBe(0)
  const found = (query: string): string => run('leitmotif', 'search', query, '--in', better, '--mode', mode).out
  const nothing =
    mode === 'thematic'
      ? 'The encoder knows no word of “qzxv wvkk”, so a thematic search finds nothing; try other words, or --mode keyword.\n'
      : 'No sentences found; try other words, another --mode, or fewer filters.\n'
  expect(found('qzxv wvkk')).toBe(nothing)
  expect(found('qzxv tea')).not.toContain(nothing)
})

describe('leitmotif similarity of one text', () => {
  it.skipIf(!hasScorer)('lists the sentences of a collection that the pair scorer rates highest', () => {
    const done = run('leitmotif', 'similarity', NEAR[0], '--in', shelf, '--count', '5', '--json')
    const { sentences } = JSON.parse(done.out) as {
      sentences: { score: number; cosine: number; record: { document: string; text: string } }[]
    }
    expect(sentences).toHaveLength(5)
    expect(sentences.map(({ score }) => score)).toEqual(sentences.map(({ score }) => score).sort((a, b) => b - a))
    for (const { record, score } of sentences.slice(-1)) {
      const pair = run('leitmotif', 'similarity', NEAR[0], record.text, '--in', shelf, '--json')
      expect((JSON.parse(pair.out) as Similarity).predicted!.score).toBeCloseTo(score, 10)
    }
    // A sentence of the collection is not its own relative.
    const again = run('leitmotif', 'similarity', sentences[0].record.text, '--in', shelf, '--count', '3').out
    expect(again).toMatch(/^\d\.\d\d {2}\S/)
    expect(again).not.toContain(sentences[0].record.text)
  })
})

describe('leitmotif organise', () => {
  it('writes sentences of several documents as sections with headings and sources', () => {
    const file = join(folder, 'loose.jsonl')
    const lines = ['bread', 'stargazing', 'trams'].flatMap((name) =>
      readFileSync(join(samples, `${name}.md`), 'utf8')
        .split(/\n{2,}/)
        .filter((paragraph) => /^[A-Z]/.test(paragraph))
        .map((paragraph) => paragraph.replace(/\s+/g, ' ').split('. ')[0])
        .map((text) => JSON.stringify({ text, source: `${name}.md` }))
    )
    expect(lines.length).toBeGreaterThan(12)
    writeFileSync(file, lines.join('\n'))
    const out = join(folder, 'organised.md')
    const written = run('leitmotif', 'organise', file, '--sections', '3', '--out', out)
    expect(written.status).toBe(0)
    expect(written.err).toMatch(/^\d+ sentences in 3 sections(?:, and \d+ other sentences?)?: /)
    const markdown = readFileSync(out, 'utf8')
    expect(markdown.match(/^## /gm)!.length).toBeGreaterThanOrEqual(4)
    expect(markdown.match(/\[[123]\]$/gm)).toHaveLength(lines.length)
    const piped = runWith(lines.join('\n'), 'leitmotif', 'organise', '-', '--sections', '3')
    expect(piped).toEqual({ status: 0, out: markdown, err: '' })
    writeFileSync(file, '\n')
    expect(run('leitmotif', 'organise', file)).toEqual({
      status: 2,
      out: '',
      err: `error: ${file}: has no sentences; expected one a line\n`
    })
    writeFileSync(file, '{"text": 3}')
    expect(run('leitmotif', 'organise', file)).toMatchObject({
      status: 2,
      err: expect.stringContaining('line 1 is "{"text": 3}"; expected {"text": …}') as string
    })
    expect(run('leitmotif', 'organise', 'report.docx', '--encoding', 'windows-1252')).toEqual({
      status: 2,
      out: '',
      err: 'error: report.docx: .docx is not supported here; expected text with one sentence a line, or JSON lines (.jsonl, .ndjson)\n'
    })
  })
})
