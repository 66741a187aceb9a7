import { counted } from '@leitmotif/command'
import { bar, sparkline } from './text-table.js'
import { formatCount, having, percent, percentRange } from './numbers.js'
import { textWidth, wrap } from './terminal-text.js'
import { textTable } from './text-table.js'
import { FEW_DOCUMENTS, FEW_SENTENCES } from '../analytics/clustered-count.js'
import type { ShareCell, Shares } from '../analytics/shares.js'
import type { ThemeRow } from '../analytics/theme-table.js'
import { countedBy, INTERVAL_NAMES } from '../analytics/time-words.js'
import { fillTimes, timeName } from '../analytics/timeline.js'

/** Width of bars. */
const BAR = 24
/** Maximum themes in a table; an exported file has all. */
const MOST_ROWS = 40
/** Maximum characters of a line over time, and of times with few sentences that are named. */
const LINE = 40
const NAMED_FEW = 12
/** Minimum width of a theme's label beside values, and width of a value. */
const THEME = 32
const VALUE = 14

const FEW = `fewer than ${FEW_SENTENCES} sentences or ${FEW_DOCUMENTS} documents: not reliable`

/** Formats the shares of themes in all sentences, or in those of each value. */
export function sharesText(shares: Shares): string {
  const { by, without, rarer } = shares
  const lines = by === undefined ? wholeLines(shares) : sideBySide(shares)
  if (rarer > 0) lines.push('', `${having(rarer, 'sentence')} rarer values; --values shows more`)
  if (without > 0) lines.push('', `${having(without, 'sentence')} no ${by}`)
  return joined(lines)
}

function wholeLines({ keys, themes, cells, rest }: Shares): string[] {
  const most = Math.max(...cells.map(({ high }) => high))
  const depths = depthsOf(themes)
  const all = keys.at(0)
  return [
    all === undefined
      ? 'no sentences'
      : `${counted(all.sentences, 'sentence')} of ${counted(all.documents, 'document')}`,
    '',
    ...textTable(
      [
        { title: 'theme', cut: true },
        { title: 'share', right: true },
        { title: '95 %', right: true },
        { title: '' },
        { title: 'sentences', right: true },
        { title: 'documents', right: true }
      ],
      cells.map((cell, row) => [
        '  '.repeat(depths[row]) + themes[row].label,
        percent(cell.share),
        percentRange(cell),
        bar(cell.share / most, BAR),
        formatCount(cell.sentences),
        formatCount(cell.documents)
      ])
    ),
    ...(rest.length === 0 ? [] : ['']),
    ...rest.map(
      ({ kind, label, cells: [{ sentences, share }] }) =>
        `${label}: ${formatCount(sentences)}, ${percent(share)}${kind === 'hidden' ? heldByGroups(themes) : ''}`
    )
  ]
}

function heldByGroups(themes: readonly ThemeRow[]): string {
  return themes.some(({ kind }) => kind === 'group') ? ' (groups count those in them, too)' : ''
}

function sideBySide({ by, keys, themes, cells, rest }: Shares): string[] {
  const shown = keys.slice(0, Math.max(1, Math.floor((textWidth() - THEME) / (VALUE + 2))))
  const depths = depthsOf(themes)
  const titles = shown.map(
    ({ key, few }) => `${key.length > VALUE ? `${key.slice(0, VALUE - 1)}…` : key}${few ? '*' : ''}`
  )
  const rows = themes.slice(0, MOST_ROWS).map(({ label }, row) => {
    const of = cells.slice(row * keys.length, row * keys.length + shown.length)
    const most = Math.max(...of.map(({ share }) => share))
    return [
      '  '.repeat(depths[row]) + label,
      ...of.map(({ share }) => `${percent(share)} ${bar(most === 0 ? 0 : share / most, 4)}`)
    ]
  })
  return [
    `share of the sentences of each ${by ?? ''}`,
    '',
    ...textTable(
      [{ title: 'theme', cut: true }, ...titles.map((title) => ({ title, right: true }))],
      [['sentences', ...shown.map(({ sentences }) => `${formatCount(sentences)}     `)], ...rows]
    ),
    ...(themes.length > MOST_ROWS
      ? [`… and ${counted(themes.length - MOST_ROWS, 'more theme')}; --export FILE writes all`]
      : []),
    ...(rest.length === 0 ? [] : ['']),
    ...rest.flatMap(({ kind, label, cells: of }) => {
      const values = of.slice(0, shown.length)
      const said = values.map(({ key, sentences, share }) => `${key} ${formatCount(sentences)}, ${percent(share)}`)
      return wrap(`${label}: ${said.join('; ')}${kind === 'hidden' ? heldByGroups(themes) : ''}`, textWidth())
    }),
    ...(keys.length > shown.length
      ? [`… and ${counted(keys.length - shown.length, 'more value')}; --export FILE writes all`]
      : []),
    ...(shown.some(({ few }) => few) ? ['', `* ${FEW}`] : [])
  ]
}

/** Formats each theme's shares over time as a sparkline. */
export function overTimeText({ by = '', keys, themes, cells, without, ...scale }: Shares): string {
  if (keys.length === 0) return joined([`no sentences with a ${by}`])
  const name = (key: string): string => timeName(key, scale)
  const times = fillTimes(
    keys.map(({ key }) => key),
    scale
  )
  const depths = depthsOf(themes)
  // Each character holds several times if there are too many for one line.
  const width = Math.max(1, Math.ceil(times.length / LINE))
  const sizes = new Map(keys.map(({ key, sentences }) => [key, sentences]))
  const line = (of: ReadonlyMap<string, number>, share: boolean): string =>
    sparkline(
      Array.from({ length: Math.ceil(times.length / width) }, (_, i) => {
        const held = times.slice(i * width, (i + 1) * width).filter((time) => sizes.has(time))
        const sum = (counts: ReadonlyMap<string, number>): number =>
          held.reduce((total, time) => total + (counts.get(time) ?? 0), 0)
        return held.length === 0 ? undefined : sum(of) / (share ? Math.max(1, sum(sizes)) : 1)
      })
    )
  const rows = themes.slice(0, MOST_ROWS).map(({ label }, row) => {
    const of = new Map(cells.slice(row * keys.length, (row + 1) * keys.length).map((cell) => [cell.key, cell]))
    const sure = [...of.values()].filter(({ few }) => !few)
    const peak = sure.reduce<ShareCell | undefined>(
      (best, cell) => (best && best.share >= cell.share ? best : cell),
      undefined
    )
    return [
      '  '.repeat(depths[row]) + label,
      line(new Map(Array.from(of, ([key, { sentences }]) => [key, sentences])), true),
      peak === undefined || peak.sentences === 0 ? '' : percent(peak.share),
      peak === undefined || peak.sentences === 0 ? '' : name(peak.key)
    ]
  })
  const unit = scale.interval === undefined ? 'times' : INTERVAL_NAMES[scale.interval]
  const few = keys.filter((key) => key.few)
  const lines = [
    `share of sentences by ${countedBy(scale, by)}, from ${name(keys[0].key)} to ${name(keys[keys.length - 1].key)}`,
    '',
    ...textTable(
      [{ title: 'theme', cut: true }, { title: 'over time' }, { title: 'peak', right: true }, { title: 'in' }],
      [['sentences', line(sizes, false), '', ''], ...rows]
    )
  ]
  if (themes.length > MOST_ROWS)
    lines.push(`… and ${counted(themes.length - MOST_ROWS, 'more theme')}; --export FILE writes all`)
  if (width > 1) lines.push('', `each character of a line is ${width} ${unit}`)
  if (few.length > 0) {
    const named =
      few.length > NAMED_FEW ? `${few.length} of ${keys.length} ${unit}` : few.map(({ key }) => name(key)).join(', ')
    lines.push('', ...wrap(`${named}: ${FEW}`, textWidth()))
  }
  if (without > 0) lines.push('', `${having(without, 'sentence')} no ${by}`)
  return joined(lines)
}

/** Returns the depth of each row of a tree, from 0. */
function depthsOf(themes: readonly ThemeRow[]): number[] {
  const depths = new Map<string, number>()
  return themes.map(({ id, parent }) => {
    const depth = parent === undefined ? 0 : (depths.get(parent) ?? -1) + 1
    depths.set(id, depth)
    return depth
  })
}

function joined(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`
}
