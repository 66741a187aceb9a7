import type { ThemeStore } from '../store/store.js'
import type { Carrier } from './changes.js'
import { addCounts, countDocuments, isFew } from './clustered-count.js'
import { believable } from './normal.js'
import { countOverTime, type SharesOptions, type TimeTable } from './shares.js'
import type { TimeScale } from './timeline.js'
import { trendLine, type TrendLine } from './trend-line.js'

/** How a theme's share changes over time. */
export interface Trend extends TrendLine {
  readonly theme: string
  readonly label: string
  /**
   * Level unless the change is hardly chance: of those called rising or falling, one in twenty is expected to be so by
   * chance.
   */
  readonly direction: 'rising' | 'falling' | 'level'
  readonly sentences: number
  readonly documents: number
  /** The theme has fewer than 30 sentences or 5 documents in all; its direction is then level. */
  readonly few: boolean
  /** Present if one document or author carries the change (`carrierOf`). It is then no finding on the collection. */
  readonly carriedBy?: Carrier
}

/** Themes and how they change; one time of the scale is one step of the slopes. */
export interface Trends extends TimeScale {
  readonly field: string
  /** The first and the last time, by their first day, or number. */
  readonly first?: string
  readonly last?: string
  /** Ordered from the largest gain in share to the largest loss. */
  readonly trends: readonly Trend[]
}

/**
 * Returns which themes rise and which fall. A theme is left out if no line can be fitted: it occurs at only one time,
 * or in fewer than three documents in total.
 * @throws Failure if no themes were built, or the field is not a date or number of the collection.
 */
export async function themeTrends(
  store: ThemeStore,
  options: SharesOptions & TimeScale & { readonly field?: string } = {}
): Promise<Trends> {
  return trendsOfTimes(await countOverTime(store, options))
}

/** The trends of a table whose keys run along time. */
export function trendsOfTimes(times: TimeTable): Trends {
  const { table, field, scale, placeOf } = times
  const keys = table.keys.filter(({ key }) => key !== undefined)
  const lines = table.themes.flatMap(({ id, label }, row) => {
    const counts = table.cells[row].slice(0, keys.length)
    const line = trendLine(counts.map((counted, k) => ({ at: placeOf(keys[k]), counted })))
    const { count: sentences, having: documents } = addCounts(counts)
    return line === undefined
      ? []
      : [{ theme: id, label, ...line, sentences, documents, few: isFew({ sentences, documents }) }]
  })
  const certain = believable(lines.flatMap(({ p, few }) => (few ? [] : [p])))
  let judged = 0
  const trends = lines.map((line): Trend => {
    const sure = !line.few && certain[judged++]
    if (!sure) return { ...line, direction: 'level' }
    const carriedBy = carrierOf(times, line)
    return { ...line, direction: line.slope > 0 ? 'rising' : 'falling', ...(carriedBy && { carriedBy }) }
  })
  return {
    field,
    ...scale,
    ...(keys.length > 0 && { first: String(keys[0].key), last: String(keys[keys.length - 1].key) }),
    trends: trends.sort((a, b) => b.last - b.first - (a.last - a.first))
  }
}

/** Documents and authors with most of a theme that are left out, one at a time. */
const LEFT_OUT = 3

/**
 * Returns the document or author that carries a change, if any: one that has at least half of the theme's sentences, or
 * without which less than half of the slope remains. Of the documents, and of the authors, the three with most of the
 * theme are tried. An author of half of all sentences or more carries nothing: the collection is theirs.
 */
function carrierOf(
  { table, placeOf, authors }: TimeTable,
  { theme, slope }: Pick<Trend, 'theme' | 'slope'>
): Carrier | undefined {
  const documents = table.documentsOf(theme).filter(({ key }) => key !== undefined)
  const all = documents.reduce((sum, { n }) => sum + n, 0)
  const ofTheme = documents.reduce((sum, { x }) => sum + x, 0)
  const namesOf = {
    document: (document: string): readonly string[] => [document],
    author: (document: string): readonly string[] => authors?.get(document) ?? []
  }
  for (const kind of ['document', 'author'] as const) {
    const held = new Map<string, { x: number; n: number }>()
    for (const { document, x, n } of documents)
      for (const name of namesOf[kind](document)) {
        const before = held.get(name) ?? { x: 0, n: 0 }
        held.set(name, { x: before.x + x, n: before.n + n })
      }
    const most = Array.from(held, ([name, of]) => ({ name, ...of }))
      .filter(({ n }) => kind === 'document' || n * 2 < all)
      .sort((a, b) => b.x - a.x || (a.name < b.name ? -1 : 1))
      .slice(0, LEFT_OUT)
    for (const { name, x } of most) {
      const without = slopeOf(documents.filter(({ document }) => !namesOf[kind](document).includes(name)))
      if (x * 2 >= ofTheme || without * Math.sign(slope) * 2 < Math.abs(slope))
        return { kind, name, share: x / ofTheme }
    }
  }
  return undefined

  function slopeOf(some: typeof documents): number {
    const places = new Map<number, [number, number][]>()
    for (const { key, x, n } of some) {
      const at = placeOf({ key })
      const held = places.get(at)
      if (held === undefined) places.set(at, [[x, n]])
      else held.push([x, n])
    }
    const points = Array.from(places, ([at, held]) => ({ at, counted: countDocuments(held) }))
    return trendLine(points)?.slope ?? 0
  }
}
