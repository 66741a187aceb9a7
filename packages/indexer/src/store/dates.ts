/** Whole calendar periods that a store counts dates by, in UTC. */
export const STORE_INTERVALS = ['year', 'quarter', 'month', 'week', 'day'] as const
export type StoreInterval = (typeof STORE_INTERVALS)[number]

/** All periods that dates are divided into, the longest first. */
export const DATE_INTERVALS = ['century', 'quarter-century', 'decade', ...STORE_INTERVALS] as const
export type DateInterval = (typeof DATE_INTERVALS)[number]

/** Number of years of each period of several years. */
export const YEARS_OF: Readonly<Partial<Record<DateInterval, number>>> = {
  century: 100,
  'quarter-century': 25,
  decade: 10
}

/** A half-open span of time, in milliseconds since 1970 in UTC. */
export interface Period {
  readonly from: number
  readonly until: number
}

const DAY = 86_400_000

/** The years 1 to 9999 in UTC, which have four digits. Stores accept no others. */
const WRITABLE: Period = { from: utc(1, 0, 1), until: utc(10_000, 0, 1) }

/** A year, month, day or time as ISO 8601 writes it, with or without a zone. */
const DATE = /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(?:Z|([+-]\d\d):?(\d\d))?)?)?)?$/

/**
 * Returns the period that an ISO 8601 date names, from a year to a moment; in UTC if it has no zone. Undefined for
 * other text, and for dates outside the years 1 to 9999 in UTC.
 */
export function periodOf(text: string): Period | undefined {
  const named = namedPeriod(text)
  return named !== undefined && named.from >= WRITABLE.from && named.until <= WRITABLE.until ? named : undefined
}

function namedPeriod(text: string): Period | undefined {
  const found = DATE.exec(text)
  if (found === null) return undefined
  const [year, month, day, hour, minute, second] = found.slice(1, 7).map((part) => (part ? Number(part) : undefined))
  const inMonth = utc(year!, month ?? 1, 0) - utc(year!, (month ?? 1) - 1, 0)
  if (month !== undefined && (month < 1 || month > 12)) return undefined
  if (day !== undefined && (day < 1 || day > inMonth / DAY)) return undefined
  const [zoneHours = '0', zoneMinutes = '0'] = found.slice(8) as (string | undefined)[]
  if ((hour ?? 0) > 23 || Math.max(minute ?? 0, second ?? 0, Number(zoneMinutes)) > 59) return undefined
  if (Math.abs(Number(zoneHours)) > 18) return undefined
  if (month === undefined) return { from: utc(year!, 0, 1), until: utc(year! + 1, 0, 1) }
  if (day === undefined) return { from: utc(year!, month - 1, 1), until: utc(year!, month, 1) }
  const midnight = utc(year!, month - 1, day)
  if (hour === undefined) return { from: midnight, until: midnight + DAY }
  const ahead = Number(zoneHours) * 60 + Number(zoneMinutes) * (zoneHours.startsWith('-') ? -1 : 1)
  const from = midnight + (hour * 60 + minute! - ahead) * 60_000 + (second ?? 0) * 1000
  if (second === undefined) return { from, until: from + 60_000 }
  const fraction = found[7] as string | undefined
  if (fraction === undefined) return { from, until: from + 1000 }
  const at = from + Math.floor(Number(`.${fraction}`) * 1000)
  return { from: at, until: at + 1 }
}

/** Whether `text` is a real date or time of ISO 8601, of the years 1 to 9999 in UTC. */
export function isDate(text: string): boolean {
  return periodOf(text) !== undefined
}

/**
 * Returns the first day, for example `2024-05-01`, of the interval of a moment. Weeks start on Monday, decades in years
 * that end in 0, centuries in years that end in 00; the first of these start in the year 1.
 */
export function intervalStart(moment: number, interval: DateInterval): string {
  const date = new Date(moment)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  const inYears = (years: number) => () => utc(Math.max(1, year - mod(year, years)), 0, 1)
  const first: Record<DateInterval, () => number> = {
    century: inYears(100),
    'quarter-century': inYears(25),
    decade: inYears(10),
    year: inYears(1),
    quarter: () => utc(year, month - (month % 3), 1),
    month: () => utc(year, month, 1),
    // 1 January 1970 was a Thursday.
    week: () => moment - mod(moment + 3 * DAY, 7 * DAY),
    day: () => moment - mod(moment, DAY)
  }
  return new Date(first[interval]()).toISOString().slice(0, 10)
}

/** Works as `Date.UTC`, except that the latter takes the years 0 to 99 for 1900 to 1999. */
function utc(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month, day)
}

function mod(a: number, b: number): number {
  return ((a % b) + b) % b
}
