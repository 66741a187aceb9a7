import { html, reportPage, type Markup } from '@leitmotif/command'
import type { Tdc } from '../evaluation/tdc.js'
import type { CorpusShare } from '../examples.js'
import type { Examination, SeenTriplet } from '../examination.js'
import type { FitResult } from '../fit.js'
import { bearing, type NetworkName, type TrainingOptions } from '../training-options.js'
import type { Tested } from '../trained-bundle.js'
import { lineChart } from './line-chart.js'
import { STYLE } from './style.js'

/** What there is to tell of a training. */
export interface ReportedTraining {
  /** Of the bundle. */
  readonly name: string
  readonly network: NetworkName
  readonly options: TrainingOptions
  readonly backend: string
  /** The word vectors' name, and how many words they have. */
  readonly vectors: string
  readonly words: number
  readonly corpora: readonly CorpusShare[]
  readonly result: FitResult
  readonly examination: Examination
  readonly tested: readonly Tested[]
}

/** A training as one HTML page that needs nothing else: no script, no file, no network. */
export function trainingReport(training: ReportedTraining): string {
  const { name, network, options, result } = training
  const title = `${name}: training of ${network}`
  const body = html`<h1>${name} <span>training of ${network}</span></h1>
    <p>
      ${options.network}, loss ${options.loss}, ${count(result.steps)} steps; the weights are those of step
      ${count(result.best.step)}.
    </p>
    ${figures(training)} ${headingFigures(training)} ${curves(training)} ${shownTriplets(training)} ${making(training)}`
  return reportPage({ title, style: STYLE, body })
}

/** A row of the table of figures. */
function figureRow(
  articles: string,
  context: string,
  { accuracy, interval: [low, high], triplets, articles: of }: Tdc
): Markup {
  return html`<tr>
    <td>${articles}</td>
    <td>${context === 'none' ? 'without' : 'with'}</td>
    <td class="number"><strong>${share(accuracy)}</strong></td>
    <td class="number">${share(low)} to ${share(high)}</td>
    <td class="number">${count(triplets)}</td>
    <td class="number">${count(of)}</td>
  </tr>`
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
      How often the sentence${options.role === 'titles' ? ' or title' : ''} of the pivot’s own section is nearer than
      that of a section beside it; by chance .5. Intervals are of 95 %, over articles. With context, sentences are
      compared as they are relative to their article, without most of what all of it shares.
    </p>
    <div class="wide">
      <table>
        <thead>
          <tr>
            <th>Articles</th>
            <th>Context</th>
            <th class="number">TDC</th>
            <th class="number">Interval</th>
            <th class="number">Triplets</th>
            <th class="number">Articles</th>
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>
  </section>`
}

/** Of a network that was trained on titles. */
function headingFigures({ tested }: ReportedTraining): Markup {
  const rows = tested.flatMap(({ corpus, context, headings }) =>
    headings === undefined
      ? []
      : [
          html`<tr>
            <td>Test, ${corpus}</td>
            <td>${context === 'none' ? 'without' : 'with'}</td>
            <td class="number"><strong>${share(headings.top1)}</strong></td>
            <td class="number">${headings.intervals.top1.map(share).join(' to ')}</td>
            <td class="number">${share(headings.chance.top1)}</td>
            <td class="number">${share(headings.mrr)}</td>
            <td class="number">${count(headings.sections)}</td>
          </tr>`
        ]
  )
  if (rows.length === 0) return html``
  return html`<section>
    <h2>Heading retrieval</h2>
    <p>How often, of an article’s titles, a section’s own is the nearest to the mean of its sentences.</p>
    <div class="wide">
      <table>
        <thead>
          <tr>
            <th>Articles</th>
            <th>Context</th>
            <th class="number">First</th>
            <th class="number">Interval</th>
            <th class="number">By chance</th>
            <th class="number">Mean of 1 / rank</th>
            <th class="number">Sections</th>
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>
  </section>`
}

function curves({ result: { history, best } }: ReportedTraining): Markup {
  if (history.length === 0) return html``
  const series = (
    name: string,
    of: (row: FitResult['best']) => number
  ): { name: string; points: [number, number][] } => ({
    name,
    points: history.map((row) => [row.step, of(row)])
  })
  const mark = { x: best.step, text: `step ${count(best.step)}, whose weights are kept` }
  return html`<section>
    <h2>While it trained</h2>
    ${lineChart({
      title: 'TDC on validation articles, by step; the dashed line is where the weights are from',
      series: [series('with context', ({ figures }) => figures[1]), series('without', ({ figures }) => figures[0])],
      mark,
      digits: 2
    })}
    ${lineChart({ title: 'Loss, running mean, by step', series: [series('loss', ({ loss }) => loss)], mark, digits: 2 })}
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
    <p>Drawn by chance, one of an article; the numbers are cosines with the pivot, with the article as context.</p>
    ${right.length > 0 ? list('Judged rightly', right) : html``}
    ${wrong.length > 0 ? list('Judged wrongly', wrong) : html``}
  </section>`
}

function making({ options, backend, vectors, words, corpora, result }: ReportedTraining): Markup {
  const described = Object.entries(bearing(options)).sort(([a], [b]) => (a < b ? -1 : 1))
  return html`<section>
    <h2>What it was made of</h2>
    <div class="wide">
      <table>
        <thead>
          <tr>
            <th>Corpus</th>
            <th class="number">Articles</th>
            <th class="number">Sentences</th>
            <th>Licences (articles)</th>
          </tr>
        </thead>
        <tbody>
          ${corpora.map(
            ({ corpus, articles, sentences, licenses }) =>
              html`<tr>
                <td>${corpus}</td>
                <td class="number">${count(articles)}</td>
                <td class="number">${count(sentences)}</td>
                <td>
                  ${Object.entries(licenses)
                    .map(([license, number]) => `${license} (${count(number)})`)
                    .join(', ')}
                </td>
              </tr>`
          )}
        </tbody>
      </table>
    </div>
    <p>${count(words)} words of ${vectors}, on ${backend}.</p>
    <h3>Options</h3>
    <dl class="options">
      ${described.map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${String(value)}</dd>
          </div>`
      )}
    </dl>
    <details>
      <summary>All measurements</summary>
      <div class="wide">
        <table>
          <thead>
            <tr>
              <th class="number">Step</th>
              <th class="number">Loss</th>
              <th class="number">TDC</th>
              <th class="number">With context</th>
              <th class="number">Mean cosine</th>
            </tr>
          </thead>
          <tbody>
            ${result.history.map(
              ({ step, loss, figures: [none, article, alike] }) =>
                html`<tr>
                  <td class="number">${count(step)}</td>
                  <td class="number">${loss.toFixed(4)}</td>
                  <td class="number">${share(none)}</td>
                  <td class="number">${share(article)}</td>
                  <td class="number">${cosine(alike)}</td>
                </tr>`
            )}
          </tbody>
        </table>
      </div>
    </details>
  </section>`
}

function count(number: number): string {
  return number.toLocaleString('en')
}

/** `.7351` */
function share(value: number): string {
  return value.toFixed(4).replace(/^0/, '')
}

function cosine(value: number): string {
  return value.toFixed(2).replace('-', '−')
}
