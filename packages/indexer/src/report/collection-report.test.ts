import { describe, expect, it } from 'vitest'
import { countDocuments } from '../analytics/clustered-count.js'
import type { ThemeRow, ThemeTable } from '../analytics/theme-table.js'
import { keepThemes, sharesOfTable, sharesOfTimes, type TimeTable } from '../analytics/shares.js'
import { timeIndex } from '../analytics/timeline.js'
import { trendsOfTimes } from '../analytics/trends.js'
import { timeChart } from './charts.js'
import { answerPage, collectionPage, type CollectionReport } from './collection-report.js'
import { sharesSection } from './share-sections.js'
import { trendsSection } from './theme-sections.js'

const themes: ThemeRow[] = [
  { id: 'g', label: 'water <b>', kind: 'group' },
  { id: 'a', label: 'tides & <script>alert(1)</script>', kind: 'theme', parent: 'g' },
  { id: 'b', label: 'bread', kind: 'theme' }
]
const years = ['2020-01-01', '2021-01-01', '2023-01-01']

const nothing = (keys: number): ThemeTable['rest'] => {
  const none = Array.from({ length: keys }, () => countDocuments([]))
  return { hidden: none, boilerplate: none, unassigned: none }
}

/** Of each year eight documents of twenty sentences; `a` gains, and 2023 has but one document. */
const table: ThemeTable = {
  themes,
  keys: years.map((key, y) => ({ key, sentences: y < 2 ? 160 : 20, documents: y < 2 ? 8 : 1 })),
  cells: themes.map(({ id }) =>
    years.map((_, y) =>
      countDocuments(Array.from({ length: y < 2 ? 8 : 1 }, () => [id === 'b' ? 6 : 2 + 6 * y, 20] as const))
    )
  ),
  rest: nothing(years.length),
  documentsOf: () => []
}
const times: TimeTable = {
  table,
  field: 'published',
  scale: { interval: 'year' },
  placeOf: ({ key }) => timeIndex(String(key), 'year')
}
const whole: ThemeTable = {
  themes,
  keys: [{ key: undefined, sentences: 340, documents: 17 }],
  cells: themes.map(() => [countDocuments(Array.from({ length: 17 }, () => [5, 20] as const))]),
  rest: { ...nothing(1), hidden: [countDocuments(Array.from({ length: 17 }, () => [1, 20] as const))] },
  documentsOf: () => []
}

const dateless: CollectionReport = {
  collection: {
    ...{ collection: 'shelf "one"', base: '/', documents: 17, sentences: 340, encoder: 'f', representation: 'static' },
    ...{ dims: 4, fields: { published: 'date' }, run: 'r' }
  },
  shares: sharesOfTable(whole),
  fields: [],
  together: { documents: 17, pairs: [] },
  typical: [
    {
      theme: { id: 'a', label: 'tides' },
      documents: [],
      passages: [
        {
          ...{ document: 'd', title: 'On <i>water</i>', path: ['Part 1'], score: 0.5 },
          sentences: [
            { id: '1', position: 0, text: 'The tide < the moon.', onTheme: true },
            { id: '2', position: 1, text: 'Bread is baked.', onTheme: false }
          ]
        }
      ]
    }
  ],
  outliers: { sentences: [], documents: [] }
}
const report: CollectionReport = {
  ...dateless,
  overTime: sharesOfTimes(times),
  insignificant: new Set(['b']),
  trends: trendsOfTimes(keepThemes(times, ({ kind }) => kind === 'theme'))
}

describe('The report of a collection', () => {
  const page = collectionPage(report)

  it('tells what it talks about, how that changed, and shows it in its own words', () => {
    for (const said of [
      '340 sentences',
      '2 themes',
      '2020 to 2023',
      'Over time',
      'Rise and fall',
      'Odds a year',
      'On &lt;i&gt;water'
    ])
      expect(page).toContain(said)
    expect(page).toMatch(/Rising: “tides &amp; /)
    expect(page).toMatch(/<span class="off">Bread is baked\.<\/span>/)
    for (const [, id] of page.matchAll(/href="#([^"]+)"/g)) expect(page).toContain(`<section id="${id}"`)
  })

  it('draws with dashes the themes whose change is not significant, and says how many they are', () => {
    expect(page).toContain('For 1 theme, drawn with dashes, the change over time is not significant.')
    expect(page.match(/class="line level"/g)).toHaveLength(1)
  })

  it('says how much is of hidden themes, and nothing of what there is none of', () => {
    expect(page).toMatch(/>hidden<.*5\.0 %/s)
    expect(page).not.toContain('without a theme')
  })

  it('shows text as text, loads nothing, and has no number that is none', () => {
    expect(page).toContain('tides &amp; &lt;script&gt;alert(1)&lt;/script&gt;')
    expect(page).not.toMatch(/<script|https?:|src=|@import|url\(|NaN|Infinity|undefined/)
    expect(page).toMatch(/^<!doctype html>/)
  })

  it('draws no chart of a field that no document has any more', () => {
    const none: ThemeTable = { themes, keys: [], cells: themes.map(() => []), rest: nothing(0), documentsOf: () => [] }
    const html = collectionPage({ ...dateless, overTime: sharesOfTimes({ ...times, table: none }) })
    expect(html).toContain('Over time')
    expect(html).not.toContain('<figure')
  })

  it('leaves out what there is nothing to say of', () => {
    const short = collectionPage({
      ...dateless,
      shares: sharesOfTable({ themes: [], keys: [], cells: [], rest: nothing(0) })
    })
    expect(short).not.toContain('Over time')
    expect(short).toContain('It has no themes.')
    expect(short).not.toMatch(/NaN|Infinity|undefined/)
    const empty = sharesOfTable({ themes, keys: [], cells: themes.map(() => []), rest: nothing(0) })
    expect(answerPage('none', sharesSection(empty))).toContain('There is nothing to show.')
    const none = answerPage('none', trendsSection({ field: 'published', trends: [] }))
    expect(none).toContain('No theme.')
  })

  it('draws times of few sentences apart from the line, as arrows where they lie above the scale, which they do not set', () => {
    const points = [0.1, 0.2, 0.9].map((value, place) => ({
      ...{ place, name: `year ${place}`, value, low: value - 0.05, high: value + 0.05 },
      few: place === 2
    }))
    const { html } = timeChart({ title: 'tides', points, shown: (value) => value.toFixed(2) })
    expect(html.match(/class="line" d="([^"]+)"/)![1].split('L')).toHaveLength(2)
    expect(html).toContain('>0.25</text>')
    expect(html).toContain('year 2: 0.90 (0.85 to 0.95), few sentences or documents')
    expect(html.match(/<path class="few" d="[^"]+"><title>year 2: /g)).toHaveLength(1)
    expect(html.match(/<circle /g)).toHaveLength(2)
    const within = timeChart({
      title: 'tides',
      points: points.slice(1).map((point) => ({ ...point, value: 0.1 })),
      shown: String
    })
    expect(within.html.match(/<circle class="few"/g)).toHaveLength(1)
  })
})
