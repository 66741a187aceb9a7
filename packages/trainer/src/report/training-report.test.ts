import { describe, expect, it } from 'vitest'
import { TRAINING_DEFAULTS } from '../train/training-options.js'
import { lineChart } from './line-chart.js'
import { trainingReport, type ReportedTraining } from './training-report.js'

const tdc = { accuracy: 0.74, interval: [0.73, 0.75], triplets: 1234, articles: 40 } as const
const history = [1, 2, 3].map((i) => ({
  step: 500 * i,
  loss: 3 / i,
  mean: 3 / i,
  score: 0.7 + 0.01 * i,
  figures: [0.69 + 0.01 * i, 0.71 + 0.01 * i, 0.1]
}))
const training: ReportedTraining = {
  name: 'toy <en>',
  network: 'sentences',
  options: { ...TRAINING_DEFAULTS, network: 'bilstm-attention' },
  backend: 'plain',
  vectors: 'toy.bin',
  words: 60_000,
  corpora: [{ corpus: 'toy.jsonl', articles: 40, sentences: 900, licenses: { 'CC0-1.0': 40 } }],
  result: { steps: 1500, best: history[1], history },
  examination: {
    none: tdc,
    article: { ...tdc, accuracy: 0.76 },
    right: [{ pivot: '<script>alert("1")</script>', positive: 'a & b', negative: "it's", near: 0.31, far: -0.12 }],
    wrong: []
  },
  tested: [{ corpus: 'toy.jsonl', context: 'article', tdc: { ...tdc, accuracy: 0.7755 } }]
}

describe('The report of a training', () => {
  const page = trainingReport(training)

  it('has figures with intervals, curves, options and triplets', () => {
    for (const said of [
      '.7400',
      '.7300 to .7500',
      '.7755',
      'Test, toy.jsonl',
      '900',
      'CC0-1.0 (40)',
      '−0.12',
      'hidden'
    ]) {
      expect(page).toContain(said)
    }
    expect(page.match(/<svg/g)).toHaveLength(2)
    expect(page).toContain('step 1,000, whose weights are kept')
    expect(page).toContain('Judged correctly')
    expect(page).not.toContain('Judged incorrectly')
    expect(page).not.toContain('smoothing') // does not bear on this network
  })

  it('says of a training on titles what each figure is of, and how well headings are found', () => {
    const retrieval = {
      ...{ top1: 0.6125, mrr: 0.75, chance: { top1: 0.16, mrr: 0.4 } },
      intervals: { top1: [0.59, 0.63] as const, mrr: [0.74, 0.76] as const }
    }
    const headings = { ...retrieval, bySentence: retrieval, sections: 240, sentences: 900, articles: 40, byTitles: [] }
    const options = { ...training.options, role: 'titles' as const }
    const titles = trainingReport({ ...training, options, tested: [{ ...training.tested[0], headings }] })
    for (const said of ['Validation, sentences with titles', 'Test, sentences alone, toy.jsonl', '.5900 to .6300']) {
      expect(titles).toContain(said)
    }
    expect(page).not.toContain('Heading retrieval')
  })

  it('shows text as text, and needs nothing else', () => {
    expect(page).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;')
    expect(page).toContain('a &amp; b')
    expect(page).toContain('it&#39;s')
    expect(page).toContain('<title>toy &lt;en&gt;: training of sentences</title>')
    expect(page).not.toMatch(/<script|https?:|src=|@import|url\(/)
  })

  it('is whole after a single measurement, and of the same figures the same', () => {
    const short = { ...training, result: { steps: 500, best: history[0], history: history.slice(0, 1) } }
    expect(trainingReport(short)).not.toMatch(/NaN|Infinity|undefined/)
    expect(trainingReport(training)).toBe(page)
  })
})

describe('A line chart', () => {
  it('keeps the names of lines that end together apart', () => {
    const series = ['one', 'two'].map((name) => ({ name, points: [[1, 0.5] as const, [2, 0.7] as const] }))
    const { html: drawn } = lineChart({ title: 'two lines', series, digits: 1 })
    const places = [...drawn.matchAll(/y="([\d.]+)">\s*(one|two)/g)].map(([, y]) => Number(y))
    expect(places).toHaveLength(2)
    expect(Math.abs(places[0] - places[1])).toBeGreaterThanOrEqual(12)
  })
  it('writes the ticks of figures that lie close together with as many digits as they have', () => {
    const series = [{ name: 'loss', points: [[1, 1.5584] as const, [2, 1.5422] as const] }]
    const { html: drawn } = lineChart({ title: 'a slow loss', series, digits: 2 })
    const labels = [...drawn.matchAll(/text-anchor="end">([\d.]+)</g)].map(([, label]) => label)
    expect(labels).toEqual(['1.540', '1.545', '1.550', '1.555', '1.560'])
  })

  it.each([
    [1, ['0.00', '0.25', '0.50', '0.75', '1.00']],
    [-2, ['-2.00', '-1.50', '-1.00', '-0.50', '0.00']],
    [0, ['0.00', '0.25', '0.50', '0.75', '1.00']]
  ])('has an axis from zero for a line that stays at %s', (value, ticks) => {
    const series = [{ name: 'flat', points: [[1, value] as const, [2, value] as const] }]
    const { html: drawn } = lineChart({ title: 'a flat line', series, digits: 2 })
    expect([...drawn.matchAll(/text-anchor="end">([-\d.]+)</g)].map(([, label]) => label)).toEqual(ticks)
  })
})
