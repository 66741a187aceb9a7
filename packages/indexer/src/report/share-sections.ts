import { counted, html, type Markup } from '@leitmotif/command'
import { FEW_DOCUMENTS, FEW_SENTENCES } from '../analytics/clustered-count.js'
import type { ShareCell, Shares } from '../analytics/shares.js'
import { countedBy } from '../analytics/time-words.js'
import { timeName, timePlace } from '../analytics/timeline.js'
import { formatCount, having, percent, percentRange } from '../terminal/numbers.js'
import { shareBar, timeChart, timeColumns, type TimePoint } from './charts.js'
import { NOTHING, section, table } from './report-layout.js'

/** Shows the shares in all sentences as bars. In a tree, groups come before their themes. */
function shareSection({ themes, cells, keys, rest }: Shares): Markup {
  const most = Math.max(...cells.map(({ high }) => high), ...rest.map((of) => of.cells[0].high))
  const depths = new Map<string, number>()
  const rows = (keys.length === 0 ? [] : themes).map(({ id, label, kind, parent }, row) => {
    const depth = parent === undefined ? 0 : (depths.get(parent) ?? -1) + 1
    depths.set(id, depth)
    return shareRow({ kind, label, depth }, cells[row], most)
  })
  for (const { kind, label, cells: of } of rest) rows.push(shareRow({ kind, label, depth: 0 }, of[0], most))
  const held = themes.some(({ kind }) => kind === 'group') && rest.some(({ kind }) => kind === 'hidden')
  return section(
    'about',
    'What it talks about',
    `Each theme’s share of ${keys.length === 0 ? 'no sentences' : keys[0].sentences === 1 ? 'its one sentence' : `all ${formatCount(keys[0].sentences)} sentences`}, and the documents that have it. The thin line is the share’s interval.${held ? ' Groups count hidden themes in them, too.' : ''}`,
    keys.length === 0
      ? NOTHING
      : table(
          [
            ['Theme'],
            ['', 'bar'],
            ['Share', 'number'],
            ['95 %', 'number faint hide-narrow'],
            ['Sentences', 'number hide-narrow'],
            ['Documents', 'number hide-narrow']
          ],
          rows
        )
  )
}

function shareRow(
  { kind, label, depth }: { readonly kind: string; readonly label: string; readonly depth: number },
  cell: Omit<ShareCell, 'theme'>,
  most: number
): Markup {
  return html`<tr class="${kind}">
    <td style="padding-left: ${(1.25 * depth).toFixed(2)}rem">${label}</td>
    <td class="bar">${shareBar(cell, most)}</td>
    <td class="number">${percent(cell.share)}</td>
    <td class="number faint hide-narrow">${percentRange(cell)}</td>
    <td class="number hide-narrow">${formatCount(cell.sentences)}</td>
    <td class="number hide-narrow">${formatCount(cell.documents)}</td>
  </tr>`
}

/** Shows each theme’s share over time as a chart, with dashes for themes whose change is not significant. */
export function overTimeSection(
  { by = '', themes, keys, cells, without, ...scale }: Shares,
  insignificant: ReadonlySet<string> = new Set()
): Markup {
  const isEven = scale.interval !== undefined || scale.step !== undefined
  const point = (key: string, k: number): Pick<TimePoint, 'place' | 'name'> => ({
    // Numbers without a step may be any distance apart, so they are placed side by side.
    place: isEven ? timePlace(key, scale) : k,
    name: timeName(key, scale)
  })
  // If no document has the field any more, there is nothing to draw.
  const charts = (keys.length === 0 ? [] : themes).map(({ id, label }, row) => {
    const own = cells.slice(row * keys.length, (row + 1) * keys.length)
    return timeChart({
      ...{ title: label, level: insignificant.has(id), shown: percent },
      points: own.map(({ key, share, low, high, few }, k) => ({ ...point(key, k), value: share, low, high, few }))
    })
  })
  const levels = themes.filter(({ id }) => insignificant.has(id)).length
  const dashed =
    levels === 0 ? '' : ` For ${counted(levels, 'theme')}, drawn with dashes, the change over time is not significant.`
  const missing = without === 0 ? '' : ` ${having(without, 'sentence')} no ${by}.`
  return section(
    'time',
    'Over time',
    `Shares of sentences by ${countedBy(scale, by)}, with their intervals; the scale is each chart’s own.${dashed}${missing}`,
    keys.length === 0
      ? NOTHING
      : html`<div class="multiples">${charts}</div>
          ${timeColumns({
            title: `Sentences by ${countedBy(scale, by)}`,
            points: keys.map(({ key, sentences }, k) => ({ ...point(key, k), value: sentences })),
            shown: formatCount
          })}`
  )
}

/** Draws the shares of themes in all sentences, or in those of each value of a field. */
export function sharesSection(shares: Shares): Markup {
  return shares.by === undefined ? shareSection(shares) : fieldSection(shares)
}

/** Shows the shares in the sentences of each value of a field side by side. */
function fieldSection({ by = '', themes, keys, cells, rest, without, rarer }: Shares): Markup {
  const all = [
    ...themes.map(({ label, kind }, row) => ({
      ...{ label, kind },
      of: cells.slice(row * keys.length, (row + 1) * keys.length)
    })),
    ...rest.map(({ label, kind, cells: of }) => ({ label, kind, of }))
  ]
  const rows = all.map(({ label, kind, of }) => {
    const most = Math.max(...of.map(({ share }) => share))
    return html`<tr class="${kind}">
      <td>${label}</td>
      ${of.map((cell) => html`<td class="number" style="--heat: ${heat(cell, most)}" title="${percentRange(cell)}">${percent(cell.share)}</td>`)}
    </tr>`
  })
  const few = keys.filter((key) => key.few).map(({ key }) => key)
  const notes = [
    ...(few.length === 0
      ? []
      : [
          `${few.join(', ')}: fewer than ${FEW_SENTENCES} sentences or ${FEW_DOCUMENTS} documents, so do not read much into it.`
        ]),
    ...(rarer === 0 ? [] : [`${having(rarer, 'sentence')} rarer values.`]),
    ...(without === 0 ? [] : [`${having(without, 'sentence')} no ${by}.`])
  ]
  return section(
    `by-${by}`,
    `By ${by}`,
    'The share of the sentences of each value; the stronger the colour, the more of the theme’s own most.',
    html`<div class="heat">
        ${table([['Theme'], ...keys.map(({ key }): [string, string] => [key, 'number'])], rows)}
      </div>
      ${notes.length === 0 ? html`` : html`<p class="faint">${notes.join(' ')}</p>`}`
  )
}

/** Returns how dark a cell is, from 0 to 1. */
function heat({ share }: Pick<ShareCell, 'share'>, most: number): string {
  return (most === 0 ? 0 : share / most).toFixed(2)
}
