import { counted, html, type Markup, reportPage } from '@leitmotif/command'
import type { Tdc } from '../evaluation/tdc.js'
import type { CorpusShare } from '../train/examples.js'
import type { Examination, SeenTriplet } from '../train/validation-examples.js'
import type { FitResult } from '../train/fit.js'
import { applicableOptions, type NetworkName, type TrainingOptions } from '../train/training-options.js'
import type { Tested } from '../train/trained-bundle.js'
import { cosine, count, curves, interval, measurements, optionList, share, table, STYLE } from './report-tables.js'

/** The content of a training's report. */
export interface ReportedTraining {
  /** Name of the bundle. */
  readonly name: string
  readonly network: NetworkName
  readonly options: TrainingOptions
  readonly backend: string
  /** Name of the word vectors, and number of words. */
  readonly vectors: string
  readonly words: number
  readonly corpora: readonly CorpusShare[]
  readonly result: FitResult
  readonly examination: Examination
  readonly tested: readonly Tested[]
}

/** Returns the report of a training as a self-contained HTML page without scripts. */
export function trainingReport(training: ReportedTraining): string {
  const { name, network, options, result } = training
  const title = `${name}: training of ${network}`
  const body = html`<h1>${name} <span>training of ${network}</span></h1>
    <p>
      ${options.network}, loss ${options.loss}, ${counted(result.steps, 'step')}; the weights are those of step
      ${count(result.best.step)}.
    </p>
    ${figures(training)} ${headingFigures(training)} ${progress(training)} ${shownTriplets(training)}
    ${making(training)}`
  return reportPage({ title, style: STYLE, body })
}

/** Returns a row of the table of figures. */
function figureRow(
  articles: string,
  context: string,
  { accuracy, interval: of, triplets, articles: number }: Tdc
): (string | Markup)[] {
  const seen = context === 'none' ? 'without' : 'with'
  return [articles, seen, html`<strong>${share(accuracy)}</strong>`, interval(of), count(triplets), count(number)]
}

function figures({ options, examination, tested }: ReportedTraining): Markup {
  const [validated, measured] =
    options.role === 'titles' ? ['Validation, sentences with titles', 'Test, sentences alone'] : ['Validation', 'Test']
  const rows = [
    ...(['none', 'article'] as const).map((context) => figureRow(validated, context, examination[context])),
    ...tested.map(({ corpus, context, tdc }) => figureRow(`${measured}, ${corpus}`, context, tdc))
  ]
  return html`<section>
    <h2>Thematic Distance Comparison</h2>
    <p>
      Share of triplets whose pivot is closer to the sentence${options.role === 'titles' ? ' or title' : ''} of the same
      section than to that of an adjacent section; chance gives .5. Intervals are 95 %, over articles. With context, the
      comparison subtracts most of what the whole article shares.
    </p>
    ${table(
      [
        'Articles',
        'Context',
        { number: 'TDC' },
        { number: 'Interval' },
        { number: 'Triplets' },
        { number: 'Articles' }
      ],
      rows
    )}
  </section>`
}

/** Returns the figures of heading retrieval, of a network trained on titles. */
function headingFigures({ tested }: ReportedTraining): Markup {
  const rows = tested.flatMap(({ corpus, context, headings }) =>
    headings === undefined
      ? []
      : [
          [
            `Test, ${corpus}`,
            context === 'none' ? 'without' : 'with',
            html`<strong>${share(headings.top1)}</strong>`,
            interval(headings.intervals.top1),
            share(headings.chance.top1),
            share(headings.mrr),
            count(headings.sections)
          ]
        ]
  )
  if (rows.length === 0) return html``
  const numbers = ['First', 'Interval', 'By chance', 'Mean of 1 / rank', 'Sections'].map((number) => ({ number }))
  return html`<section>
    <h2>Heading retrieval</h2>
    <p>Share of sections whose own title is the article’s title nearest to the mean of their sentences.</p>
    ${table(['Articles', 'Context', ...numbers], rows)}
  </section>`
}

function progress({ result }: ReportedTraining): Markup {
  if (result.history.length === 0) return html``
  return html`<section>
    <h2>Progress</h2>
    ${curves(result, 'TDC on validation articles, by step; the dashed line marks the step of the weights', [
      { name: 'with context', of: ({ figures }) => figures[1] },
      { name: 'without', of: ({ figures }) => figures[0] }
    ])}
    ${curves(result, 'Loss, running mean, by step', [{ name: 'loss', of: ({ loss }) => loss }])}
  </section>`
}

function shownTriplets({ options, examination: { right, wrong } }: ReportedTraining): Markup {
  const [own, other] =
    options.role === 'titles' ? ['its section’s title', 'another title'] : ['same section', 'other section']
  const list = (heading: string, triplets: readonly SeenTriplet[]): Markup =>
    html`<h3>${heading}</h3>
      <ol class="triplets">
        ${triplets.map(
          ({ pivot, positive, negative, near, far }) =>
            html`<li>
              <p class="pivot">${pivot}</p>
              <dl>
                <dt>${own}</dt>
                <dd class="number">${cosine(near)}</dd>
                <dd>${positive}</dd>
                <dt>${other}</dt>
                <dd class="number">${cosine(far)}</dd>
                <dd>${negative}</dd>
              </dl>
            </li>`
        )}
      </ol>`
  return html`<section>
    <h2>Validation triplets</h2>
    <p>Random triplets of different articles. Numbers are cosines with the pivot, with the article as context.</p>
    ${right.length > 0 ? list('Judged correctly', right) : html``}
    ${wrong.length > 0 ? list('Judged incorrectly', wrong) : html``}
  </section>`
}

function making({ options, backend, vectors, words, corpora, result }: ReportedTraining): Markup {
  return html`<section>
    <h2>What it was made of</h2>
    ${table(
      ['Corpus', { number: 'Articles' }, { number: 'Sentences' }, 'Licences (articles)'],
      corpora.map(({ corpus, articles, sentences, licenses }) => [
        corpus,
        count(articles),
        count(sentences),
        Object.entries(licenses)
          .map(([license, number]) => `${license} (${count(number)})`)
          .join(', ')
      ])
    )}
    <p>${counted(words, 'word')} of ${vectors}, on ${backend}.</p>
    ${optionList(applicableOptions(options))}
    ${measurements('All measurements', result, {
      TDC: ({ figures }) => share(figures[0]),
      'With context': ({ figures }) => share(figures[1]),
      'Mean cosine': ({ figures }) => cosine(figures[2])
    })}
  </section>`
}
