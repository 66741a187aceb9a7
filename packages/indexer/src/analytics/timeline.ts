import { Failure } from '@leitmotif/command'
import { DATE_INTERVALS, intervalStart, type DateInterval } from '../dates.js'
import type { CollectionDescription, Filter, ThemeStore } from '../store.js'
import { FEW_DOCUMENTS } from './clustered-count.js'

const DAY = 86_400_000
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Most times in a picture. */
const MOST_TIMES = 40

/** Most times that a width of numbers, or an interval of dates that is asked for, may divide a field into. */
const MOST_STEPS = 1000

/** The finest width of numbers, of the greatest of them: finer, and what a number can hold no longer tells times apart. */
const FINEST = 1e-11

/** How long each time is: an interval of dates, or a width of numbers; neither where each number is a time of its own. */
export interface TimeScale {
  readonly interval?: DateInterval
  readonly step?: number
}

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

/** Where a time stands on the line: consecutive times are 1 apart. */
export function timePlace(key: string, { interval, step }: TimeScale): number {
  if (interval !== undefined) return timeIndex(key, interval)
  return step === undefined ? Number(key) : Math.round(Number(key) / step)
}

/** What a quotient may lack to a whole number, so that .3 is the third step of .1; of a great one, as a part of it. */
const WHOLE = 1e-9
const WHOLE_PART = 1e-14

/** The time that a number lies in, by its least number. `step` is no less than FINEST of the number's size. */
export function stepStart(value: number, step: number): number {
  const steps = value / step
  // All digits that a number holds for sure, for what lies behind them is rounding: .1 times 3 is more than .3.
  return Number((Math.floor(steps + Math.max(WHOLE, WHOLE_PART * Math.abs(steps))) * step).toPrecision(15))
}

/** All times from the first of `days` to the last, those between them that it lacks among them; `days` are in their order. */
export function fillTimes(days: readonly string[], { interval, step }: TimeScale): string[] {
  if (days.length === 0) return []
  if (step !== undefined) {
    const [first, last] = [days[0], days[days.length - 1]].map((day) => Math.round(Number(day) / step))
    return Array.from({ length: last - first + 1 }, (_, i) => String(stepStart((first + i) * step, step)))
  }
  if (interval === undefined) return [...days]
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

/** `2024`, `2024 Q2`, `May 2024`, `2024-05-17`; of numbers `1998`, or `1990–1999`, or `0.5 to 1`. */
export function timeName(day: string, { interval, step = 0 }: TimeScale): string {
  if (interval === undefined) {
    const first = Number(day)
    if (step === 0 || step === 1) return day
    return Number.isInteger(step) ? `${day}–${first + step - 1}` : `${day} to ${stepStart(first + step, step)}`
  }
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

/** What each time is, in words that follow `each`: `year`, or `10 of pages`. */
export function timeUnit({ interval, step }: TimeScale, field: string): string {
  return interval ?? (step === undefined ? field : `${step} of ${field}`)
}

/** A declared field that time runs along: a date, or numbers such as years, which are places on a line themselves. */
export interface TimeField {
  readonly field: string
  readonly type: 'date' | 'number'
}

/** A field of numbers that are years, by its name. */
const YEARS = /year/i

/** The field that time runs along unless one is named: the only date, or where there is none, the only years. */
export function plainTimeField({ fields }: Pick<CollectionDescription, 'fields'>): string | undefined {
  const dates = Object.keys(fields).filter((name) => fields[name] === 'date')
  const years = Object.keys(fields).filter((name) => fields[name] === 'number' && YEARS.test(name))
  const times = dates.length > 0 ? dates : years
  return times.length === 1 ? times[0] : undefined
}

/**
 * The field to follow themes along; left out, the only date, or where there is none, the only numbers that are years by
 * their name.
 * @throws Failure where the collection has no such field, or has several and none is named.
 */
export function timeField(collection: CollectionDescription, named?: string): TimeField {
  const { fields } = collection
  const dates = Object.keys(fields).filter((name) => fields[name] === 'date')
  const numbers = Object.keys(fields).filter((name) => fields[name] === 'number')
  const list = [...dates, ...numbers].join(', ')
  const field = named ?? plainTimeField(collection)
  if (field === undefined) {
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

/**
 * How long each time is to be: as asked for, else the finest that divides the sentences that pass the filter into no more
 * than forty times, of five documents or more on average; years where none does.
 * @throws Failure for an interval of numbers, a width of dates, one that divides them into more than a thousand times, or a
 *   width too small to tell the greatest of the numbers apart.
 */
export async function timeScale(
  store: ThemeStore,
  { field, type }: TimeField,
  { interval, step }: TimeScale,
  filter?: Filter
): Promise<TimeScale> {
  if (type === 'date') {
    if (step !== undefined)
      throw new Failure(`step is ${step}, and ${field} is a date; expected an interval: ${DATE_INTERVALS.join(', ')}`)
    if (interval === undefined) return { interval: await chooseInterval(store, field, filter) }
    await checkInterval(store, field, interval, filter)
    return { interval }
  }
  if (interval !== undefined)
    throw new Failure(`interval is ${interval}, and ${field} is a number; expected a step, such as 10, or none`)
  return numberScale(await numbersOf(store, field, filter), field, step)
}

/** @throws Failure where the interval divides the dates into too many times. */
async function checkInterval(
  store: ThemeStore,
  field: string,
  interval: DateInterval,
  filter: Filter | undefined
): Promise<void> {
  const counts = await store.count([{ field, interval }], filter)
  const days = counts.flatMap(({ key: [day] }) => (day === undefined ? [] : [String(day)])).sort()
  if (days.length === 0) return
  const [first, last] = [days[0], days[days.length - 1]]
  const times = timeIndex(last, interval) - timeIndex(first, interval) + 1
  if (times <= MOST_STEPS) return
  throw new Failure(
    `interval is ${interval}, which divides ${field}, ${first} to ${last}, into ${times} times; expected at most ` +
      `${MOST_STEPS}: a longer interval, or a filter that leaves fewer`
  )
}

async function chooseInterval(store: ThemeStore, field: string, filter: Filter | undefined): Promise<DateInterval> {
  const months = (await store.count([{ field, interval: 'month' }], filter)).flatMap(({ key: [day], documents }) =>
    day === undefined ? [] : [{ at: timeIndex(String(day), 'month'), documents }]
  )
  const places = months.map(({ at }) => at)
  const span = months.length === 0 ? 0 : Math.max(...places) - Math.min(...places) + 1
  const documents = months.reduce((sum, month) => sum + month.documents, 0)
  const lengths: Record<DateInterval, number> = { year: 12, quarter: 3, month: 1, week: 12 / 52, day: 12 / 365 }
  return [...DATE_INTERVALS].reverse().find((interval) => suits(span / lengths[interval], documents)) ?? 'year'
}

/** Whether so many times of so many documents make a picture that says something. */
function suits(times: number, documents: number): boolean {
  return times <= MOST_TIMES && documents >= FEW_DOCUMENTS * times
}

interface Numbers {
  readonly values: readonly number[]
  readonly documents: number
}

async function numbersOf(store: ThemeStore, field: string, filter: Filter | undefined): Promise<Numbers> {
  const counts = (await store.count([field], filter)).filter(({ key: [value] }) => value !== undefined)
  return {
    values: counts.map(({ key: [value] }) => Number(value)),
    documents: counts.reduce((sum, { documents }) => sum + documents, 0)
  }
}

function numberScale({ values, documents }: Numbers, field: string, step: number | undefined): TimeScale {
  const least = values.reduce((a, b) => Math.min(a, b), Infinity)
  const most = values.reduce((a, b) => Math.max(a, b), -Infinity)
  const finest = FINEST * Math.max(Math.abs(least), Math.abs(most))
  const timesOf = (width: number): number => Math.floor(most / width) - Math.floor(least / width) + 1
  if (step !== undefined) {
    if (values.length === 0) return { step }
    if (step < finest) {
      throw new Failure(
        `step is ${step}, too small beside ${field}, ${least} to ${most}, to tell numbers apart; expected at least ${finest}`
      )
    }
    if (timesOf(step) <= MOST_STEPS) return { step }
    throw new Failure(
      `step is ${step}, which divides ${field}, ${least} to ${most}, into ${timesOf(step)} times; expected at most ${MOST_STEPS}: a wider step`
    )
  }
  const range = most - least
  // Numbers so near or far apart that no width can be written are times of their own.
  if (suits(values.length, documents) || !(range / MOST_TIMES > 0 && Number.isFinite(range))) return {}
  const widths = roundWidths(Math.max(range / MOST_TIMES, finest), Math.max(range, finest))
  const chosen = widths.find((width) => suits(timesOf(width), documents))
  if (chosen !== undefined) return { step: chosen }
  // Of few documents, the numbers themselves, unless they are too many.
  return values.length <= MOST_TIMES ? {} : { step: widths.find((width) => timesOf(width) <= MOST_TIMES)! }
}

/**
 * 1, 2 and 5 times powers of ten, from the first that is not below `least` to beyond `most`, as far as numbers reach; both
 * are finite and above 0.
 */
function roundWidths(least: number, most: number): number[] {
  const widths: number[] = []
  for (let power = Math.floor(Math.log10(least)); 10 ** power / 2 <= most; power++)
    for (const digit of [1, 2, 5]) widths.push(Number(`${digit}e${power}`))
  return widths.filter((width) => width >= least && Number.isFinite(width))
}
