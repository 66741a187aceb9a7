import type { ThemeStore } from '../store/store.js'
import type { TimeSpan } from './time-words.js'
import type { Carrier } from './trend-order.js'
import { addCounts, countDocuments, designEffect, isFew, shareOf, type ClusteredCount } from './clustered-count.js'
import { discoveries } from './p-values.js'
import { countOverTime, type SharesOptions, type TimeTable } from './shares.js'
import type { TimeScale } from './timeline.js'
import { trendLine, type TrendLine } from './trend-line.js'

/** How a theme's share changes over time. */
export interface Trend extends TrendLine {
  readonly theme: string
  readonly label: string
  /** Shares counted in the sentences of the first and the last part of the time. */
  readonly first: number
  readonly last: number
  /** The part in between with the largest share, if this is far above both ends. */
  readonly peak?: TimeSpan & { readonly share: number }
  /** `level` unless the change is beyond chance, at a false discovery rate of 5%. */
  readonly direction: 'rising' | 'falling' | 'level'
  readonly sentences: number
  readonly documents: number
  /** The theme has fewer than 30 sentences or 5 documents in all; its direction is then level. */
  readonly few: boolean
  /**
   * Present if one document or author accounts for the change (`carrierOf`): it then says nothing about the collection
   * as a whole.
   */
  readonly carriedBy?: Carrier
}

/** Changes of themes over time. Slopes are per time of the scale. */
export interface Trends extends TimeScale {
  readonly field: string
  /** The parts of the time that begin and end it. Each holds at least a tenth of the documents, if the times allow. */
  readonly first?: TimeSpan
  readonly last?: TimeSpan
  /** Ordered from the largest gain in share to the largest loss. */
  readonly trends: readonly Trend[]
}

/**
 * Returns which themes rise and which fall. A theme is left out if no line can be fitted: it occurs at only one time,
 * or in fewer than three documents in total.
 * @throws Failure if no themes were built, or the field is not a date or number of the collection.
 * @example
 * const { trends } = await themeTrends(store, { interval: 'year' })
 * trends.length <= 8 // => true
 */
export async function themeTrends(
  store: ThemeStore,
  options: SharesOptions & TimeScale & { readonly field?: string } = {}
): Promise<Trends> {
  return trendsOfTimes(await countOverTime(store, options))
}

/** Returns the trends of a table whose keys are times. */
export function trendsOfTimes(times: TimeTable): Trends {
  const { table, field, scale, placeOf } = times
  const keys = table.keys.filter(({ key }) => key !== undefined)
  const parts = partsOf(keys.map(({ documents }) => documents))
  const spanOf = ([from, until]: Part): TimeSpan => ({ from: String(keys[from].key), to: String(keys[until - 1].key) })
  const lines = table.themes.flatMap(({ id, label }, row) => {
    const counts = table.cells[row].slice(0, keys.length)
    const line = trendLine(counts.map((counted, k) => ({ at: placeOf(keys[k]), counted })))
    const { count: sentences, having: documents } = addCounts(counts)
    if (line === undefined) return []
    const { first, last, peak } = endsOf(counts, parts)
    const span = peak && { ...spanOf(parts[peak.part]), share: peak.share }
    return [
      {
        ...{ theme: id, label, ...line, first, last, ...(span && { peak: span }) },
        ...{ sentences, documents, few: isFew({ sentences, documents }) }
      }
    ]
  })
  const certain = discoveries(lines.flatMap(({ p, few }) => (few ? [] : [p])))
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
    ...(keys.length > 0 && { first: spanOf(parts[0]), last: spanOf(parts[parts.length - 1]) }),
    trends: trends.sort((a, b) => b.last - b.first - (a.last - a.first))
  }
}

/** Indices of consecutive times: the first, and the one after the last. */
type Part = readonly [from: number, until: number]

/** Minimum share of all documents in a part of the time. */
const LEAST_PART = 0.1

/**
 * Divides the times into parts of at least a tenth of the documents. Several times give at least two parts, however few
 * documents they have.
 * @param documents number of documents of each time
 */
export function partsOf(documents: readonly number[]): Part[] {
  const total = (of: readonly number[]): number => of.reduce((sum, n) => sum + n, 0)
  const least = LEAST_PART * total(documents)
  let end = documents.length - 1
  while (end > 1 && total(documents.slice(end)) < least) end--
  // The last part is as short as it can be; those before it are counted from the first time.
  const starts = [0]
  for (let k = 1; k < end; k++) {
    const enough = [documents.slice(starts[starts.length - 1], k), documents.slice(k, end)].every(
      (part) => total(part) >= least
    )
    if (enough) starts.push(k)
  }
  if (end > 0) starts.push(end)
  return documents.length === 0 ? [] : starts.map((from, i) => [from, starts[i + 1] ?? documents.length])
}

/** How many times larger than both ends a peak is. */
const PEAK = 2

/** Returns the shares of the first and the last part, and the part whose share is certainly far above both, if any. */
function endsOf(
  counts: readonly ClusteredCount[],
  parts: readonly Part[]
): {
  readonly first: number
  readonly last: number
  readonly peak?: { readonly part: number; readonly share: number }
} {
  const least = designEffect(counts)
  const shares = parts.map(([from, until]) => {
    const counted = addCounts(counts.slice(from, until))
    return { ...shareOf(counted, least), few: isFew({ sentences: counted.of, documents: counted.documents }) }
  })
  const [first, last] = [shares[0], shares[shares.length - 1]]
  const between = [...shares.keys()].slice(1, -1).filter((part) => !shares[part].few)
  const part = between.reduce((best, at) => (shares[at].share > (shares[best]?.share ?? 0) ? at : best), -1)
  const ends = { first: first.share, last: last.share }
  if (part < 0) return ends
  const { share, low } = shares[part]
  const isPeak = share >= PEAK * Math.max(first.share, last.share) && low > Math.max(first.high, last.high)
  return isPeak ? { ...ends, peak: { part, share } } : ends
}

/** Number of documents, and of authors, with most of a theme that are left out in turn. */
const LEFT_OUT = 3

/**
 * Returns the document or author that accounts for a change, if any: one with at least half of the theme's sentences,
 * or without which less than half of the slope remains. Tries the three documents and the three authors with most of
 * the theme. Skips an author of at least half of all sentences: the collection is mostly theirs.
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
