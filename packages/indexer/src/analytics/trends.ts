import type { ThemeStore } from '../store/store.js'
import { addCounts, isFew } from './clustered-count.js'
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
export function trendsOfTimes({ table, field, scale, placeOf }: TimeTable): Trends {
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
    return { ...line, direction: !sure ? 'level' : line.slope > 0 ? 'rising' : 'falling' }
  })
  return {
    field,
    ...scale,
    ...(keys.length > 0 && { first: String(keys[0].key), last: String(keys[keys.length - 1].key) }),
    trends: trends.sort((a, b) => b.last - b.first - (a.last - a.first))
  }
}
