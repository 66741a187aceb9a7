/** Formats numbers and dates for display. */

import { yearsName } from '../../src/analytics/time-words.js'
import type { DateInterval } from '../../src/store/dates.js'

export { counted } from '@leitmotif/command/counted'
export {
  changeOf,
  fixed,
  formatCount as countOf,
  percent,
  percentileText as percentileOf,
  timesText
} from '../../src/terminal/numbers.js'

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

export const shortCount = (n: number): string => compact.format(n)

/** Interval or step of times, as in the service's answers. */
export interface TimeScale {
  readonly interval?: DateInterval | undefined
  readonly step?: number | undefined
}

/** Formats a time given by its first day or number: 1990–1999, 2021, Q3 2021, Mar 2021, 14 Mar 2021; 1998, 1990–1999, 0.5 to 1. */
export function timeOf(key: string, { interval, step = 1 }: TimeScale): string {
  if (interval === undefined && step !== 1) {
    const last = Number(key) + step
    return Number.isInteger(step) ? `${key}–${last - 1}` : `${key} to ${Number(last.toPrecision(12))}`
  }
  const date = new Date(key)
  if (interval === undefined || Number.isNaN(date.getTime())) return key
  const years = yearsName(key, interval)
  if (years !== undefined) return years
  const year = String(date.getUTCFullYear())
  if (interval === 'year') return year
  if (interval === 'quarter') return `Q${Math.floor(date.getUTCMonth() / 3) + 1} ${year}`
  const month = date.toLocaleDateString('en', { month: 'short', timeZone: 'UTC' })
  return interval === 'month' ? `${month} ${year}` : `${date.getUTCDate()} ${month} ${year}`
}

/** Formats the value or values of a field. Dates lose the time if it is midnight, which usually was not stated. */
export function valueOf(value: string | number | readonly string[]): string {
  if (typeof value === 'object') return value.join(', ')
  return typeof value === 'number' ? String(value) : value.replace(/T00:00:00(\.000)?Z$/, '')
}
