import { describe, expect, it } from 'vitest'
import { EVENT_DEFAULTS } from '../training/event-options.js'
import { countLengths, eventsReport, type ReportedEvents } from './events-report.js'

const history = [1, 2, 3].map((i) => {
  return { step: 200 * i, loss: 0.9 / i, mean: 0.9 / i, score: -0.8 / i, figures: [0.7 + 0.05 * i] }
})
const ranking = { accuracy: 0.8531, interval: [0.844, 0.861] as const, first: 0.482, events: 2285 }
const [storm, floods, harbour, mayor] = [0, 1, 2, 3]
const training: ReportedEvents = {
  ...{ name: 'toy <events>', options: EVENT_DEFAULTS, backend: 'plain', part: 'test', packed: true },
  ...{ events: 'events.jsonl', training: 18_080, validation: 2285 },
  ...{ vectors: 'toy.bin', words: ['storm', 'floods', '<b>harbour</b>', 'mayor'] },
  result: { steps: 600, best: history[1], history },
  figures: {
    subjects: ranking,
    objects: { ...ranking, accuracy: 0.7654 },
    objectsByLength: [ranking, undefined, undefined],
    verbs: { events: 900, verbs: 30, greatest: 0.19, purity: 0.4612, ami: 0.32, nearest: 0.47 },
    voices: { pairs: 40, own: 0.9, others: 0.1, top1: 0.8251, mrr: 0.86, roles: 0.95 }
  },
  seen: {
    right: [
      {
        real: { subject: [storm], verb: [floods], object: [harbour] },
        corrupted: { subject: [mayor], verb: [floods], object: [harbour] },
        ...{ score: 0.61, corruptedScore: -0.22 }
      }
    ],
    wrong: []
  },
  lengths: countLengths([
    { subject: [storm], verb: [floods], object: [harbour] },
    { subject: [storm], verb: [floods], object: [harbour, mayor] },
    { subject: [], verb: [floods], object: Array<number>(14).fill(mayor) },
    { subject: [mayor], verb: [floods], object: [harbour] }
  ])
}

describe('The report of a training on events', () => {
  const page = eventsReport(training)

  it('has curves, and figures that say which events they are of and of which network', () => {
    expect(page.match(/<svg/g)).toHaveLength(3)
    expect(page).toContain('step 400, whose weights are kept')
    for (const said of ['.8531', '.8440 to .8610', '.4820', '.7654', '.4612', '.8251', '18,080', 'toy.bin', 'slices']) {
      expect(page).toContain(said)
    }
    const text = page.replace(/\s+/g, ' ')
    expect(text).toContain('Each test event against 10')
    expect(text).toContain('network as it is in the bundle')
    const plain = eventsReport({ ...training, part: 'validation', packed: false }).replace(/\s+/g, ' ')
    expect(plain).toContain('Each validation event')
    expect(plain).toContain('no bundle was written')
  })

  it('has a histogram of the words of subjects, verbs and objects', () => {
    const [, drawn = ''] = /<h2>Lengths<\/h2>([^]*?)<\/svg>/.exec(page) ?? []
    const shares = [...drawn.matchAll(/<title>([\d.]+) %/g)].map(([, share]) => Number(share))
    expect(shares).toHaveLength(30)
    expect([shares[0], shares[10], shares.slice(20)]).toEqual([75, 100, [50, 25, 0, 0, 0, 0, 0, 0, 0, 25]])
  })

  it('shows events beside those with another’s subject, as text, and needs nothing else', () => {
    expect(page).toContain('storm · floods · &lt;b&gt;harbour&lt;/b&gt;<br />mayor · floods · &lt;b&gt;harbour')
    expect(page).toContain('0.61<br />−0.22')
    expect(page).not.toContain('Judged wrongly')
    expect(page).toContain('<title>toy &lt;events&gt;: training of events</title>')
    expect(page).not.toMatch(/<script|https?:|src=|@import|url\(/)
  })

  it('is whole where there are too few events to measure', () => {
    const figures = { ...training.figures, subjects: undefined, verbs: undefined }
    expect(eventsReport({ ...training, figures })).not.toMatch(/NaN|Infinity|undefined/)
  })
})
