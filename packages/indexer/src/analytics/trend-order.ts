import { spanName, type TimeSpan } from './time-words.js'

/** The properties by which changes are ordered. */
interface ListedChange {
  readonly direction: 'rising' | 'falling' | 'level'
  /** Counted shares of the first and the last part of the time. */
  readonly first: number
  readonly last: number
  readonly p: number
  readonly few: boolean
  /** The document or author that accounts for most of the change, if any. */
  readonly carriedBy?: Carrier | undefined
}

export interface Carrier {
  readonly kind: 'document' | 'author'
  readonly name: string
  /** Its share of the theme's sentences. */
  readonly share: number
}

export interface OrderedChanges<Change> {
  /** Largest gain of share first, then those that one document or author carries. */
  readonly rising: readonly Change[]
  /** Largest loss first, in the same way. */
  readonly falling: readonly Change[]
  /** If there is neither: the changes that are least likely chance, though chance may explain them. */
  readonly unsure: readonly Change[]
  /** Number of themes that are level. */
  readonly level: number
}

/** Number of changes shown if none is beyond chance. */
const UNSURE = 6

/** Sorts changes into the order in which all views list them. */
export function orderChanges<Change extends ListedChange>(trends: readonly Change[]): OrderedChanges<Change> {
  // A theme with a peak may rise along the fitted line while its last part has less than its first: it comes last.
  const gain = ({ direction, first, last }: Change): number => (direction === 'rising' ? last - first : first - last)
  const of = (direction: Change['direction']): Change[] =>
    trends
      .filter((trend) => trend.direction === direction)
      .sort((a, b) => Number(a.carriedBy !== undefined) - Number(b.carriedBy !== undefined) || gain(b) - gain(a))
  const [rising, falling, level] = [of('rising'), of('falling'), of('level')]
  const none = rising.length + falling.length === 0
  const unsure = none ? level.filter(({ few }) => !few).sort((a, b) => a.p - b.p) : []
  return { rising, falling, unsure: unsure.slice(0, UNSURE), level: level.length }
}

/** What to say beside a change: where its theme has a peak, and who carries it. */
interface NotedChange extends Partial<Pick<ListedChange, 'direction' | 'first' | 'last'>> {
  readonly peak?: (TimeSpan & { readonly share: number }) | undefined
  readonly carriedBy?: Carrier | undefined
}

/**
 * Returns notes on a change: `peak in 1940–1949: 31 %`, `mostly one document: 2021-kits.md, 84 % of its sentences`.
 * `percent` formats shares, and `name` times.
 */
export function changeNotes(
  { direction, first = 0, last = 0, peak, carriedBy }: NotedChange,
  percent: (share: number) => string,
  name: (time: string) => string
): string[] {
  const notes = peak === undefined ? [] : [`peak in ${spanName(peak, name)}: ${percent(peak.share)}`]
  const against = direction === 'rising' ? last < first : direction === 'falling' && last > first
  if (against && peak === undefined)
    notes.push(`${direction} over all times, though not from the first part to the last`)
  if (carriedBy === undefined) return notes
  const { kind, name: carrier, share } = carriedBy
  return [...notes, `mostly one ${kind}: ${carrier}, ${percent(share)} of its sentences`]
}
