import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openParquet } from '@leitmotif/command'
import { normalize, row } from '@leitmotif/encoder'
import { createRandom, zeroVectors } from '@leitmotif/encoder/vectors'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEmbeddedStore } from '../store/embedded/embedded-store.js'
import type { DocumentRecord, FieldType, SentenceRecord, ThemeStore } from '../store/store.js'
import { collectionPage, reportCollection } from '../report/collection-report.js'
import { changeTheme } from '../themes/editing.js'
import { listThemes } from '../themes/list.js'
import { buildThemes } from '../themes/build.js'
import { contrastParts } from './contrast.js'
import { orderChanges } from './trend-order.js'
import { compareCollections } from './collection-comparison.js'
import { findOutliers } from './outliers.js'
import { flatShares } from './flat-table.js'
import { sharesOverTime, themeShares } from './shares.js'
import { overTimeText, sharesText } from '../terminal/shares-text.js'
import { exportHits, exportParquet, exportSentences } from './sentence-export.js'
import { themesTogether } from './theme-cooccurrence.js'
import { themeTrends } from './trends.js'
import { outliersText } from '../terminal/analytics-themes-text.js'
import { typicalOf } from './typical.js'

const DIMS = 16
const encoder = { fingerprints: { static: 's'.repeat(64) }, dims: { static: DIMS }, representation: 'static' } as const
const fields = { author: 'keyword', published: 'date', year: 'number' } as const

const WORDS = {
  sea: ['tide', 'harbour', 'sail', 'anchor', 'gull', 'mooring', 'swell', 'pilot'],
  bread: ['flour', 'yeast', 'oven', 'crust', 'dough', 'miller', 'loaf', 'sieve'],
  bees: ['hive', 'queen', 'nectar', 'comb', 'swarm', 'drone', 'honey', 'smoker']
}
type Subject = keyof typeof WORDS
const SUBJECTS = Object.keys(WORDS) as Subject[]

interface Draft {
  readonly name: string
  readonly author: string
  readonly published?: string
  /** Sections in their order: how many sentences on what; `nothing` is near no subject. */
  readonly sections: readonly (readonly [Subject | 'nothing', number])[]
}

/** A document whose sentences lie near the axis of their subject. */
function documentOf({ name, author, published, sections }: Draft): DocumentRecord {
  const random = createRandom(name)
  const of = sections.flatMap(([subject, count], section) =>
    Array.from({ length: count }, () => ({ subject, section }))
  )
  const vectors = zeroVectors(of.length, DIMS)
  const given = { author, ...(published === undefined ? {} : { published, year: Number(published.slice(0, 4)) }) }
  return {
    document: name,
    hash: `${name} ${JSON.stringify(sections)}`,
    source: name,
    vectors,
    sentences: of.map(({ subject, section }, position) => {
      const vector = row(vectors, position)
      for (let d = 0; d < DIMS; d++) vector[d] = 0.08 * random.normal()
      vector[subject === 'nothing' ? DIMS - 1 : SUBJECTS.indexOf(subject)] += 1
      normalize(vector)
      const words = subject === 'nothing' ? ['quite', 'other', 'odd'] : random.shuffle([...WORDS[subject]])
      return {
        id: `${name}/${position}`,
        document: name,
        title: `On ${name}`,
        path: [`Part ${section}`],
        position,
        paragraph: section,
        text: `Here ${words[0]} stood beside ${words[1]} and then ${words[2]} again.`,
        fields: given
      }
    })
  }
}

/** Of each year five documents of 20 sentences: those on bees gain two in each year, those on bread lose them. */
const drafts: Draft[] = [2019, 2020, 2021, 2022].flatMap((year, y) =>
  Array.from({ length: 5 }, (_, n): Draft => ({
    name: `${year}-${n}`,
    author: n < 3 ? 'Mei' : 'Tom',
    published: `${year}-0${n + 1}-10`,
    sections: [
      ['sea', 9],
      ['bees', 1 + 2 * y],
      ['bread', 10 - 2 * y]
    ]
  }))
)
drafts.push({ name: 'undated', author: 'Mei', sections: [['sea', 12]] })
drafts.push({
  name: 'odd',
  author: 'Ann',
  published: '2022-06-01',
  sections: [
    ['bees', 4],
    ['nothing', 1],
    ['bees', 1]
  ]
})

const root = await mkdtemp(join(tmpdir(), 'leitmotif-analytics-'))
let store: ThemeStore
/** The id of each subject's theme. */
const theme = {} as Record<Subject, string>

async function fill(name: string, documents: readonly Draft[]): Promise<ThemeStore> {
  const filled = await openEmbeddedStore(join(root, name), { access: 'write', encoder, fields })
  await filled.write(documents.map(documentOf))
  await filled.settle()
  return filled
}

async function linesOf(texts: AsyncIterable<string>): Promise<string[]> {
  let all = ''
  for await (const text of texts) all += text
  return all.trimEnd().split(/\r?\n/)
}

beforeAll(async () => {
  store = await fill('shelf', drafts)
  await buildThemes(store, { count: 3, belonging: 0.7 })
  for (const { id, terms } of (await listThemes(store)).themes) {
    const subject = SUBJECTS.find((of) => terms.some(({ term }) => WORDS[of].includes(term)))!
    theme[subject] = id
  }
})
afterAll(async () => {
  await store.close()
  await rm(root, { recursive: true, force: true })
})

describe('The themes of some documents', () => {
  it('come in the order of their shares in these', async () => {
    for (const published of ['2019', '2022']) {
      const { cells } = await themeShares(store, { filter: { published }, level: 'tree' })
      const shares = cells.map(({ share }) => share)
      expect(shares).toEqual([...shares].sort((a, b) => b - a))
    }
  })
})

describe('Analytics of a collection', () => {
  it('says the share of each theme in all sentences and in those of each value', async () => {
    const all = await themeShares(store)
    expect(all.keys).toEqual([{ key: 'all', sentences: 418, documents: 22, few: false }])
    const sea = all.cells.find((cell) => cell.theme === theme.sea)!
    expect(sea).toMatchObject({ key: 'all', sentences: 192, documents: 21, share: 192 / 418 })
    expect(sea.low).toBeLessThan(sea.share)
    expect(sea.high).toBeGreaterThan(sea.share)

    const { keys, cells } = await themeShares(store, { by: 'author' })
    expect(keys.map(({ key, sentences, few }) => [key, sentences, few])).toEqual([
      ['Mei', 252, false],
      ['Tom', 160, false],
      ['Ann', 6, true]
    ])
    const [mei, tom, ann] = cells.filter((cell) => cell.theme === theme.sea)
    expect([mei.share, tom.share, ann.share]).toEqual([(12 * 9 + 12) / 252, 72 / 160, 0])
    const few = await themeShares(store, { by: 'author', values: 1, filter: { year: { from: 2020 } } })
    expect(few.keys.map(({ key }) => key)).toEqual(['Mei'])
    expect(few.rarer).toBe(3 * 2 * 20 + 6)
  })

  it('puts dates in the order of time, wherever they were written', async () => {
    const dates = ['2024-05-01T23:00:00-05:00', '2024-05-01T22:00:00Z', '2024-05-02T00:30:00+02:00']
    const zones = await fill(
      'zones',
      dates.map((published, n) => ({ name: `zone-${n}`, author: 'Mei', published, sections: [['sea', 30]] }))
    )
    await buildThemes(zones, { count: 1 })
    const { keys } = await themeShares(zones, { by: 'published' })
    expect(keys.map(({ key }) => key)).toEqual([dates[1], dates[2], dates[0]])
    await zones.close()
  })

  it('accounts for every sentence: by its theme, as one of a hidden theme, or as one without', async () => {
    await changeTheme(store, theme.sea, { hidden: true })
    const shares = await themeShares(store, { by: 'author' })
    expect(shares.rest.map(({ kind }) => kind)).toEqual(['hidden', 'unassigned'])
    for (const { key, sentences } of shares.keys) {
      const of = [...shares.cells, ...shares.rest.flatMap(({ cells }) => cells)].filter((cell) => cell.key === key)
      expect(of.reduce((sum, cell) => sum + cell.sentences, 0)).toBe(sentences)
      expect(of.reduce((sum, cell) => sum + cell.share, 0)).toBeCloseTo(1)
    }
    expect(sharesText(await themeShares(store))).toMatch(/hidden: 192, 46 %\nwithout a theme: 1, 0\.2 %/)
    expect(sharesText(shares)).toContain('hidden: Mei 120, 48 %')
    expect(flatShares(shares).rows.filter((row) => row.includes('without a theme'))).toHaveLength(shares.keys.length)
    const bees = await sharesOverTime(store, { field: 'year', theme: theme.bees })
    expect(bees.rest.map(({ cells }) => cells.map(({ sentences }) => sentences))).toEqual([
      [45, 45, 45, 45],
      [0, 0, 0, 1]
    ])
    await changeTheme(store, theme.sea, { hidden: false })
  })

  it('leaves out a hidden theme unless it is the one that is asked for', async () => {
    await changeTheme(store, theme.sea, { hidden: true })
    const all = await sharesOverTime(store, { field: 'year' })
    expect(all.themes.map(({ id }) => id)).not.toContain(theme.sea)
    const sea = await sharesOverTime(store, { field: 'year', theme: theme.sea })
    expect(sea.cells.map(({ sentences }) => sentences)).toEqual([45, 45, 45, 45])
    await changeTheme(store, theme.sea, { hidden: false })
  })

  it('follows themes over the calendar and along numbers, in order, and says what has no date', async () => {
    const years = await sharesOverTime(store, { interval: 'year' })
    expect(years).toMatchObject({ by: 'published', interval: 'year', without: 12 })
    expect(years.keys.map(({ key }) => key)).toEqual(['2019-01-01', '2020-01-01', '2021-01-01', '2022-01-01'])
    const bees = years.cells.filter((cell) => cell.theme === theme.bees).map(({ sentences }) => sentences)
    expect(bees).toEqual([5, 15, 25, 40])
    const numbers = await sharesOverTime(store, { field: 'year', theme: theme.bees })
    expect(numbers.interval).toBeUndefined()
    expect(numbers.cells.map(({ key, sentences }) => [key, sentences])).toEqual([
      ['2019', 5],
      ['2020', 15],
      ['2021', 25],
      ['2022', 40]
    ])
    // Of 21 documents in 14 quarters, a quarter would have one or two: four years have five each.
    expect((await sharesOverTime(store)).interval).toBe('year')
    const pairs = await sharesOverTime(store, { field: 'year', step: 2, theme: theme.bees })
    expect(pairs.step).toBe(2)
    expect(pairs.cells.map(({ key, sentences }) => [key, sentences])).toEqual([
      ['2018', 5],
      ['2020', 40],
      ['2022', 40]
    ])
    expect(overTimeText(pairs)).toContain('by year, in steps of 2, from 2018–2019 to 2022–2023')
    await expect(sharesOverTime(store, { field: 'year', step: 0.001 })).rejects.toThrow('into 3001 times')
    await expect(sharesOverTime(store, { field: 'year', interval: 'year' })).rejects.toThrow('year is a number')
    await expect(sharesOverTime(store, { step: 10 })).rejects.toThrow('published is a date; expected an interval')
    await expect(sharesOverTime(store, { field: 'author' })).rejects.toThrow(
      '"author" is a keyword; expected a date or number: published, year'
    )
  })

  it('are drawn at the finest interval whose bands are mostly narrower than the shares they stand around', async () => {
    const drawn = async (perQuarter: number): Promise<{ interval: string | undefined; narrow: boolean }> => {
      // Each document is on one subject, so its three sentences say no more of the shares than one.
      const quarters = [2019, 2020, 2021, 2022].flatMap((year) =>
        ['02', '05', '08', '11'].map((m) => `${year}-${m}-10`)
      )
      const random = createRandom('drawn')
      const documents = quarters.flatMap((published) =>
        Array.from({ length: perQuarter }, (_, n): Draft => {
          const subject = SUBJECTS[random.integer(SUBJECTS.length)]
          return { name: `${published} ${n}`, author: 'Mei', published, sections: [[subject, 3]] }
        })
      )
      const filled = await fill(`quarterly ${perQuarter}`, documents)
      await buildThemes(filled, { count: 3 })
      const { interval, cells } = await sharesOverTime(filled)
      await filled.close()
      return { interval, narrow: cells.filter(({ low, high }) => high - low < 1 / 3).length >= cells.length / 2 }
    }
    expect(await drawn(9)).toEqual({ interval: 'year', narrow: true })
    expect(await drawn(40)).toEqual({ interval: 'quarter', narrow: true })
  })

  it('tells themes that rise and fall from those that stay', async () => {
    const { trends, first, last } = await themeTrends(store, { interval: 'year' })
    expect([first?.from, first?.to, last?.from, last?.to]).toEqual([
      ...['2019-01-01', '2019-01-01', '2022-01-01', '2022-01-01']
    ])
    expect(trends.map((trend) => [trend.theme, trend.direction])).toEqual([
      [theme.bees, 'rising'],
      [theme.sea, 'level'],
      [theme.bread, 'falling']
    ])
    const [rising] = trends
    expect(rising.low).toBeGreaterThan(0)
    expect(rising.last).toBeGreaterThan(rising.first)
    const along = await themeTrends(store, { field: 'year' })
    expect(along.trends[0].slope).toBeCloseTo(rising.slope, 10)
  })

  it('judges two years as a comparison of their documents does', async () => {
    const [a, b] = [{ published: '2019' }, { published: '2020' }]
    const two = { published: { from: '2019', until: '2021' } }
    for (const [parts, filter] of [
      [{ a, b }, two],
      [{ a, b: { published: '2022' } }, { published: { in: ['2019', '2022'] } }]
    ] as const) {
      const { trends } = await themeTrends(store, { interval: 'year', filter })
      const { themes } = await contrastParts(store, parts)
      expect(themes).toHaveLength(3)
      for (const { theme: id, p, larger, certain } of themes) {
        const trend = trends.find(({ theme: of }) => of === id)!
        expect(p).toBeCloseTo(trend.p, 6)
        expect(trend.direction).toBe(!certain ? 'level' : larger === 'b' ? 'rising' : 'falling')
      }
    }
  })

  it('quotes for each part sentences of its own documents', async () => {
    const parts = { a: { published: { until: '2020' } }, b: { published: { from: '2022' } } }
    const { themes } = await contrastParts(store, parts)
    const quoted = themes.flatMap(({ larger, exemplars }) => exemplars.map(({ document }) => ({ larger, document })))
    expect(quoted.length).toBeGreaterThan(0)
    for (const { larger, document } of quoted) expect(document).toMatch(larger === 'a' ? /^2019/ : /^(?:2022|odd)/)
  })

  it('names the author who alone makes a theme rise, and puts it after those that many make rise', async () => {
    const year = (y: number, n: number, author: string, bees: number, sea: number): Draft => ({
      name: `${2019 + y}-${n}`,
      ...{ author, published: `${2019 + y}-0${n + 1}-10` },
      sections: [
        ['bees', bees],
        ['sea', sea],
        ['bread', 40 - bees - sea]
      ]
    })
    const held = await fill(
      'one-author',
      [0, 1, 2, 3].flatMap((y) => [
        ...['Mei', 'Tom', 'Jo', 'Lu', 'Kim'].map((author, n) => year(y, n, author, 2, 4 + 3 * y)),
        ...[5, 6, 7].map((n) => year(y, n, 'Ann', 1 + 10 * y, 4 + 3 * y - (y > 2 ? 6 : 0)))
      ])
    )
    await buildThemes(held, { count: 3 })
    const { trends } = await themeTrends(held, { interval: 'year' })
    const names = new Map((await listThemes(held)).themes.map(({ id, terms }) => [id, terms.map(({ term }) => term)]))
    await held.close()
    const { rising } = orderChanges(trends)
    expect(
      rising.map(({ theme: id }) => SUBJECTS.find((of) => names.get(id)!.some((term) => WORDS[of].includes(term))))
    ).toEqual(['sea', 'bees'])
    expect(rising[0].carriedBy).toBeUndefined()
    expect(rising[1].carriedBy).toMatchObject({ kind: 'author', name: 'Ann' })
    expect(rising[1].last - rising[1].first).toBeGreaterThan(rising[0].last - rising[0].first)
  })

  it('are exported sentence by sentence, with theme and fields, safe for a spreadsheet', async () => {
    const part = { document: { in: ['2019-0', 'odd'] } }
    const csv = await linesOf(exportSentences(store, '.csv', part))
    expect(csv).toHaveLength(1 + 20 + 6)
    expect(csv[0]).toBe('id,document,title,path,position,paragraph,theme,label,groups,text,author,published,year')
    expect(csv[1]).toMatch(/^2019-0\/0,2019-0,On 2019-0,Part 0,0,0,theme-\d+,[^,]+.*,Mei,2019-01-10,2019$/)
    const lines = await linesOf(exportSentences(store, '.ndjson', part))
    const sentences = lines.map((line) => JSON.parse(line) as SentenceRecord & { label?: string })
    expect(sentences.map(({ position }) => position)).toEqual([...Array(20).keys(), ...Array(6).keys()])
    expect(sentences[0]).toMatchObject({ fields: { author: 'Mei', published: '2019-01-10', year: 2019 } })
    const named = new Map((await listThemes(store)).themes.map(({ id, label }) => [id, label]))
    for (const { theme: id, label } of sentences) expect(label).toBe(named.get(id!))
  })

  it('are exported as Parquet with the columns of CSV, numbers as numbers', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'leitmotif-export-'))
    const path = join(folder, 'sentences.parquet')
    await exportParquet(store, path, { document: { in: ['2019-0', 'odd'] } })
    const file = await openParquet(path)
    const rows: Record<string, unknown>[] = []
    for await (const row of file.rows()) rows.push(row)
    await file.close()
    await rm(folder, { recursive: true })
    const csv = await linesOf(exportSentences(store, '.csv', { document: { in: ['2019-0', 'odd'] } }))
    expect(rows).toHaveLength(26)
    expect(Object.keys(rows[0]).join(',')).toBe(csv[0])
    expect(rows[0]).toMatchObject({ document: '2019-0', path: 'Part 0', position: 0, author: 'Mei', year: 2019 })
    expect(rows.map(({ theme }) => theme)).toEqual(csv.slice(1).map((line) => line.split(',')[6] || null))
  })

  it('are exported as hits of a search, best first, with the score before what a sentence is exported with', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'leitmotif-export-'))
    const hits = await store.search({ words: 'tide harbour', k: 5 })
    const scores = hits.map(({ score }) => score)
    const at = (end: string): string => join(folder, `hits${end}`)
    for (const end of ['.csv', '.ndjson', '.parquet']) await exportHits(store, at(end), hits)
    const csv = (await readFile(at('.csv'), 'utf8')).trim().split('\r\n')
    const lines = (await readFile(at('.ndjson'), 'utf8')).trim().split('\n')
    const file = await openParquet(at('.parquet'))
    const rows: Record<string, unknown>[] = []
    for await (const row of file.rows()) rows.push(row)
    await file.close()
    await rm(folder, { recursive: true })
    expect(csv[0]).toBe('score,id,document,title,path,position,paragraph,theme,label,groups,text,author,published,year')
    expect(csv.slice(1).map((line) => Number(line.split(',')[0]))).toEqual(scores)
    expect(lines.map((line) => (JSON.parse(line) as { score: number }).score)).toEqual(scores)
    expect(rows.map(({ score, id }) => [score, id])).toEqual(hits.map(({ score, record: { id } }) => [score, id]))
    expect(scores).toHaveLength(5)
  })

  it('says which themes share documents, and how often they would by chance', async () => {
    const { documents, pairs } = await themesTogether(store, { most: 10 })
    expect(documents).toBe(22)
    // All three themes are in twenty documents; of the others, one has one theme and one another.
    expect(pairs.map(({ documents: both }) => both)).toEqual(pairs.map(() => 20))
    for (const { jaccard, lift, few } of pairs) {
      expect(jaccard).toBeGreaterThan(0.9)
      expect(lift).toBeGreaterThanOrEqual(1)
      expect(few).toBe(false)
    }
  })

  it('finds the documents and passages that a theme is best seen in', async () => {
    const { documents, passages } = await typicalOf(store, theme.sea, { documents: 2, passages: 2 })
    expect(documents[0]).toMatchObject({ document: 'undated', title: 'On undated', sentences: 12, of: 12 })
    expect(documents).toHaveLength(2)
    expect(passages[0]).toMatchObject({ document: 'undated', path: ['Part 0'] })
    expect(passages[0].sentences).toHaveLength(12)
    expect(passages[0].sentences.every(({ onTheme }) => onTheme)).toBe(true)
    expect(passages[1].document).not.toBe('undated')
    expect(passages[0].score).toBeGreaterThan(passages[1].score)
    await expect(typicalOf(store, 'no such theme')).rejects.toThrow('leitmotif themes list')
  })

  it('finds those of the sentences that pass a filter alone', async () => {
    const only = { filter: { author: 'Tom', published: { from: '2021' } } }
    const { documents, passages } = await typicalOf(store, theme.sea, { documents: 10, passages: 10, ...only })
    expect(documents.map(({ document }) => document).sort()).toEqual(['2021-3', '2021-4', '2022-3', '2022-4'])
    expect(passages).toHaveLength(4)
    const one = await typicalOf(store, theme.sea, { filter: { document: '2020-1' } })
    expect(one.documents.map(({ document }) => document)).toEqual(['2020-1'])
    const none = await typicalOf(store, theme.sea, { filter: { author: 'Nobody' } })
    expect(none).toMatchObject({ documents: [], passages: [] })
  })

  it('reports the sentences that pass a filter alone, and says where none does', async () => {
    const filter = { author: 'Tom', published: { from: '2021' } }
    const report = await reportCollection(store, { filter, by: ['author'] })
    expect(report.shares.keys).toMatchObject([{ sentences: 80, documents: 4 }])
    expect(report.overTime?.keys.map(({ key }) => key.slice(0, 4))).toEqual(['2021', '2022'])
    expect(report.fields.map(({ keys }) => keys.map(({ key }) => key))).toEqual([['Tom']])
    expect(report.together.documents).toBe(4)
    expect(report.outliers.sentences.every(({ record }) => record.fields['author'] === 'Tom')).toBe(true)
    const page = collectionPage(report)
    expect(page).toContain('Only author: Tom, published from 2021 · 4 documents')
    expect(page).toMatch(/\b80 sentences/)
    await expect(reportCollection(store, { filter: { author: 'Ann', published: '2019' } })).rejects.toThrow(
      'shelf holds no sentence that passes the filter (author: Ann, published: 2019), so there is nothing to tell; widen'
    )
  })

  it('finds what is unlike the rest', async () => {
    const { sentences, documents } = await findOutliers(store, { most: 3 })
    expect(sentences).toHaveLength(3)
    expect(sentences[0].record).toMatchObject({ document: 'odd', position: 4 })
    expect(sentences[0].similarity).toBeLessThan(sentences[1].similarity)
    expect(documents[0]).toMatchObject({ document: 'odd', sentences: 6, of: 6 })
    const likeness = documents.map(({ drawn }) => drawn)
    expect(likeness).toEqual([...likeness].sort((a, b) => a - b))
    expect(documents[0].drawn).toBeGreaterThan(documents[0].similarity)
    const told = outliersText({ sentences, documents })
    expect(told).toContain(`${documents[0].drawn.toFixed(2)}  On odd`)
    expect(told).toContain(`mean ${documents[0].similarity.toFixed(2)} of 6 sentences`)
  })

  it('compares two collections by one another’s themes, and refuses those of another encoder', async () => {
    const baking = await fill(
      'baking',
      Array.from({ length: 12 }, (_, n) => ({
        name: `bake-${n}`,
        author: 'Ann',
        sections: [
          ['bread', 20],
          ['sea', 4]
        ]
      }))
    )
    const { a, b, themes } = await compareCollections(store, baking)
    expect([a.sentences, b.sentences]).toEqual([418, 288])
    expect(themes).toHaveLength(1) // no themes were built for the second
    const [{ of, themes: compared, without }] = themes
    expect([of, without.b]).toEqual(['a', 0])
    expect(compared.map((each) => [each.theme, each.larger])).toEqual([
      [theme.bread, 'b'],
      [theme.bees, 'a'],
      [theme.sea, 'a']
    ])
    expect(compared[0].b).toMatchObject({ sentences: 240, documents: 12, share: 240 / 288 })
    await buildThemes(baking, { count: 2 })
    expect((await compareCollections(store, baking)).themes.map((each) => each.of)).toEqual(['a', 'b'])
    await baking.close()

    const other = await openEmbeddedStore(join(root, 'other'), {
      access: 'write',
      encoder: { ...encoder, fingerprints: { static: 't'.repeat(64) } }
    })
    await expect(compareCollections(store, other)).rejects.toThrow('index one of them with the encoder of the other')
    await expect(compareCollections(store, other)).rejects.not.toThrow(/[0-9a-f]{12}|[st]{12}/)
    await other.close()
  })

  it('says in the report that time is left out because several fields hold times, unless one is named', async () => {
    const withFields = async (declared: Readonly<Record<string, FieldType>>): Promise<ThemeStore> => {
      const name = Object.keys(declared).join()
      const other = await openEmbeddedStore(join(root, name), {
        ...{ access: 'write', encoder },
        fields: { ...declared, ...fields }
      })
      await other.write(drafts.map(documentOf))
      await other.settle()
      await buildThemes(other, { count: 3, belonging: 0.7 })
      return other
    }
    const several = await withFields({ words: 'number', updated: 'date' })
    const left = await reportCollection(several)
    expect(left.timeFields).toEqual(['updated', 'published', 'year'])
    expect(left.overTime).toBeUndefined()
    const said =
      'several fields that hold times, updated, published and year; name the one that time runs along: --field'
    expect(collectionPage(left)).toContain(said)
    await expect(themeTrends(several)).rejects.toThrow(said)
    const named = await reportCollection(several, { field: 'published' })
    expect(named.overTime?.by).toBe('published')
    expect(collectionPage(named)).not.toContain('left out')
    await several.close()

    const dated = await withFields({ updated: 'date', date: 'date' })
    expect((await themeTrends(dated)).field).toBe('date')
    expect(await reportCollection(dated)).toMatchObject({ overTime: { by: 'date' } })
    await dated.close()
  })

  it('says what to do where there are no themes, or no date', async () => {
    const empty = await openEmbeddedStore(join(root, 'empty'), { access: 'write', encoder })
    await expect(themeShares(empty)).rejects.toThrow('leitmotif themes build')
    await expect(themeTrends(empty)).rejects.toThrow('no field of dates or years')
    await expect(compareCollections(store, empty)).rejects.toThrow('holds no sentence, so there is nothing to compare')
    await empty.close()
  })
})
