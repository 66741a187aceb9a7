import { YEARS_OF, type DateInterval } from '../store/dates.js'

/** Plural names of the intervals of dates, the longest first. */
export const INTERVAL_NAMES: Readonly<Record<DateInterval, string>> = {
  century: 'centuries',
  'quarter-century': 'quarter-centuries',
  decade: 'decades',
  year: 'years',
  quarter: 'quarters',
  month: 'months',
  week: 'weeks',
  day: 'days'
}

/** Length of each time: an interval of dates, or a width of numbers; neither if each number is its own time. */
interface Scale {
  readonly interval?: DateInterval | undefined
  readonly step?: number | undefined
}

/** Returns what sentences are counted by: `date, in years`; `pages, in steps of 50`; `pages`. */
export function countedBy({ interval, step }: Scale, field: string): string {
  const times = interval === undefined ? step && `steps of ${step}` : INTERVAL_NAMES[interval]
  return times === undefined ? field : `${field}, in ${times}`
}

/** Returns what a change per time is of: `a year`, `a step of 50`, `a step`. */
export function perTime({ interval, step }: Scale): string {
  return `a ${interval ?? (step === undefined ? 'step' : `step of ${step}`)}`
}

/** Returns the years of a time of several years that begins on `day`: `1990–1999`; undefined for shorter intervals. */
export function yearsName(day: string, interval: DateInterval): string | undefined {
  const years = YEARS_OF[interval]
  if (years === undefined) return undefined
  const first = Number(day.slice(0, 4))
  // The first decade has nine years.
  return `${first}–${first - (first % years) + years - 1}`
}

/** Consecutive times, named by the first and the last. */
export interface TimeSpan {
  readonly from: string
  readonly to: string
}

/** What separates the ends of a time's name. */
const RANGE = /–| to /

/** Returns the name of a span, given that of a time: `1790–1815`, `1790–1819` for decades, `May 2024 to Jul 2024`. */
export function spanName({ from, to }: TimeSpan, name: (time: string) => string): string {
  if (from === to) return name(from)
  const [first] = name(from).split(RANGE)
  const last = name(to).split(RANGE).at(-1)!
  return [first, last].every((end) => /^\d+$/.test(end)) ? `${first}–${last}` : `${first} to ${last}`
}
