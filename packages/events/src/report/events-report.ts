import { counted, html, type Markup, reportPage } from '@leitmotif/command'
import type { EventRows } from '../network/event-network.js'
import type { EventOptions } from '../training/event-options.js'
import { RANKED_AGAINST, type Ranking, type SeenEvent, type SeenEvents } from '../evaluation/evaluate-ranking.js'
import { OBJECT_LENGTHS, type EventFigures } from '../evaluation/measure-events.js'
import {
  type FitResult,
  cosine,
  count,
  curves,
  interval,
  measurements,
  optionList,
  share,
  table,
  STYLE
} from '@leitmotif/trainer/training'

/** The contents of the report on a training of events. */
export interface ReportedEvents {
  /** Name of the bundle. */
  readonly name: string
  readonly options: EventOptions
  readonly backend: string
  /** Name of the file of events, and number of events for training and for validation. */
  readonly events: string
  readonly training: number
  readonly validation: number
  /** Name of the word vectors, and the words. */
  readonly vectors: string
  readonly words: readonly string[]
  readonly result: FitResult
  /** The part whose events were measured, and whether the network was first rounded as in a bundle. */
  readonly part: 'validation' | 'test'
  readonly packed: boolean
  readonly figures: EventFigures
  /** Validation events to show. */
  readonly seen: SeenEvents
  /** For each part of an event, the number of training events whose part has so many words: 0, 1 and so on. */
  readonly lengths: EventLengths
}

export type EventLengths = Readonly<Record<keyof EventRows, readonly number[]>>

/** Counts events by the number of words in each part. */
export function countLengths(events: readonly EventRows[]): EventLengths {
  const counted = (part: keyof EventRows): number[] => {
    const lengths = events.map((event) => event[part].length)
    const counts = Array.from({ length: lengths.reduce((most, length) => Math.max(most, length), 0) + 1 }, () => 0)
    for (const length of lengths) counts[length]++
    return counts
  }
  return { subject: counted('subject'), verb: counted('verb'), object: counted('object') }
}

/** Returns a report on a training as one self-contained HTML page: no scripts, files or network access. */
export function eventsReport(training: ReportedEvents): string {
  const { name, options, result } = training
  const title = `${name}: training of events`
  const body = html`<h1>${name} <span>training of events</span></h1>
    <p>
      Loss ${options.loss}, parts by ${options.composition}, ${counted(options.slices, 'slice')},
      ${counted(options.dims, 'dimension')}, ${counted(result.steps, 'step')}; the weights are those of step
      ${count(result.best.step)}.
    </p>
    ${ranking(training)} ${gathering(training)} ${progress(training)} ${shownEvents(training)} ${lengthsOf(training)}
    ${making(training)}`
  return reportPage({ title, style: STYLE, body })
}

function ranking({ figures, part, packed }: ReportedEvents): Markup {
  const { subjects, objects, objectsByLength } = figures
  const row = (what: string, of: Ranking | undefined): (string | Markup)[] => {
    if (of === undefined) return [what, '–', '–', '–', '–']
    return [
      what,
      html`<strong>${share(of.accuracy)}</strong>`,
      interval(of.interval),
      share(of.first),
      count(of.events)
    ]
  }
  const numbers = ['Real above corrupted', 'Interval', `Above all ${RANKED_AGAINST}`, 'Events']
  return html`<section>
    <h2>Real and corrupted events</h2>
    <p>
      Each ${part} event against ${RANKED_AGAINST} with the subject, or the object, of other ${part} events: how often
      the real one has the higher score; by chance .5. Intervals are of 95 %, over events. Measured with the network
      ${packed ? 'as it is in the bundle' : 'as it was trained; no bundle was written'}.
    </p>
    ${table(
      ['Exchanged', ...numbers.map((number) => ({ number }))],
      [
        row('Subject', subjects),
        row('Object', objects),
        ...objectsByLength.map((of, i) => row(`Object of ${OBJECT_LENGTHS[i].join(' to ')} words`, of))
      ]
    )}
  </section>`
}

function gathering({ figures: { verbs, voices }, part }: ReportedEvents): Markup {
  const rows: (string | Markup)[][] = [
    ...(verbs === undefined
      ? []
      : [
          ['Purity of as many clusters as verbs', share(verbs.purity), share(verbs.greatest)],
          ['Adjusted mutual information of clusters and verbs', share(verbs.ami), share(0)],
          ['Ten nearest events that have the same verb', share(verbs.nearest), '–']
        ]),
    ['Passive nearest to its active', share(voices.top1), share(1 / voices.pairs)],
    ['Mean of 1 / rank of the own passive', share(voices.mrr), '–'],
    ['Own passive nearer than that with roles exchanged', share(voices.roles), share(0.5)]
  ]
  return html`<section>
    <h2>Vectors of events</h2>
    <p>
      ${
        verbs === undefined
          ? `Too few ${part} events share a verb to see whether they gather by it.`
          : `How far ${count(verbs.events)} ${part} events of the ${count(verbs.verbs)} most frequent verbs gather by verb.`
      }
      Passives are of ${count(voices.pairs)} events written for this, in the active and in the passive. For comparison:
      what one cluster of all, or chance, would have.
    </p>
    ${table(['', { number: 'Share' }, { number: 'For comparison' }], rows)}
  </section>`
}

function progress({ result, options }: ReportedEvents): Markup {
  return html`<section>
    <h2>While it trained</h2>
    <p>
      The loss of a step is a running mean${options.l1 > 0 ? ', and has the penalty on weights' : ''}. The dashed line
      is where the weights are from: the lowest loss on validation events.
    </p>
    ${curves(result, 'Loss, by step', [
      { name: 'validation', of: ({ score }) => -score },
      { name: 'training', of: ({ loss }) => loss }
    ])}
    ${curves(result, 'Validation events that score higher than a corruption, by step', [
      { name: 'real higher', of: ({ figures }) => figures[0] }
    ])}
  </section>`
}

function shownEvents({ seen: { right, wrong }, words }: ReportedEvents): Markup {
  const written = ({ subject, verb, object }: EventRows): string =>
    [subject, verb, object]
      .filter((part) => part.length > 0)
      .map((part) => Array.from(part, (row) => words[row]).join(' '))
      .join(' · ')
  const list = (heading: string, events: readonly SeenEvent[]): Markup =>
    html`<h3>${heading}</h3>
      ${table(
        [{ number: 'Score' }, 'Subject · verb · object'],
        events.map(({ real, corrupted, score, corruptedScore }) => [
          html`${cosine(score)}<br />${cosine(corruptedScore)}`,
          html`${written(real)}<br />${written(corrupted)}`
        ])
      )}`
  return html`<section>
    <h2>Validation events</h2>
    <p>
      Drawn by chance, in the words that the network knows: the event, and below it the same with another’s subject.
    </p>
    ${right.length > 0 ? list('Judged rightly', right) : html``}
    ${wrong.length > 0 ? list('Judged wrongly', wrong) : html``}
  </section>`
}

/** Lengths that are drawn; longer parts count with the last. */
const DRAWN = 10

function lengthsOf({ lengths }: ReportedEvents): Markup {
  const parts = Object.entries(lengths)
  const bars = parts.map(([part, counts]) => {
    const all = counts.reduce((sum, own) => sum + own, 0) || 1
    const drawn = Array.from({ length: DRAWN }, (_, at) =>
      at < DRAWN - 1 ? (counts[at + 1] ?? 0) : counts.slice(DRAWN).reduce((sum, own) => sum + own, 0)
    )
    return { part, shares: drawn.map((own) => own / all) }
  })
  return html`<section>
    <h2>Lengths</h2>
    <p>Share of training events whose subject, verb or object has so many words that the network knows.</p>
    <svg viewBox="0 0 660 130" role="img" aria-label="Histogram of the lengths of subjects, verbs and objects">
      ${bars.map(
        ({ part, shares }, p) =>
          html`<text x="${220 * p}" y="12" font-size="12">${part}</text>${shares.map(
              (own, at) =>
                html`<rect
                    x="${220 * p + 20 * at}"
                    y="${(110 - 90 * own).toFixed(1)}"
                    width="16"
                    height="${(90 * own).toFixed(1)}"
                    ><title>${(100 * own).toFixed(1)} %</title></rect
                  ><text x="${220 * p + 20 * at + 8}" y="124" font-size="10" text-anchor="middle"
                    >${at + 1}${at === DRAWN - 1 ? '+' : ''}</text
                  >`
            )}`
      )}
    </svg>
  </section>`
}

function making({ options, backend, events, training, validation, vectors, words, result }: ReportedEvents): Markup {
  return html`<section>
    <h2>What it was made of</h2>
    <p>
      ${events}: ${counted(training, 'event')} to train on, ${count(validation)} to validate on. ${count(words.length)}
      words of ${vectors}, on ${backend}.
    </p>
    ${optionList(options)}
    ${measurements('All measurements', result, {
      'Validation loss': ({ score }) => (-score).toFixed(4),
      'Real higher': ({ figures }) => share(figures[0])
    })}
  </section>`
}
