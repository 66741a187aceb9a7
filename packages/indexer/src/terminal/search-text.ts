import type { ClusterAnswer, HitTheme } from '../search/cluster-hits.js'
import type { Contrast, ContrastTheme, ContrastWord } from '../analytics/contrast.js'
import { listedOf } from '../analytics/contrast-order.js'
import type { FoundSentence, SearchAnswer } from '../search/search.js'
import type { SentenceRecord } from '../store/store.js'
import { counted, printable } from '@leitmotif/command'
import { fixed, percent, percentileText, timesText } from './numbers.js'
import { paint, textWidth, wrap } from './terminal-text.js'

/** Maximum words of each part of a contrast to print; `--json` has all. */
const WORDS = 12

const NOT_FOUND = 'No sentences found; try other words, another --mode, or fewer filters.'

/** Formats hits with their place, sentence and score. */
export function searchText(asked: string, { mode, known, language, hits }: SearchAnswer): string {
  const lines: string[] = []
  if (language !== undefined && hits.length > 0) {
    const name = new Intl.DisplayNames(['en'], { type: 'language' }).of(language) ?? language
    lines.push(
      `The query seems to be in ${name}, which the encoder does not read, so hits by theme may be about anything; try another language, or --mode keyword.`
    )
  }
  if (!known && mode !== 'keyword') {
    const shown = asked.length > 60 ? `${asked.slice(0, 60)}…` : asked
    lines.push(
      `The encoder knows no word of “${shown}”, so a thematic search finds nothing; try other words, or --mode keyword.`
    )
  } else if (hits.length === 0) lines.push(NOT_FOUND)
  else if (!known) lines.push('The encoder knows none of these words; the hits below contain them.')
  hits.forEach((hit, index) => {
    lines.push('', `${String(index + 1).padStart(3)}  ${paint.bold(placeOf(hit.record))}`, ...passage(hit))
    if (hit.copies !== undefined) lines.push(`     ${copiesText(hit.copies)}`)
    lines.push(...scoreLines(hit, mode))
  })
  return `${lines.join('\n')}\n`
}

/** Formats a sentence, marked with an arrow if it has context sentences. */
function passage({ record, before, after }: FoundSentence): string[] {
  const around = (records: readonly SentenceRecord[] = []): string[] =>
    records.length === 0 ? [] : indented(records.map(({ text }) => text).join(' ')).map(paint.dim)
  const own = indented(record.text)
  if (before !== undefined) own[0] = `   → ${own[0].slice(5)}`
  return [...around(before), ...own, ...around(after)]
}

function copiesText({ sentences, documents }: NonNullable<FoundSentence['copies']>): string {
  return documents === 0 ? `and ${sentences} more in this document` : `and ${counted(documents, 'more document')}`
}

/** Formats a hit's score and name, on one line if they fit. */
function scoreLines({ record, score, percentile }: FoundSentence, mode: SearchAnswer['mode']): string[] {
  const shown = fixed(score, mode === 'hybrid' ? 3 : 2)
  const meaning =
    percentile === undefined ? shown : `${shown}, more similar than ${percentileText(percentile)} % of random pairs`
  const line = `${meaning} · ${handleOf(record)}`
  const lines = line.length <= textWidth() - 5 ? [line] : [meaning, handleOf(record)]
  return lines.map((line) => `     ${paint.dim(line)}`)
}

/** Formats the groups of hits, largest first. `path` are the labels and `drill` the numbers of the parent groups. */
export function clusterText(
  { sentences, drawnFrom, themes, unassigned }: ClusterAnswer,
  path: readonly string[],
  drill: readonly number[]
): string {
  if (sentences === 0) return `${NOT_FOUND}\n`
  const without = unassigned.length === 0 ? '' : `; ${counted(unassigned.length, 'sentence')} in none`
  const lines = [...(path.length === 0 ? [] : [paint.bold(path.join(' › '))])]
  const drawn =
    drawnFrom === undefined
      ? ''
      : ` sampled by document from ${counted(drawnFrom, 'sentence')} (--hits enlarges the sample)`
  lines.push(`${counted(themes.length, 'theme')} of ${counted(sentences, 'sentence')}${drawn}${without}`)
  themes.forEach((theme, index) => {
    lines.push(
      '',
      `${[...drill, index + 1].join('.').padStart(3)}  ${paint.bold(theme.label)}  ${paint.dim(sizeOf(theme))}`
    )
    for (const record of theme.exemplars.slice(0, 2)) lines.push(...quoted(record))
  })
  if (themes.length > 1) lines.push('', '--drill NUMBER divides one group further; --json lists all sentences of each.')
  return `${lines.join('\n')}\n`
}

function sizeOf({ sentences, share }: HitTheme): string {
  return `${counted(sentences, 'sentence')}, ${percent(share)}`
}

/** Formats a comparison of two parts. */
export function contrastText(
  { a, b, themes, words }: Contrast,
  names: { readonly a: string; readonly b: string }
): string {
  const size = ({ sentences, documents }: Contrast['a']): string =>
    `${counted(sentences, 'sentence')} of ${counted(documents, 'document')}`
  const lines = [`a: ${paint.bold(names.a)}  ${paint.dim(size(a))}`, `b: ${paint.bold(names.b)}  ${paint.dim(size(b))}`]
  if (themes.length === 0) lines.push('', 'no themes were built; use: leitmotif themes build')
  else if (!themes.some(({ certain }) => certain))
    lines.push('', 'No theme differs by more than chance explains. The largest differences follow.')
  for (const side of ['a', 'b'] as const) {
    lines.push('', paint.bold(`More in ${side}: ${names[side]}`))
    for (const theme of listedOf(themes, side)) lines.push(...themeLines(theme))
    const shown = words.filter((word) => word.larger === side)
    const sure = shown.filter((word) => word.certain).slice(0, WORDS)
    const unsure = shown.filter((word) => !word.certain)
    const told = (head: string, some: readonly ContrastWord[]): void => {
      if (some.length > 0) lines.push(...indented(`${head}: ${some.map(({ term }) => term).join(', ')}`))
    }
    told('words', sure)
    told('words, perhaps by chance', unsure)
  }
  return `${lines.join('\n')}\n`
}

function themeLines({ label, exemplars, certain, ...difference }: ContrastTheme): string[] {
  const { a, b, larger, documents } = difference
  const times = timesText(difference) ?? `only in ${larger}`
  const shares = `${percent(a.share)} of a, ${percent(b.share)} of b: ${times}, ${counted(documents, 'document')}`
  const lines = [`     ${paint.bold(label)}  ${paint.dim(certain ? shares : `${shares}; perhaps by chance`)}`]
  for (const { text, title } of exemplars.slice(0, 1)) lines.push(...quoted({ text, title }))
  return lines
}

function quoted(record: Pick<SentenceRecord, 'text' | 'title'>): string[] {
  return wrap(`“${record.text}” (${record.title})`, textWidth() - 7).map((line) => `       ${line}`)
}

function indented(text: string): string[] {
  return wrap(text, textWidth() - 5).map((line) => `     ${line}`)
}

function placeOf({ title, path, fields: { page } }: SentenceRecord): string {
  return printable([title, ...path].join(' › ')) + (typeof page === 'number' ? `, p. ${page}` : '')
}

/** Returns a sentence's name for `--more` and `--less`. */
function handleOf({ document, position }: SentenceRecord): string {
  return printable(`${document}#${position}`).replace(/\s+/g, ' ')
}
