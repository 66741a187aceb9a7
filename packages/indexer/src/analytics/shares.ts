import { intervalStart, periodOf } from '../store/dates.js'
import type { Filter, ThemeStore } from '../store/store.js'
import { findTheme, listThemes, type ListedTheme, type ThemeGroup } from '../themes/list.js'
import { addCounts, designEffect, isFew, shareOf, type ClusteredCount, type Share } from './clustered-count.js'
import {
  countByDocument,
  countThemes,
  inOrderOfSize,
  REST_KINDS,
  tableOf,
  themeRow,
  themeRows,
  type RestKind,
  type TableKey,
  type ThemeLevel,
  type ThemeRow,
  type ThemeTable
} from './theme-table.js'
import { stepStart, timeField, timePlace, timeScales, type TimeScale } from './timeline.js'

/** A theme's share of the sentences of one key, the value of a field or a time. */
export interface ShareCell extends Share {
  readonly theme: string
  readonly key: string
  readonly sentences: number
  readonly documents: number
  /** The key has fewer than 30 sentences or 5 documents. */
  readonly few: boolean
}

interface ShareKey {
  /** A value of the field; for times the first day or number, such as `2024-05-01`. */
  readonly key: string
  readonly sentences: number
  readonly documents: number
  readonly few: boolean
}

/** The share of each theme among the sentences of each key. */
export interface Shares extends TimeScale {
  /** The field counted by; absent if all sentences have the single key `all`. */
  readonly by?: string
  /** Most frequent values first; dates and numbers in ascending order. */
  readonly keys: readonly ShareKey[]
  readonly themes: readonly ThemeRow[]
  /** One row of cells per theme, with one cell per key. */
  readonly cells: readonly ShareCell[]
  /**
   * Sentences of hidden themes and sentences without a theme, key after key; a kind is left out if it has none. With
   * these, the shares of themes add up to the whole. The shares of groups already include their hidden themes.
   */
  readonly rest: readonly ShareRest[]
  /** Number of sentences without a value of the field, and of those whose value is too rare to be in `keys`. */
  readonly without: number
  readonly rarer: number
}

/** Sentences of hidden themes, or those without a theme. */
interface ShareRest {
  readonly kind: RestKind
  /** `hidden`, or `without a theme`. */
  readonly label: string
  readonly cells: readonly Omit<ShareCell, 'theme'>[]
}

const REST_LABELS: Readonly<Record<RestKind, string>> = {
  hidden: 'hidden',
  boilerplate: 'boilerplate',
  unassigned: 'without a theme'
}

export interface SharesOptions {
  readonly level?: ThemeLevel
  /** Counts only sentences that match this filter. */
  readonly filter?: Filter
}

/** Maximum number of values shown of a field; those with most sentences are kept. */
export const MOST_VALUES = 20

/**
 * Returns the share of each theme in the sentences of each value of a field, or of the whole tree of themes in all sentences
 * if no field and no level is named.
 * @throws Failure if no themes were built, or the collection has no such field.
 * @example
 * const { keys } = await themeShares(store)
 * keys.length // => 1
 */
export async function themeShares(
  store: ThemeStore,
  options: SharesOptions & { readonly by?: string; readonly values?: number } = {}
): Promise<Shares> {
  const { by, values = MOST_VALUES, filter } = options
  const { level = by === undefined ? 'tree' : 'themes' } = options
  const list = await listThemes(store)
  const counted = await countThemes(store, list, themeRows(list, level), {
    ...(by === undefined ? {} : { by }),
    ...(filter === undefined ? {} : { filter })
  })
  const table = filter === undefined ? counted : inOrderOfSize(counted)
  if (by === undefined) return sharesOfTable(table)
  const { fields } = await store.describe()
  const most = [...table.keys]
    .filter(({ key }) => key !== undefined)
    .sort((a, b) => b.sentences - a.sentences || (String(a.key) < String(b.key) ? -1 : 1))
    .slice(0, values)
  if (fields[by] === 'number') most.sort((a, b) => Number(a.key) - Number(b.key))
  if (fields[by] === 'date') most.sort((a, b) => periodOf(String(a.key))!.from - periodOf(String(b.key))!.from)
  return { by, ...sharesOfTable(table, most) }
}

/**
 * Returns the share of each theme in the sentences of each time. `theme` restricts the answer to one theme or group,
 * named by its id, its number or words of its label. The interval or step is chosen automatically if none is named.
 * @throws Failure if no themes were built, no theme has that name, or the field is not a date or number of the
 * collection.
 * @example
 * const { by } = await sharesOverTime(store, { interval: 'year' })
 * by // => 'date'
 */
export async function sharesOverTime(
  store: ThemeStore,
  options: SharesOptions & TimeScale & { readonly field?: string; readonly theme?: string } = {}
): Promise<Shares> {
  return sharesOfTimes(await countOverTime(store, options))
}

/** Returns the shares of a table whose keys are times. */
export function sharesOfTimes({ table, field, scale }: TimeTable): Shares {
  const keys = table.keys.filter(({ key }) => key !== undefined)
  return { by: field, ...scale, ...sharesOfTable(table, keys) }
}

/** A table whose keys are times, the earliest first. Sentences without a time come last. */
export interface TimeTable {
  readonly table: ThemeTable
  readonly field: string
  readonly scale: TimeScale
  /** Position of a key on the time axis: consecutive times are 1 apart. */
  readonly placeOf: (key: Pick<TableKey, 'key'>) => number
  /** The authors of each document, if a field names them. */
  readonly authors?: ReadonlyMap<string, readonly string[]>
}

/** Returns the table with only some of its themes. */
export function keepThemes(times: TimeTable, kept: (theme: ThemeRow) => boolean): TimeTable {
  const { themes, cells } = times.table
  const table = { ...times.table, themes: themes.filter(kept), cells: cells.filter((_, row) => kept(themes[row])) }
  return { ...times, table }
}

/**
 * Counts sentences by theme and time. If no interval or step is requested, uses the finest one at which most shares
 * differ from chance, or else the longest.
 */
export async function countOverTime(
  store: ThemeStore,
  options: SharesOptions & TimeScale & { readonly field?: string; readonly theme?: string }
): Promise<TimeTable> {
  const { level = 'themes', filter, theme } = options
  const along = timeField(await store.describe(), options.field)
  const { field, type } = along
  const list = await listThemes(store)
  // A theme that the user names is shown even if hidden.
  const rows =
    theme === undefined
      ? themeRows(list, level)
      : [themeRow(list, findTheme<ListedTheme | ThemeGroup>([...list.groups, ...list.themes], theme))]
  // Each document has one date, so counts by day can be summed for any interval.
  const counts = await countByDocument(store, type === 'date' ? { field, interval: 'day' } : field, filter)
  const dated = counts.filter(({ key: [value] }) => value !== undefined)
  const documents = new Set(dated.map(({ key: [, document] }) => document)).size
  const scales = timeScales({ values: dated.map(({ key: [value] }) => value!), documents }, along, options)
  let times: TimeTable | undefined
  for (const scale of scales) {
    const { interval, step } = scale
    const keyOf = (value: TableKey['key']): TableKey['key'] => {
      if (value === undefined) return undefined
      if (interval !== undefined) return intervalStart(Date.parse(String(value)), interval)
      return step === undefined ? value : stepStart(Number(value), step)
    }
    const table = tableOf(counts, list, rows, keyOf)
    times = inOrder(filter === undefined ? table : inOrderOfSize(table), field, scale)
    if (hasSeveralValues(times)) break
  }
  const authors = await authorsOf(store, filter)
  return { ...times!, ...(authors && { authors }) }
}

/** Names of fields with the authors of documents; the first that exists is used. */
const AUTHORS = ['author', 'authors'] as const

async function authorsOf(store: ThemeStore, filter?: Filter): Promise<Map<string, string[]> | undefined> {
  const { fields } = await store.describe()
  const field = AUTHORS.find((name) => fields[name] === 'keyword')
  if (field === undefined) return undefined
  const authors = new Map<string, string[]>()
  for (const { key } of await store.count(['document', field], filter)) {
    const [document, author] = key.map((part) => (part === undefined ? undefined : String(part)))
    if (author !== undefined) authors.set(document!, [...(authors.get(document!) ?? []), author])
  }
  return authors
}

/** Sorts the keys of a table by time. */
function inOrder(counted: ThemeTable, field: string, scale: TimeScale): TimeTable {
  const placeOf = ({ key }: Pick<TableKey, 'key'>): number =>
    key === undefined ? Infinity : timePlace(String(key), scale)
  const order = [...counted.keys.keys()].sort((a, b) => placeOf(counted.keys[a]) - placeOf(counted.keys[b]))
  const ordered = (cells: readonly ClusteredCount[]): ClusteredCount[] => order.map((k) => cells[k])
  const { hidden, boilerplate, unassigned } = counted.rest
  const table = {
    themes: counted.themes,
    keys: order.map((k) => counted.keys[k]),
    cells: counted.cells.map(ordered),
    rest: { hidden: ordered(hidden), boilerplate: ordered(boilerplate), unassigned: ordered(unassigned) },
    documentsOf: counted.documentsOf
  }
  return { table, field, scale, placeOf }
}

/**
 * Whether most shares differ from chance: at least half of their intervals are narrower than the share over all times.
 */
function hasSeveralValues({ table: { keys, cells } }: TimeTable): boolean {
  const widths = cells.flatMap((row) => {
    const counts = row.filter((_, k) => keys[k].key !== undefined)
    const least = designEffect(counts)
    const { count, of } = addCounts(counts)
    if (count === 0) return []
    return counts.map((counted) => shareOf(counted, least)).map(({ low, high }) => ((high - low) * of) / count)
  })
  return widths.filter((width) => width < 1).length >= widths.length / 2
}

/** Returns the shares at the `shown` keys. A table that was not counted by a field has one key, undefined. */
export function sharesOfTable(
  { themes, keys, cells, rest }: Omit<ThemeTable, 'documentsOf'>,
  shown: readonly TableKey[] = keys
): Omit<Shares, 'by' | keyof TimeScale> {
  const places = shown.map((key) => keys.indexOf(key))
  const names = shown.map(({ key }) => (key === undefined ? 'all' : String(key)))
  const without = keys.find((key) => key.key === undefined && !shown.includes(key))?.sentences ?? 0
  const total = (of: readonly TableKey[]): number => of.reduce((sum, { sentences }) => sum + sentences, 0)
  const cellsOf = (counts: readonly ClusteredCount[]): Omit<ShareCell, 'theme'>[] => {
    const least = designEffect(counts)
    return places.map((k, at) => ({
      key: names[at],
      sentences: counts[k].count,
      documents: counts[k].having,
      ...shareOf(counts[k], least),
      few: isFew(keys[k])
    }))
  }
  return {
    keys: shown.map((key, at) => ({ ...key, key: names[at], few: isFew(key) })),
    themes,
    cells: themes.flatMap(({ id }, row) => cellsOf(cells[row]).map((cell) => ({ theme: id, ...cell }))),
    rest: REST_KINDS.map((kind) => ({ kind, label: REST_LABELS[kind], cells: cellsOf(rest[kind]) })).filter(
      ({ cells: of }) => of.some(({ sentences }) => sentences > 0)
    ),
    without,
    rarer: total(keys) - total(shown) - without
  }
}
