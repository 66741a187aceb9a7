import { counted, html, type Markup, reportPage } from '@leitmotif/command'
import type { HiddenUnit, HiddenUnits } from '../evaluation/hidden-units.js'
import type { JudgedPair, MeasuredPairs } from '../training/malstm-bundle.js'
import { recordedOptions, type PairFitOptions } from '../training/pair-options.js'
import type { MalstmStage, TrainedMalstm } from '../training/malstm-training.js'
import { count, curves, measurements, optionList, share, table, STYLE } from '@leitmotif/trainer/training'

/** The contents of the report on a training of MaLSTM. */
export interface ReportedMalstm {
  /** Name of the scorer. */
  readonly name: string
  readonly options: PairFitOptions
  readonly backend: string
  /** Name of the word vectors, and number of words. */
  readonly vectors: string
  readonly words: number
  /** Scale of the people's scores. */
  readonly scale: readonly [low: number, high: number]
  /** The pairs used in training and, before it, in pretraining. */
  readonly sets: readonly { readonly use: MalstmStage['part']; readonly set: string; readonly pairs: number }[]
  readonly stages: TrainedMalstm['stages']
  readonly bandwidth: number
  readonly trial: MeasuredPairs
  readonly test?: MeasuredPairs | undefined
  /** All trial pairs. */
  readonly judged: readonly JudgedPair[]
  /** What the sentences of the trial pairs say of its hidden units. */
  readonly units: HiddenUnits
}

/** Number of pairs shown of each kind. */
const SHOWN = 8

/** Returns a report on a training of MaLSTM as one self-contained HTML page: no script, no file, no network. */
export function malstmReport(training: ReportedMalstm): string {
  const { name, options, stages, scale } = training
  const title = `${name}: training of malstm`
  const steps = stages.reduce((sum, { result }) => sum + result.steps, 0)
  const body = html`<h1>${name} <span>training of malstm</span></h1>
    <p>
      ${counted(options.networks, 'network')} of ${counted(options.hidden, 'unit')}, ${counted(steps, 'step')} in all;
      scores are from ${scale.join(' to ')}.
    </p>
    ${figures(training)} ${progress(training)} ${shownPairs(training)} ${hiddenUnits(training)} ${making(training)}`
  return reportPage({ title, style: STYLE, body })
}

function figures({ trial, test, scale }: ReportedMalstm): Markup {
  const row = (part: string, { set, pairs, pearson, spearman, mse }: MeasuredPairs): (string | Markup)[] => [
    `${part}, ${set}`,
    html`<strong>${share(pearson)}</strong>`,
    share(spearman),
    mse.toFixed(4),
    count(pairs)
  ]
  const numbers = ['Pearson’s r', 'Spearman’s ρ', 'Mean squared error', 'Pairs'].map((number) => ({ number }))
  return html`<section>
    <h2>Agreement with people</h2>
    <p>
      Of the scorer as it is in the bundle: the similarities of all networks, averaged, as scores from
      ${scale.join(' to ')}. Each network is kept where it does best on the trial pairs, so that these flatter it; test
      pairs are measured once, at the end.
    </p>
    ${table(['Pairs', ...numbers], [row('Trial', trial), ...(test === undefined ? [] : [row('Test', test)])])}
  </section>`
}

function progress({ stages }: ReportedMalstm): Markup {
  return html`<section>
    <h2>While it trained</h2>
    <p>
      Each network alone, before its similarities are made scores; losses and errors are of numbers from 0 to 1. The
      dashed line is where the weights are from.
    </p>
    ${stages.map(
      ({ result, ...stage }) =>
        html`<h3>${stageName(stage)}</h3>
          ${curves(result, 'Agreement with people on the trial pairs, by step', [
            { name: 'Pearson’s r', of: ({ score }) => score },
            { name: 'Spearman’s ρ', of: ({ figures }) => figures[0] }
          ])}
          ${curves(
            result,
            'Mean squared error, by step: on the trial pairs, and as the loss, running mean',
            [
              { name: 'trial', of: ({ figures }) => figures[1] },
              { name: 'loss', of: ({ loss }) => loss }
            ],
            3
          )}`
    )}
  </section>`
}

function stageName({ network, part }: MalstmStage): string {
  return `Network ${network + 1}, ${part}`
}

function shownPairs({ judged }: ReportedMalstm): Markup {
  const error = ({ people, found }: JudgedPair): number => Math.abs(people - found)
  const order = [...judged].sort((a, b) => error(a) - error(b))
  const nearest = order.slice(0, Math.min(SHOWN, Math.ceil(order.length / 2)))
  const farthest = order.slice(nearest.length).slice(-SHOWN).reverse()
  const list = (heading: string, pairs: readonly JudgedPair[]): Markup =>
    html`<h3>${heading}</h3>
      ${table(
        [{ number: 'People' }, { number: 'Scorer' }, 'Sentences'],
        pairs.map(({ a, b, people, found }) => [people.toFixed(2), found.toFixed(2), html`${a}<br />${b}`])
      )}`
  return html`<section>
    <h2>Trial pairs</h2>
    <p>Those whose score is nearest to people’s, and those where it is farthest from it.</p>
    ${list('Judged nearest', nearest)} ${farthest.length > 0 ? list('Judged farthest', farthest) : html``}
  </section>`
}

/** Number of sentences shown at each end of a unit. */
const ENDS = 3

function hiddenUnits({ units: { negation, topics } }: ReportedMalstm): Markup {
  const ends = ({ values }: HiddenUnit): Markup => {
    const most = values.slice(ENDS).slice(-ENDS)
    const shown = [...values.slice(0, ENDS), ...most]
    return html`${shown.map(({ text, value }) => html`${value.toFixed(2)} ${text}<br />`)}`
  }
  const rows = topics.map((unit) => [unit.word, String(unit.unit), unit.correlation.toFixed(2), ends(unit)])
  return html`<section>
    <h2>Hidden units</h2>
    <p>
      Each sentence of the trial pairs gives each unit of the networks a value from -1 to 1. A unit that correlates with
      negation, or with a word, has learned to tell such sentences from others.
    </p>
    ${
      negation === undefined
        ? html`<p>Too few sentences of the trial pairs are negated.</p>`
        : html`<h3>Negation: unit ${negation.unit}, correlation ${negation.correlation.toFixed(2)}</h3>
            ${strip(negation)}`
    }
    ${table(['Word', { number: 'Unit' }, { number: 'Correlation' }, 'Sentences of least and greatest value'], rows)}
  </section>`
}

/** Draws each sentence as a dot at the value of a unit: those with a word that denies above the others. */
function strip({ values }: HiddenUnit): Markup {
  const [low, high] = [values[0].value, values.at(-1)!.value]
  const at = (value: number): string => (70 + (500 * (value - low)) / (high - low || 1)).toFixed(1)
  return html`<svg viewBox="0 0 600 70" role="img" aria-label="Values of the unit, negated sentences above the others">
    ${values.map(
      ({ text, value, marked }) =>
        html`<circle cx="${at(value)}" cy="${marked ? 18 : 42}" r="4" fill-opacity="0.4"
          ><title>${text}</title></circle
        >`
    )}
    <text x="0" y="22" font-size="12">negated</text>
    <text x="0" y="46" font-size="12">others</text>
    <text x="${at(low)}" y="66" font-size="12">${low.toFixed(2)}</text>
    <text x="${at(high)}" y="66" font-size="12">${high.toFixed(2)}</text>
  </svg>`
}

function making({ options, backend, vectors, words, sets, stages, bandwidth }: ReportedMalstm): Markup {
  return html`<section>
    <h2>What it was made of</h2>
    ${table(
      ['Pairs', 'Learned from', { number: 'Pairs' }],
      sets.map(({ use, set, pairs }) => [
        set,
        use === 'training' ? 'in training' : 'before, in pretraining',
        count(pairs)
      ])
    )}
    <p>
      ${counted(words, 'word')} of ${vectors}, on ${backend}. Similarities are made scores by local-linear regression
      with a bandwidth of ${bandwidth.toFixed(3)}.
    </p>
    ${optionList(recordedOptions(options))}
    ${stages.map(({ result, ...stage }) =>
      measurements(`All measurements: ${stageName(stage)}`, result, {
        'Pearson’s r': ({ score }) => share(score),
        'Spearman’s ρ': ({ figures }) => share(figures[0]),
        'Mean squared error': ({ figures }) => figures[1].toFixed(4)
      })
    )}
  </section>`
}
