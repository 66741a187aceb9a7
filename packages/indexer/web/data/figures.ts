/** Formats numbers and dates for display. */

export { counted } from '@leitmotif/command/counted'
export {
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
  readonly interval?: string | undefined
  readonly step?: number | undefined
}

/** Formats a time given by its first day or number: 2021, Q3 2021, Mar 2021, 14 Mar 2021; 1998, 1990–1999, 0.5 to 1. */
export function timeOf(key: string, { interval, step = 1 }: TimeScale): string {
  if (interval === undefined && step !== 1) {
    const last = Number(key) + step
    return Number.isInteger(step) ? `${key}–${last - 1}` : `${key} to ${Number(last.toPrecision(12))}`
  }
  const date = new Date(key)
  if (interval === undefined || Number.isNaN(date.getTime())) return key
  const year = String(date.getUTCFullYear())
  if (interval === 'year') return year
  if (interval === 'quarter') return `Q${Math.floor(date.getUTCMonth() / 3) + 1} ${year}`
  const month = date.toLocaleDateString('en', { month: 'short', timeZone: 'UTC' })
  return interval === 'month' ? `${month} ${year}` : `${date.getUTCDate()} ${month} ${year}`
}

/** Returns what follows "each" in a text: `year`, `10 of pages`. */
export function timeUnit({ interval, step }: TimeScale, field: string): string {
  return interval ?? (step === undefined ? field : `${step} of ${field}`)
}

/** Formats the value or values of a field. Dates lose the time if it is midnight, which usually was not stated. */
export function valueOf(value: string | number | readonly string[]): string {
  if (typeof value === 'object') return value.join(', ')
  return typeof value === 'number' ? String(value) : value.replace(/T00:00:00(\.000)?Z$/, '')
}

/** Formats a change of the log odds as a change of the odds in per cent: +52 %, −8.1 %. */
export function changeOf(logOdds: number): string {
  const change = Math.expm1(logOdds) * 100
  const digits = Math.abs(change) < 10 ? 1 : 0
  return `${change < 0 ? '−' : '+'}${Math.abs(change).toFixed(digits)} %`
}
