import { counted, printable } from '@leitmotif/command'
import { changeOf, formatCount, fixed, percent, oddsRatio } from './numbers.js'
import { paint, textWidth, wrap } from './terminal-text.js'
import { textTable } from './text-table.js'
import type { CollectionComparison, ThemesInBoth } from '../analytics/collection-comparison.js'
import type { Outliers } from '../analytics/outliers.js'
import { perTime, spanName } from '../analytics/time-words.js'
import { timeName } from '../analytics/timeline.js'
import type { Cooccurrence } from '../analytics/theme-cooccurrence.js'
import { changeNotes, orderChanges } from '../analytics/trend-order.js'
import type { Trend, Trends } from '../analytics/trends.js'
import type { Passage, Typical } from '../analytics/typical.js'

/** Formats the rising and the falling themes. */
export function trendsText({ field, first, last, trends, ...scale }: Trends): string {
  if (first === undefined || last === undefined) return joined([`no sentence has a ${field}`])
  const name = (key: string): string => timeName(key, scale)
  if (first.from === last.to) {
    const finer =
      'interval' in scale ? 'choose a shorter --interval, or ' : 'step' in scale ? 'choose a smaller --step, or ' : ''
    return joined([
      `all sentences with a ${field} are of ${name(first.from)}; a trend needs at least two times: ${finer}index documents of others`
    ])
  }
  const [before, after] = [first, last].map((span) => spanName(span, name))
  const { rising, falling, unsure, level } = orderChanges(trends)
  const table = (rows: readonly Trend[]): string[] => {
    const notes = rows.flatMap((trend) =>
      changeNotes(trend, percent, name).map((note) => printable(`${trend.label}: ${note}`))
    )
    return [...tableOf(rows), ...notes.flatMap((note) => wrap(note, textWidth()))]
  }
  const tableOf = (rows: readonly Trend[]): string[] =>
    rows.length === 0
      ? ['none significant']
      : textTable(
          [
            { title: 'theme', cut: true },
            { title: before, right: true },
            { title: after, right: true },
            { title: `odds ${perTime(scale)}`, right: true },
            { title: '95 %', right: true },
            { title: 'sentences', right: true }
          ],
          rows.map((trend) => [
            trend.label,
            percent(trend.first),
            percent(trend.last),
            changeOf(trend.slope),
            `${changeOf(trend.low)} to ${changeOf(trend.high)}`,
            formatCount(trend.sentences)
          ])
        )
  return joined([
    ...wrap(
      `each theme’s share of the sentences of ${before}, and of those of ${after}, by ${field}; the odds are those of a sentence being of it`,
      textWidth()
    ),
    '',
    paint.bold('Rising'),
    ...table(rising),
    '',
    paint.bold('Falling'),
    ...table(falling),
    '',
    ...(unsure.length === 0
      ? []
      : [paint.bold('The largest changes, each of which may be chance'), ...table(unsure), '']),
    `${counted(level, 'theme')} without a significant change`
  ])
}

/** Formats pairs of themes that share documents. */
export function togetherText({ documents, pairs }: Cooccurrence, most: number): string {
  const shown = pairs.filter(({ certain }) => certain).slice(0, most)
  return joined([
    `pairs of themes that share more documents than chance explains, strongest first (${counted(documents, 'document')})`,
    '',
    ...(shown.length === 0
      ? ['none significant']
      : textTable(
          [
            { title: 'theme', cut: true },
            { title: 'with', cut: true },
            { title: 'documents', right: true },
            { title: 'expected', right: true },
            { title: 'lift', right: true },
            { title: 'overlap', right: true }
          ],
          shown.map(({ a, b, documents: both, expected, lift, jaccard }) => [
            a.label,
            b.label,
            formatCount(both),
            expected.toFixed(1),
            `× ${lift.toFixed(1)}`,
            percent(jaccard)
          ])
        ))
  ])
}

/** Formats the most typical documents and passages of a theme. */
export function typicalText({ theme, documents, passages }: Typical): string {
  return joined([
    `${theme.id}  ${paint.bold(theme.label)}`,
    '',
    paint.bold('Documents'),
    ...documentLines(
      documents.map(({ similarity, sentences, of, ...rest }) => ({
        ...rest,
        similarity,
        note: `${sentences} of ${counted(of, 'sentence')}`
      }))
    ),
    '',
    paint.bold('Passages'),
    ...passages.flatMap(passageLines)
  ])
}

/** Formats outliers. */
export function outliersText({ sentences, documents }: Outliers): string {
  return joined([
    paint.bold('Sentences least similar to any theme'),
    ...sentences.flatMap(({ record, similarity }) => quoted(record.text, similarity, [record.title, ...record.path])),
    '',
    paint.bold('Documents least similar to the collection'),
    ...wrap(
      'mean similarity of their sentences, shrunk towards the collection’s mean for documents with few sentences',
      textWidth()
    ),
    ...documentLines(
      documents.map(({ drawn, similarity, ...of }) => ({
        ...of,
        similarity: drawn,
        note: `mean ${fixed(similarity)} of ${counted(of.sentences, 'sentence')}`
      }))
    )
  ])
}

/** Formats the themes whose shares differ between two collections. */
export function comparisonText({ a, b, themes }: CollectionComparison): string {
  const table = ({ of, themes: compared, without }: ThemesInBoth): string[] => {
    const differing = compared.filter(({ larger }) => larger !== 'neither')
    const share = (missing: number, { sentences }: { readonly sentences: number }): string =>
      percent(sentences === 0 ? 0 : missing / sentences)
    return [
      '',
      paint.bold(`By the themes of ${(of === 'a' ? a : b).collection}`),
      ...textTable(
        [
          { title: 'theme', cut: true },
          { title: a.collection, right: true },
          { title: b.collection, right: true },
          { title: 'odds ratio', right: true },
          { title: '95 %', right: true }
        ],
        differing.map((theme) => [
          theme.label,
          percent(theme.a.share),
          percent(theme.b.share),
          oddsRatio(theme.logOdds),
          `${oddsRatio(theme.low)} – ${oddsRatio(theme.high)}`
        ])
      ),
      `${counted(compared.length - differing.length, 'theme')} without a significant difference; ` +
        `sentences without a theme: ${share(without.a, a)} of ${a.collection}, ${share(without.b, b)} of ${b.collection}`
    ]
  }
  const said = [a, b].map(
    ({ collection, sentences, documents }) =>
      `${collection}: ${counted(sentences, 'sentence')} of ${counted(documents, 'document')}`
  )
  return joined([...said, ...themes.flatMap(table)])
}

function documentLines(
  documents: readonly {
    readonly title: string
    readonly document: string
    readonly similarity: number
    readonly note: string
  }[]
): string[] {
  return documents.flatMap(({ title, document, similarity, note }) => [
    `  ${fixed(similarity)}  ${title}`,
    `        ${paint.dim(`${note}  ${document}`)}`
  ])
}

function passageLines({ title, path, score, sentences }: Passage): string[] {
  return quoted(sentences.map(({ text }) => text).join(' '), score, [title, ...path])
}

function quoted(text: string, score: number, place: readonly string[]): string[] {
  return [
    `  ${paint.dim(fixed(score))}  ${place.join(' › ')}`,
    ...wrap(text, textWidth() - 8).map((line) => `        ${line}`)
  ]
}

function joined(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`
}
