import { html, type Markup } from '@leitmotif/command'
import type { FitResult, Measured } from '../train/fit.js'
import { lineChart } from './line-chart.js'

/** The heading of a column; `number` aligns the column right. */
export type Column = string | { readonly number: string }

export function table(columns: readonly Column[], rows: readonly (readonly (string | Markup)[])[]): Markup {
  const cells = (row: readonly (string | Markup)[]): Markup[] =>
    row.map((cell, i) =>
      typeof columns[i] === 'string' ? html`<td>${cell}</td>` : html`<td class="number">${cell}</td>`
    )
  return html`<div class="wide">
    <table>
      <thead>
        <tr>
          ${columns.map((head) =>
            typeof head === 'string' ? html`<th>${head}</th>` : html`<th class="number">${head.number}</th>`
          )}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${cells(row)}
            </tr>`
        )}
      </tbody>
    </table>
  </div>`
}

/** A figure of the measurements, drawn as a line. */
export interface Curve {
  readonly name: string
  readonly of: (row: Measured) => number
}

/** Returns a chart of a training's curves with the best step marked. Leaves out figures that are not finite. */
export function curves({ history, best }: FitResult, title: string, lines: readonly Curve[], digits = 2): Markup {
  const series = lines
    .map(({ name, of }) => ({ name, points: history.map((row) => [row.step, of(row)] as const) }))
    .map(({ name, points }) => ({ name, points: points.filter(([, y]) => Number.isFinite(y)) }))
    .filter(({ points }) => points.length > 0)
  if (series.length === 0) return html``
  return lineChart({
    title,
    series,
    ...(best.step > 0 && { mark: { x: best.step, text: `step ${count(best.step)}, whose weights are kept` } }),
    digits
  })
}

export function optionList(options: object): Markup {
  const described = Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1))
  return html`<h3>Options</h3>
    <dl class="options">
      ${described.map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${String(value)}</dd>
          </div>`
      )}
    </dl>`
}

/** Returns all measurements of a training, collapsed: step, loss, and `figures` by name. */
export function measurements(
  summary: string,
  { history }: FitResult,
  figures: Readonly<Record<string, (row: Measured) => string>>
): Markup {
  return html`<details>
    <summary>${summary}</summary>
    ${table(
      ['Step', 'Loss', ...Object.keys(figures)].map((number) => ({ number })),
      history.map((row) => [count(row.step), row.loss.toFixed(4), ...Object.values(figures).map((of) => of(row))])
    )}
  </details>`
}

export function count(number: number): string {
  return number.toLocaleString('en')
}

/** Formats a share: `.7351`. */
export function share(value: number): string {
  return value
    .toFixed(4)
    .replace(/^(-?)0/, '$1')
    .replace('-', '−')
}

/** Formats an interval: `.7300 to .7500`. */
export function interval(shares: readonly number[]): string {
  return shares.map(share).join(' to ')
}

/** Formats a cosine: `−0.12`. */
export function cosine(value: number): string {
  return value.toFixed(2).replace('-', '−')
}

/** The styles of training reports, added to those of all reports. */
export const STYLE: Markup = {
  html: `.mark { stroke: var(--faint); stroke-dasharray: 3 3; }
polyline { fill: none; stroke-width: 2; stroke-linejoin: round; }
.series-0 polyline { stroke: var(--one); } .series-0 circle, .series-0 text { fill: var(--one); }
.series-1 polyline { stroke: var(--two); } .series-1 circle, .series-1 text { fill: var(--two); }
.triplets { padding: 0; list-style: none; }
.triplets li { padding: .75rem 0; border-top: 1px solid var(--rule); overflow-wrap: anywhere; }
.pivot { font-weight: 600; }
.triplets dl { display: grid; grid-template-columns: max-content max-content 1fr; gap: .25rem .75rem; margin: 0; font-size: .9rem; }
.triplets dt, .triplets dd.number { color: var(--faint); }
.triplets dd.number { min-width: 2.75rem; text-align: right; }
.options { display: grid; grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)); gap: 0 2rem; font-size: .9rem; }
.options div { display: flex; justify-content: space-between; gap: 1rem; padding: .2rem 0; border-bottom: 1px solid var(--rule); }
.options dt { color: var(--faint); } .options dd { font-variant-numeric: tabular-nums; text-align: right; }
@media (max-width: 32rem) {
  .triplets dl { grid-template-columns: 1fr max-content; }
  .triplets dd:not(.number) { grid-column: 1 / -1; margin-bottom: .5rem; }
}
`
}
