import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { slice } from '@leitmotif/encoder'
import { decodeArticle, type Article } from '@leitmotif/encoder/stages'
import { createRandom } from '@leitmotif/encoder/vectors'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { mineCommand } from '../cli/mine-command.js'
import { mineCorpora, type MiningJob } from './mine.js'
import { MINING_DEFAULTS } from './options.js'
import { reportText, type MiningReport } from './report.js'
import { splitOf } from './split.js'

const folder = mkdtempSync(join(tmpdir(), 'leitmotif-mine-'))
afterAll(() => {
  rmSync(folder, { recursive: true })
})

const HEADINGS = ['Soil', 'Weather', 'Harvest', 'Trees', 'Market', 'See also', 'Tools', 'People']
const WORDS = ['pear', 'plum', 'quince', 'medlar', 'ladder', 'basket', 'frost', 'wasp', 'graft', 'hedge']

/** An article of made-up sentences: a lead and eight sections of three paragraphs. */
function article(id: string): Article {
  const random = createRandom(id)
  const sentence = (): string => {
    const words = Array.from({ length: 4 + random.integer(8) }, () => WORDS[random.integer(WORDS.length)])
    return `The ${words.join(' ')}.`
  }
  return {
    id,
    title: `Orchard ${id}`,
    sections: ['', ...HEADINGS].map((heading) => ({
      heading,
      level: heading === '' ? 0 : 1,
      paragraphs: [0, 1, 2].map(() => `${sentence()} ${sentence()}`)
    }))
  }
}

const ARTICLES = Array.from({ length: 25 }, (_, n) => article(`a${n}`))
const lines = (articles: readonly Article[]): string => articles.map((one) => `${JSON.stringify(one)}\n`).join('')

function save(name: string, content: string | Uint8Array): string {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}

const corpus = save('corpus.jsonl.gz', gzipSync(lines(ARTICLES)))

/** Mines and gives the report, and the file's text. */
async function mine(job: Partial<MiningJob> = {}): Promise<{ report: MiningReport; text: string; bytes: Buffer }> {
  const out = job.out ?? join(folder, 'out.jsonl.gz')
  const report = await mineCorpora({ corpora: [corpus], out, ...job })
  const bytes = readFileSync(out)
  return { report, bytes, text: (out.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString() }
}

interface TripletLine {
  readonly id: string
  readonly pivot: {
    article: string
    section: number
    paragraph: number
    span: { start: number; end: number }
    text: string
  }
  readonly positive: TripletLine['pivot']
  readonly negative: TripletLine['pivot']
}

const parse = <T>(text: string): T[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T)

describe('A file of triplets', () => {
  it('holds one a line, with an id and with places that lead back to the corpus', async () => {
    const { text, report } = await mine()
    const triplets = parse<TripletLine>(text)
    expect(triplets.length).toBe(report.stages.triplets.kept)
    expect(triplets.length).toBeGreaterThan(800)
    expect(new Set(triplets.map(({ id }) => id)).size).toBe(triplets.length)
    const articles = new Map(ARTICLES.map((one) => [one.id, decodeArticle(one)]))
    for (const { id, pivot, positive, negative } of triplets) {
      expect(id.startsWith(`${pivot.article}/`)).toBe(true)
      for (const sentence of [pivot, positive, negative]) {
        expect(Object.keys(sentence)).toEqual(['article', 'section', 'paragraph', 'span', 'text'])
        const paragraph = articles.get(sentence.article)!.sections[sentence.section].paragraphs[sentence.paragraph]
        expect(slice(paragraph, sentence.span)).toBe(sentence.text)
      }
    }
  })

  it('has the same bytes for the same seed, packed or not, on every machine', async () => {
    const one = await mine({ out: join(folder, 'one.jsonl.gz') })
    const two = await mine({ out: join(folder, 'two.jsonl.gz') })
    expect(one.bytes.equals(two.bytes)).toBe(true)
    // No file name, no date, no operating system.
    expect(one.bytes.subarray(0, 10).toString('hex')).toBe('1f8b08000000000000ff')
    expect((await mine({ out: join(folder, 'plain.jsonl') })).text).toBe(one.text)
    expect((await mine({ options: { seed: 2 } })).text).not.toBe(one.text)
    for (const negative of ['article', 'corpus'] as const) {
      expect((await mine({ options: { negative } })).text).toBe((await mine({ options: { negative } })).text)
    }
  })

  it('has the same triplets of each article in whatever order and files the articles come', async () => {
    const mixed = createRandom('order').shuffle([...ARTICLES])
    const corpora = [save('x.jsonl', lines(mixed.slice(0, 7))), save('y.jsonl', lines(mixed.slice(7)))]
    const sorted = (text: string): string[] => text.split('\n').sort()
    expect(sorted((await mine({ corpora })).text)).toEqual(sorted((await mine()).text))
    const labelled = { corpora, labelled: true }
    expect(sorted((await mine(labelled)).text)).toEqual(sorted((await mine({ labelled: true })).text))
  })

  it('may be labelled: two candidates in random order, and which is the positive', async () => {
    const plain = parse<TripletLine>((await mine()).text)
    const labelled = parse<{ id: string; pivot: unknown; candidates: unknown[]; positive: 0 | 1 }>(
      (await mine({ labelled: true })).text
    )
    expect(labelled.length).toBe(plain.length)
    labelled.forEach(({ id, pivot, candidates, positive }, n) => {
      expect({ id, pivot, positive: candidates[positive], negative: candidates[1 - positive] }).toEqual(plain[n])
    })
    const share = labelled.filter(({ positive }) => positive === 1).length / labelled.length
    expect(Math.abs(share - 0.5)).toBeLessThan(0.05)
  })

  it('of one part of the articles has those of that part alone, negatives too', async () => {
    for (const split of ['train', 'validation', 'test'] as const) {
      const { text, report } = await mine({ split, options: { negative: 'corpus' } })
      const used = parse<TripletLine>(text).flatMap(({ pivot, negative }) => [pivot.article, negative.article])
      expect(new Set(used.map(splitOf))).toEqual(new Set([split]))
      expect(report.articles.otherParts).toBe(ARTICLES.filter(({ id }) => splitOf(id) !== split).length)
    }
  })

  it('of titles names the sections of both', async () => {
    const titles = parse<{ pivot: { section: number }; positive: object; negative: object }>(
      (await mine({ kind: 'titles' })).text
    )
    expect(titles[0]).toMatchObject({
      pivot: { article: 'a0', section: 1, paragraph: 0 },
      positive: { article: 'a0', section: 1, text: 'Orchard a0 Soil' },
      negative: { article: 'a0', section: 2, text: 'Orchard a0 Weather' }
    })
  })

  it('does not appear when the corpus turns out to be damaged', async () => {
    const out = join(folder, 'never.jsonl.gz')
    const noise = createRandom('noise')
    const long = `${lines(ARTICLES)}${Array.from({ length: 90_000 }, () => noise.integer(10)).join('')}`
    const cut = save('cut.jsonl.gz', gzipSync(long).subarray(0, 20_000))
    await expect(mineCorpora({ corpora: [cut], out })).rejects.toThrow('cut short or damaged')
    await expect(mineCorpora({ corpora: [corpus], out: join(folder, 'no/such/folder.jsonl') })).rejects.toThrow(
      'no such'
    )
    expect(existsSync(out) || existsSync(`${out}.part`)).toBe(false)
  })
})

describe('The report of mining', () => {
  it('accounts for every article, section, sentence and triplet', async () => {
    const short = { ...article('short'), sections: article('short').sections.slice(0, 4) }
    const dense = {
      ...article('dense'),
      sections: article('dense').sections.map((s) => ({ ...s, paragraphs: ['No.'] }))
    }
    const path = save('counted.jsonl', `${lines([...ARTICLES.slice(0, 9), short, dense])}{}\n`)
    const damage: string[] = []
    const { report } = await mine({
      corpora: [path],
      options: { maxPerArticle: 30 },
      onDamage: (message) => damage.push(message)
    })
    const { articles, stages } = report
    expect(articles).toEqual({ read: 11, damaged: 1, otherParts: 0, withTriplets: 9, withoutTriplets: 1 })
    expect(damage).toEqual([expect.stringContaining('counted.jsonl: line 12: ')])
    expect(stages.articles).toMatchObject({ kept: 10, dropped: { 'few sections': { count: 1 } } })
    const dropped = (unit: keyof typeof stages): number =>
      Object.values(stages[unit].dropped).reduce((sum, { count }) => sum + count, 0)
    expect(stages.sections.kept + dropped('sections')).toBe(10 * 9 + 4)
    expect(stages.sections.dropped['first section'].count).toBe(11)
    expect(stages.sections.dropped['excluded heading'].count).toBe(10)
    // Seven sections of each remain; three openers a section, one in "dense".
    expect(stages.sentences.kept + dropped('sentences')).toBe(9 * 7 * 3 + 7)
    expect(stages.pivots.kept + dropped('pivots')).toBe(stages.sentences.kept)
    expect(stages.triplets.kept).toBe(9 * 30)
    expect(stages.sentences.dropped['few tokens']).toMatchObject({
      count: 7,
      examples: [{ article: 'dense', text: 'No.' }]
    })
    const page = reportText(report)
    expect(page).toContain('dropped: excluded heading')
    expect(page).toContain('See also  (a0)')
    expect(page).toMatch(/270 {2}kept/)
  })
})

describe('leitmotif-train mine', () => {
  /** Runs the command; gives what it printed. */
  async function run(...args: string[]): Promise<{ out: string; err: string; status: unknown }> {
    const before = process.exitCode
    const texts = { out: '', err: '' }
    const spies = [
      vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((texts.out += String(text)), true)),
      vi.spyOn(process.stderr, 'write').mockImplementation((text) => ((texts.err += String(text)), true))
    ]
    try {
      await mineCommand().exitOverride().parseAsync(args, { from: 'user' })
      return { ...texts, status: process.exitCode }
    } finally {
      for (const spy of spies) spy.mockRestore()
      process.exitCode = before
    }
  }

  it('writes triplets and, beside them, the report that it prints', async () => {
    const out = join(folder, 'command.jsonl.gz')
    const flags = ['--negative', 'article', '--drop-headings', 'Soil; Tools', '--no-drop-first', '--seed', '7']
    const { out: printed, err, status } = await run(corpus, '--out', out, ...flags, '--json')
    expect(status).toBe(0)
    const options = { negative: 'article', dropHeadings: ['Soil', 'Tools'], dropFirst: false, seed: 7 } as const
    expect(gunzipSync(readFileSync(out)).toString()).toBe((await mine({ options })).text)
    const report = JSON.parse(printed) as MiningReport
    expect(report.options).toEqual({ ...MINING_DEFAULTS, ...options })
    expect(JSON.parse(readFileSync(join(folder, 'command.jsonl.gz.report.json'), 'utf8'))).toEqual(report)
    expect(err).toContain('triplets')
    expect((await run(corpus, '--out', out)).out).toContain('Mined sentence triplets (all)')
  })

  it('keeps the reports apart of triplets whose names differ in their ending', async () => {
    const [one, other] = ['both.jsonl', 'both.ndjson'].map((name) => join(folder, name))
    await run(corpus, '--out', one, '--seed', '3')
    await run(corpus, '--out', other, '--seed', '4')
    const seeds = [one, other].map(
      (out) => (JSON.parse(readFileSync(`${out}.report.json`, 'utf8')) as MiningReport).options.seed
    )
    expect(seeds).toEqual([3, 4])
  })

  it('prints no control character of an article', async () => {
    const marked = save('marked.jsonl', lines(ARTICLES).replaceAll('The ', 'The \\u001b[31m'))
    const { out } = await run(marked, '--out', join(folder, 'marked-triplets.jsonl'))
    expect(out).toContain('The \ufffd[31m')
    expect(out).not.toContain('\u001b')
  })

  it('names what could not be read, and says by its status that something could not, or that nothing was found', async () => {
    const out = join(folder, 'found.jsonl')
    const damaged = await run(save('damaged.jsonl', `${lines(ARTICLES.slice(0, 3))}nonsense\n`), '--out', out)
    expect(damaged.status).toBe(1)
    expect(damaged.err).toContain('damaged.jsonl: line 4: ')
    expect((await run(corpus, '--out', out, '--min-sections', '50')).status).toBe(1)
  })

  it('refuses options out of range, and says what was expected', async () => {
    const out = join(folder, 'x.jsonl')
    await expect(run(corpus, '--out', join(folder, 'x.csv'))).rejects.toThrow('expected a name that ends in .jsonl')
    await expect(run(corpus, '--out', corpus)).rejects.toThrow('is read by this command, and would be lost')
    await expect(run(corpus, '--out', out, '--min-tokens', '60')).rejects.toThrow('no sentence passes')
    await expect(run(corpus, '--out', out, '--min-sections', '1')).rejects.toThrow('Expected a whole number, 2 or more')
    await expect(run(corpus, '--out', out, '--triplets-per-pair', '3')).rejects.toThrow('from 1 to 2')
    await expect(run(corpus, '--out', out, '--negative', 'far')).rejects.toThrow('Allowed choices are adjacent')
    await expect(run(join(folder, 'none.jsonl'), '--out', out)).rejects.toThrow('no such file')
    await expect(run('--out', out)).rejects.toThrow("missing required argument 'corpus'")
  })
})
