import { Failure } from '@leitmotif/command'
import type { SentenceMap } from '../map/sentence-map.js'
import { STORE_INTERVALS, intervalStart, periodOf } from '../store/dates.js'
import type { FieldValue, ThemeStore } from '../store/store.js'
import { fillTimes, roundWidths, stepStart, timeIndex, type TimeScale } from './timeline.js'

/** Number of colours, and of intervals of dates before neighbours share a colour. */
const [COLOURS, INTERVALS] = [8, 16]

/** Kinds of points whose value has no colour, and of points without a value. */
const [OTHERS, WITHOUT] = [254, 255]

/** Colours of the points of a map by a field. */
interface PointColours extends TimeScale {
  /** Values or spans of values by colour: keywords by their number of points, others in ascending order. */
  readonly keys: readonly {
    /** The value, or the first day or number of the span. */
    readonly key: string
    /** First day of the last interval, if the span has several. */
    readonly last?: string
    readonly points: number
  }[]
  /** Number of points with a rarer value, and of points without a value. */
  readonly others: number
  readonly without: number
  /** Of each point, the index of its key; 254 for a rarer value, 255 for none. */
  readonly kinds: Uint8Array
}

/**
 * Returns colours for the points of a map by a declared field: its most frequent keywords, or its range of dates or numbers
 * in equal spans. Of several keywords of a sentence the first counts. Reads all sentences.
 * @throws Failure for an unknown field.
 */
export async function colourPoints(store: ThemeStore, { ids }: SentenceMap, field: string): Promise<PointColours> {
  const { fields } = await store.describe()
  if (!Object.hasOwn(fields, field)) {
    const known = Object.keys(fields).join(', ')
    throw new Failure(
      `the collection has no field ${JSON.stringify(field.slice(0, 80))}; ${known === '' ? 'it has none' : `expected one of ${known}`}`
    )
  }
  const pointOf = new Map(ids.map((id, point) => [id, point]))
  const values = new Array<FieldValue | undefined>(ids.length).fill(undefined)
  for await (const { records } of store.scan()) {
    for (const { id, fields: own } of records) {
      const point = pointOf.get(id)
      if (point === undefined || !Object.hasOwn(own, field)) continue
      const value = own[field]
      values[point] = typeof value === 'object' ? value[0] : value
    }
  }
  const type = fields[field]
  const spans =
    type === 'keyword' ? spansOfKeywords(values) : type === 'date' ? spansOfDates(values) : spansOfNumbers(values)
  const kinds = Uint8Array.from(values, (value) => (value === undefined ? WITHOUT : spans.kindOf(value)))
  const counts = new Uint32Array(256)
  for (const kind of kinds) counts[kind]++
  return {
    ...spans.scale,
    keys: spans.keys.map((key, kind) => ({ ...key, points: counts[kind] })),
    others: counts[OTHERS],
    without: counts[WITHOUT],
    kinds
  }
}

interface Spans {
  readonly scale: TimeScale
  readonly keys: readonly { readonly key: string; readonly last?: string }[]
  readonly kindOf: (value: FieldValue) => number
}

type Values = readonly (FieldValue | undefined)[]

function spansOfKeywords(values: Values): Spans {
  const counts = new Map<FieldValue, number>()
  for (const value of values) if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1)
  const keys = [...counts]
    .sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1))
    .slice(0, COLOURS)
    .map(([value]) => String(value))
  const kinds = new Map(keys.map((key, kind) => [key, kind]))
  return { scale: {}, keys: keys.map((key) => ({ key })), kindOf: (value) => kinds.get(String(value)) ?? OTHERS }
}

function spansOfDates(values: Values): Spans {
  const momentOf = (value: FieldValue): number => periodOf(String(value))?.from ?? NaN
  let [first, last] = [Infinity, -Infinity]
  for (const value of new Set(values)) {
    if (value === undefined) continue
    first = Math.min(first, momentOf(value))
    last = Math.max(last, momentOf(value))
  }
  if (first > last) return { scale: {}, keys: [], kindOf: () => OTHERS }
  const timesOf = (interval: (typeof STORE_INTERVALS)[number]): number =>
    timeIndex(intervalStart(last, interval), interval) - timeIndex(intervalStart(first, interval), interval) + 1
  const interval = [...STORE_INTERVALS].reverse().find((one) => timesOf(one) <= INTERVALS) ?? 'year'
  const days = fillTimes([intervalStart(first, interval), intervalStart(last, interval)], { interval })
  const width = Math.ceil(days.length / COLOURS)
  const start = timeIndex(days[0], interval)
  const keys = Array.from({ length: Math.ceil(days.length / width) }, (_, kind) => {
    const [key, end] = [days[kind * width], days[Math.min(days.length, (kind + 1) * width) - 1]]
    return { key, ...(end !== key && { last: end }) }
  })
  const kindOf = (value: FieldValue): number =>
    Math.floor((timeIndex(intervalStart(momentOf(value), interval), interval) - start) / width)
  return { scale: { interval }, keys, kindOf }
}

function spansOfNumbers(values: Values): Spans {
  const numbers = [...new Set(values)].flatMap((value) => (value === undefined ? [] : [Number(value)]))
  numbers.sort((a, b) => a - b)
  const [first, last] = [numbers[0], numbers[numbers.length - 1]]
  const range = last - first
  const step =
    numbers.length <= COLOURS || !Number.isFinite(range)
      ? undefined
      : roundWidths(range / COLOURS, 2 * range).find(
          (width) => Math.floor(last / width) - Math.floor(first / width) < COLOURS
        )
  const starts = step === undefined ? numbers.slice(0, COLOURS) : numbers.map((number) => stepStart(number, step))
  const keys = [...new Set(starts)].map(String)
  const kinds = new Map(keys.map((key, kind) => [key, kind]))
  const kindOf = (value: FieldValue): number =>
    kinds.get(String(step === undefined ? Number(value) : stepStart(Number(value), step))) ?? OTHERS
  return { scale: step === undefined ? {} : { step }, keys: keys.map((key) => ({ key })), kindOf }
}
