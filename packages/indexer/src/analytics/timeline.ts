import { Failure } from '@leitmotif/command'
import { DATE_INTERVALS, intervalStart, type DateInterval } from '../dates.js'
import type { CollectionDescription, Filter, ThemeStore } from '../store.js'

const DAY = 86_400_000
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Most times in a picture: the finest interval that gives no more is chosen. */
const MOST_TIMES = 40

/** The number of the interval that begins on `day` (`2024-05-01`, in UTC): consecutive intervals have consecutive numbers. */
export function timeIndex(day: string, interval: DateInterval): number {
  const [year, month] = day.split('-').map(Number)
  const days = Date.parse(`${day}T00:00:00Z`) / DAY
  const index = {
    year: () => year,
    quarter: () => year * 4 + Math.floor((month - 1) / 3),
    month: () => year * 12 + month - 1,
    // 1 January 1970 was a Thursday.
    week: () => Math.floor((days + 3) / 7),
    day: () => days
  }
  return index[interval]()
}

/** All times from the first of `days` to the last, those between them that it lacks among them; `days` are in their order. */
export function fillTimes(days: readonly string[], interval: DateInterval | undefined): string[] {
  if (interval === undefined || days.length === 0) return [...days]
  const filled: string[] = []
  for (let day = days[0]; day <= days[days.length - 1]; day = timeAfter(day, interval)) filled.push(day)
  return filled
}

/** The first day of the next interval. */
function timeAfter(day: string, interval: DateInterval): string {
  // Days that lead from the first day of any into the next, and not beyond it.
  const steps: Record<DateInterval, number> = { year: 400, quarter: 100, month: 40, week: 7, day: 1 }
  return intervalStart(Date.parse(`${day}T00:00:00Z`) + steps[interval] * DAY, interval)
}

/** `2024`, `2024 Q2`, `May 2024`, `2024-05-17`. */
export function timeName(day: string, interval: DateInterval): string {
  const [year, month] = day.split('-')
  const name = {
    year: () => year,
    quarter: () => `${year} Q${Math.ceil(Number(month) / 3)}`,
    month: () => `${MONTHS[Number(month) - 1]} ${year}`,
    week: () => day,
    day: () => day
  }
  return name[interval]()
}

/** A declared field that time runs along: a date, or numbers such as years, which are places on a line themselves. */
export interface TimeField {
  readonly field: string
  readonly type: 'date' | 'number'
}

/**
 * The field to follow themes along; left out, the only date.
 * @throws Failure where the collection has no such field, or has several dates and none is named.
 */
export function timeField({ fields }: CollectionDescription, field?: string): TimeField {
  const dates = Object.keys(fields).filter((name) => fields[name] === 'date')
  const numbers = Object.keys(fields).filter((name) => fields[name] === 'number')
  const list = [...dates, ...numbers].join(', ')
  if (field === undefined) {
    if (dates.length === 1) return { field: dates[0], type: 'date' }
    throw new Failure(
      list === ''
        ? 'the collection has no field of dates or numbers, so nothing can be followed over time; index documents with ' +
            'one, such as a date in the front matter'
        : `name the field that time runs along; the collection has ${list}`
    )
  }
  const type = Object.hasOwn(fields, field) ? fields[field] : undefined
  if (type === 'date' || type === 'number') return { field, type }
  throw new Failure(
    `${JSON.stringify(field.slice(0, 80))} is ${type === undefined ? 'no field of the collection' : `a ${type}`}; ` +
      `expected a date or number: ${list === '' ? 'it has none' : list}`
  )
}

/** The finest interval that divides the dates of a field into no more than forty times. */
export async function chooseInterval(store: ThemeStore, field: string, filter?: Filter): Promise<DateInterval> {
  const months = (await store.count([{ field, interval: 'month' }], filter)).flatMap(({ key: [day] }) =>
    day === undefined ? [] : [timeIndex(String(day), 'month')]
  )
  const span = months.length === 0 ? 0 : Math.max(...months) - Math.min(...months) + 1
  const lengths: Record<DateInterval, number> = { year: 12, quarter: 3, month: 1, week: 12 / 52, day: 12 / 365 }
  return [...DATE_INTERVALS].reverse().find((interval) => span / lengths[interval] <= MOST_TIMES) ?? 'year'
}
