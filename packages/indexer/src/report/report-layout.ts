import { html, type Markup } from '@leitmotif/command'
import { percent } from '../terminal/numbers.js'
import { changeLine } from './charts.js'

/** Returns a section with an id that the table of contents links to. */
export function section(id: string, heading: string, said: string, body: Markup): Markup {
  return html`<section id="${id}">
    <h2>${heading}</h2>
    <p>${said}</p>
    ${body}
  </section>`
}

/** Returns a table that scrolls sideways, also by keyboard. `kind` is the CSS class of a column. */
export function table(columns: readonly (readonly [title: string, kind?: string])[], rows: readonly Markup[]): Markup {
  return html`<div class="wide" tabindex="0">
    <table>
      <thead>
        <tr>
          ${columns.map(([title, kind = '']) =>
            // A column of pictures has no title, so screen readers need no header for it.
            title === '' ? html`<td class="${kind}"></td>` : html`<th class="${kind}">${title}</th>`
          )}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`
}

/** A theme whose share differs between two places, such as times or collections. */
export interface Change {
  readonly label: string
  readonly direction: 'rising' | 'falling' | 'level'
  readonly first: number
  readonly last: number
  /** Change of the log odds, with its interval. */
  readonly slope: number
  readonly low: number
  readonly high: number
  /** What to say beside its name. */
  readonly notes?: readonly string[]
}

/** Draws changes as lines on a common scale. `oddsText` formats changes of the log odds. */
export function changeTable(
  titles: { readonly first: string; readonly last: string; readonly odds: string },
  changes: readonly Change[],
  oddsText: (logOdds: number) => string
): Markup {
  if (changes.length === 0) return html`<p>No theme.</p>`
  const most = Math.max(...changes.flatMap(({ first, last }) => [first, last]))
  return table(
    [
      ['Theme'],
      [titles.first, 'number'],
      ['', 'change'],
      [titles.last, 'number'],
      [titles.odds, 'number hide-narrow'],
      ['95 %', 'number hide-narrow']
    ],
    changes.map(
      ({ label, direction, first, last, slope, low, high, notes = [] }) =>
        html`<tr class="${direction}">
          <td>${label}${notes.length > 0 ? html` <span class="faint">(${notes.join('; ')})</span>` : html``}</td>
          <td class="number">${percent(first)}</td>
          <td class="change">${changeLine(first, last, most)}</td>
          <td class="number">${percent(last)}</td>
          <td class="number hide-narrow">${oddsText(slope)}</td>
          <td class="number hide-narrow">${oddsText(low)} to ${oddsText(high)}</td>
        </tr>`
    )
  )
}

export const NOTHING = html`<p>There is nothing to show.</p>`
