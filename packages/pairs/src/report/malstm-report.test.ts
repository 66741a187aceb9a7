import { describe, expect, it } from 'vitest'
import { PAIR_FIT_DEFAULTS } from '../training/pair-options.js'
import type { JudgedPair } from '../training/malstm-bundle.js'
import { malstmReport, type ReportedMalstm } from './malstm-report.js'

const history = [1, 2, 3].map((i) => ({
  ...{ step: 50 * i, loss: 0.09 / i, mean: 0.09 / i, score: 0.7 + 0.01 * i },
  figures: [0.69 + 0.01 * i, 0.08 / i]
}))
const result = { steps: 150, best: history[1], history }
/** What the scorer says is off by a tenth more from pair to pair. */
const judged = Array.from({ length: 40 }, (_, i): JudgedPair => {
  return { a: `<b>left ${i}</b>`, b: `right ${i}`, people: 1, found: 1 + i / 10 }
})
const training: ReportedMalstm = {
  name: 'toy <pairs>',
  options: { ...PAIR_FIT_DEFAULTS, networks: 2 },
  ...{ backend: 'plain', vectors: 'toy.bin', words: 60_000, scale: [1, 5], bandwidth: 0.05 },
  sets: [
    { use: 'pretraining', set: 'sts', pairs: 2234 },
    { use: 'training', set: 'SICK_train.txt', pairs: 4500 }
  ],
  stages: [0, 1].flatMap((network) =>
    (['pretraining', 'training'] as const).map((part) => ({ network, part, result }))
  ),
  trial: { set: 'SICK_trial.txt', pairs: 500, pearson: 0.8731, spearman: 0.8111, mse: 0.2512 },
  test: { set: 'SICK_test.txt', pairs: 4927, pearson: 0.8822, spearman: 0.8345, mse: 0.2286 },
  judged,
  units: {
    negation: {
      ...{ unit: 7, correlation: -0.81 },
      values: [
        { text: 'No <i>boat</i> came.', value: -0.5, marked: true },
        { text: 'A boat came.', value: 0.25, marked: false }
      ]
    },
    topics: [{ word: 'boat', unit: 3, correlation: 0.66, values: [{ text: 'A boat came.', value: 0.9, marked: true }] }]
  }
}

describe('The report of a training of MaLSTM', () => {
  const page = malstmReport(training)

  it('has curves and measurements of each network and part, and figures with what they are of', () => {
    for (const network of [1, 2]) {
      for (const part of ['pretraining', 'training']) expect(page).toContain(`<h3>Network ${network}, ${part}</h3>`)
    }
    expect(page.match(/<svg/g)).toHaveLength(9)
    expect(page.match(/<summary>All measurements/g)).toHaveLength(4)
    for (const said of ['Trial, SICK_trial.txt', '.8731', 'Test, SICK_test.txt', '.8822', '.8345', '0.2286', '4,927']) {
      expect(page).toContain(said)
    }
    for (const said of ['2 networks of', 'scores are from 1 to 5', '2,234', 'toy.bin', 'batchPairs']) {
      expect(page).toContain(said)
    }
    expect(malstmReport({ ...training, test: undefined })).not.toContain('Test,')
  })

  it('shows a few pairs where the scorer is nearest to people, and where it is farthest from them', () => {
    const [, shown = ''] = /Judged nearest<\/h3>([^]*)What it was made of/.exec(page) ?? []
    const numbers = [...shown.matchAll(/left (\d+)/g)].map(([, number]) => Number(number))
    expect(numbers).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 39, 38, 37, 36, 35, 34, 33, 32])
    const few = malstmReport({ ...training, judged: judged.slice(0, 1) })
    expect(few).toContain('left 0')
    expect(few).not.toContain('Judged farthest')
  })

  it('shows what the hidden units tell apart', () => {
    expect(page).toContain('Negation: unit 7, correlation -0.81')
    expect(page).toMatch(/<circle cx="70.0" cy="18"[^>]*><title>No &lt;i&gt;boat&lt;\/i&gt; came.<\/title>/)
    expect(page).toContain('0.90 A boat came.')
    expect(malstmReport({ ...training, units: { topics: [] } })).toContain('Too few sentences')
  })

  it('shows text as text, needs nothing else, and is whole where a network finds all pairs alike', () => {
    expect(page).toContain('&lt;b&gt;left 0&lt;/b&gt;<br />right 0')
    expect(page).toContain('<title>toy &lt;pairs&gt;: training of malstm</title>')
    expect(page).not.toMatch(/<script|https?:|src=|@import|url\(/)
    const flat = { step: 50, loss: 0.1, mean: 0.1, score: NaN, figures: [NaN, 0.1] }
    const best = { step: 0, loss: NaN, mean: NaN, score: -Infinity, figures: [] }
    const alike = malstmReport({
      ...training,
      units: { topics: [] },
      stages: [{ network: 0, part: 'training', result: { steps: 50, best, history: [flat] } }]
    })
    expect(alike.match(/<svg/g)).toHaveLength(1)
    expect(alike).not.toMatch(/="[^"]*(?:NaN|Infinity|undefined)/)
  })
})
