/** Numbers and dates as people read them. */

export { counted } from '@leitmotif/command/counted'
export { fixed, formatCount as countOf, percent, timesText } from '../../src/terminal/numbers.js'

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

export const shortCount = (n: number): string => compact.format(n)

/** How a hit's likeness reads: of 100 random pairs, how many are less alike. */
export function percentileOf(percentile: number): string {
  if (percentile >= 99.95) return '> 99.9'
  return percentile.toFixed(percentile >= 99 ? 1 : 0)
}

/** How long each time is, as answers say it. */
export interface TimeScale {
  readonly interval?: string | undefined
  readonly step?: number | undefined
}

/** A time by its first day or number: 2021, Q3 2021, Mar 2021, 14 Mar 2021; 1998, 1990–1999, 0.5 to 1. */
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

/** One time, in words that follow `each`: year, 10 of pages. */
export function timeUnit({ interval, step }: TimeScale, field: string): string {
  return interval ?? (step === undefined ? field : `${step} of ${field}`)
}

/** A field's value, or values: dates without the time that nobody gave. */
export function valueOf(value: string | number | readonly string[]): string {
  if (typeof value === 'object') return value.join(', ')
  return typeof value === 'number' ? String(value) : value.replace(/T00:00:00(\.000)?Z$/, '')
}

/** A change of log-odds as that of the odds in per cent, with its sign: +52 %, −8.1 %. */
export function changeOf(logOdds: number): string {
  const change = Math.expm1(logOdds) * 100
  const digits = Math.abs(change) < 10 ? 1 : 0
  return `${change < 0 ? '−' : '+'}${Math.abs(change).toFixed(digits)} %`
}
