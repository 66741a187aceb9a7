import type { Duplicates } from '../duplicates/duplicates.js'
import type { CollectionComparison } from './collection-comparison.js'
import type { Outliers } from './outliers.js'
import type { Shares } from './shares.js'
import type { Cooccurrence } from './theme-cooccurrence.js'
import type { Trends } from './trends.js'
import type { Typical } from './typical.js'

export type Value = string | number | boolean

/** An answer as rows with the same columns, for a spreadsheet or a program that reads line by line. */
export interface FlatTable {
  readonly columns: readonly string[]
  /** As many values as columns; an empty text for a missing value. */
  readonly rows: readonly (readonly Value[])[]
}

/** Significant digits of numbers that are not counts. No figure is more precise. */
const DIGITS = 6

/** Converts objects to rows. The columns are named even if there are no rows. */
function flatten<C extends string>(
  columns: readonly C[],
  rows: readonly Readonly<Record<NoInfer<C>, Value>>[]
): FlatTable {
  return { columns, rows: rows.map((row) => columns.map((column) => rounded(row[column]))) }
}

function rounded(value: Value): Value {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(DIGITS)) : value
}

/** One row per theme and key, then rows for hidden themes and for sentences without a theme. */
export function flatShares({ by, interval, step, themes, keys, cells, rest }: Shares): FlatTable {
  const rows = [
    ...themes.map(({ id, label, kind, parent = '', parentLabel = '' }, row) => ({
      named: { theme: id, label, kind, group: parent, groupLabel: parentLabel },
      of: cells.slice(row * keys.length, (row + 1) * keys.length)
    })),
    ...rest.map(({ kind, label, cells: of }) => ({ named: { theme: '', label, kind, group: '', groupLabel: '' }, of }))
  ]
  const labels = ['theme', 'label', 'kind', 'group', 'groupLabel', 'by', 'interval', 'key'] as const
  return flatten(
    [...labels, 'sentences', 'of', 'documents', 'share', 'low', 'high', 'few'],
    rows.flatMap(({ named, of }) =>
      of.map(({ key, sentences, documents, share, low, high, few }, k) => ({
        ...{ ...named, by: by ?? '', interval: interval ?? step ?? '', key },
        ...{ sentences, of: keys[k].sentences, documents, share, low, high, few }
      }))
    )
  )
}

export function flatTrends({ field, interval, step, first, last, trends }: Trends): FlatTable {
  const { from: firstFrom = '', to: firstTo = '' } = first ?? {}
  const { from: lastFrom = '', to: lastTo = '' } = last ?? {}
  const times = ['firstFrom', 'firstTo', 'lastFrom', 'lastTo'] as const
  const labels = ['theme', 'label', 'direction', 'field', 'interval', ...times] as const
  return flatten(
    [...labels, 'first', 'last', 'peak', 'slope', 'low', 'high', 'p', 'sentences', 'documents', 'carriedBy', 'few'],
    trends.map(
      ({ theme, label, direction, first, last, peak, slope, low, high, p, sentences, documents, few, carriedBy }) => ({
        ...{ theme, label, direction, field, interval: interval ?? step ?? '' },
        ...{ firstFrom, firstTo, lastFrom, lastTo },
        ...{ first, last, slope, low, high, p, sentences, documents, few },
        peak: peak?.share ?? '',
        carriedBy: carriedBy === undefined ? '' : `${carriedBy.kind} ${carriedBy.name}`
      })
    )
  )
}

export function flatTogether({ pairs }: Cooccurrence): FlatTable {
  return flatten(
    ['a', 'labelA', 'b', 'labelB', 'documents', 'expected', 'lift', 'jaccard', 'z', 'certain', 'few'],
    pairs.map(({ a, b, documents, expected, lift, jaccard, z, certain, few }) => ({
      ...{ a: a.id, labelA: a.label, b: b.id, labelB: b.label },
      ...{ documents, expected, lift, jaccard, z, certain, few }
    }))
  )
}

/** Returns a row for each document, then for each passage. */
export function flatTypical({ theme, documents, passages }: Typical): FlatTable {
  const named = { theme: theme.id, label: theme.label }
  const columns = ['theme', 'label', 'kind', 'document', 'title', 'sentences', 'of', 'score', 'text'] as const
  return flatten(columns, [
    ...documents.map(({ document, title, sentences, of, similarity }) => ({
      ...{ ...named, kind: 'document', document, title, sentences, of, score: similarity, text: '' }
    })),
    ...passages.map(({ document, title, sentences, score }) => ({
      ...{ ...named, kind: 'passage', document, title, sentences: sentences.length, of: '', score },
      text: sentences.map(({ text }) => text).join(' ')
    }))
  ])
}

/** Returns a row for each sentence, then for each document. */
export function flatOutliers({ sentences, documents }: Outliers): FlatTable {
  const columns = ['kind', 'document', 'title', 'position', 'sentences', 'similarity', 'drawn', 'text'] as const
  return flatten(columns, [
    ...sentences.map(({ record: { document, title, position, text }, similarity }) => ({
      ...{ kind: 'sentence', document, title, position, sentences: 1, similarity, drawn: '', text }
    })),
    ...documents.map(({ document, title, sentences, similarity, drawn }) => ({
      ...{ kind: 'document', document, title, position: '', sentences, similarity, drawn, text: '' }
    }))
  ])
}

/** Returns a row for each sentence, group by group. */
export function flatDuplicates({ found }: Duplicates): FlatTable {
  const group = ['group', 'kind', 'sentences', 'documents', 'shared', 'relatedness'] as const
  return flatten(
    [...group, 'id', 'document', 'title', 'position', 'text'],
    found.flatMap(({ kind, sentences, documents, shared, relatedness = '', members }, index) =>
      members.map(({ id, document, title, position, text }) => ({
        ...{ group: index + 1, kind, sentences, documents, shared, relatedness },
        ...{ id, document, title, position, text }
      }))
    )
  )
}

/** Returns a row for each theme of either collection. */
export function flatComparison({ a, b, themes }: CollectionComparison): FlatTable {
  const ofA = ['sentencesA', 'shareA', 'lowA', 'highA'] as const
  const ofB = ['sentencesB', 'shareB', 'lowB', 'highB'] as const
  return flatten(
    ['of', 'theme', 'label', 'a', 'b', ...ofA, ...ofB, 'logOdds', 'low', 'high', 'larger', 'few'],
    themes.flatMap(({ of, themes: compared }) =>
      compared.map(({ theme, label, a: inA, b: inB, logOdds, low, high, larger, few }) => ({
        ...{ of, theme, label, a: a.collection, b: b.collection },
        ...{ sentencesA: inA.sentences, shareA: inA.share, lowA: inA.low, highA: inA.high },
        ...{ sentencesB: inB.sentences, shareB: inB.share, lowB: inB.low, highB: inB.high },
        ...{ logOdds, low, high, larger, few }
      }))
    )
  )
}
