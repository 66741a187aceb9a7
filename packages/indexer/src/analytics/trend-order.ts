/** The properties by which changes are ordered. */
interface ListedChange {
  readonly direction: 'rising' | 'falling' | 'level'
  /** Fitted shares at the first and the last time. */
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
  const gain = ({ first, last }: Change): number => Math.abs(last - first)
  const of = (direction: Change['direction']): Change[] =>
    trends
      .filter((trend) => trend.direction === direction)
      .sort((a, b) => Number(a.carriedBy !== undefined) - Number(b.carriedBy !== undefined) || gain(b) - gain(a))
  const [rising, falling, level] = [of('rising'), of('falling'), of('level')]
  const none = rising.length + falling.length === 0
  const unsure = none ? level.filter(({ few }) => !few).sort((a, b) => a.p - b.p) : []
  return { rising, falling, unsure: unsure.slice(0, UNSURE), level: level.length }
}

/** `mostly one document: 2021-kits.md, 84 % of its sentences`, with shares formatted by `percent`. */
export function carriedText({ kind, name, share }: Carrier, percent: (share: number) => string): string {
  return `mostly one ${kind}: ${name}, ${percent(share)} of its sentences`
}
