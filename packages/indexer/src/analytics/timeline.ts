import { Failure } from '@leitmotif/command'
import { DATE_INTERVALS, intervalStart, type DateInterval } from '../store/dates.js'
import type { CollectionDescription } from '../store/store.js'
import { FEW_DOCUMENTS } from './clustered-count.js'

const DAY = 86_400_000
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Most times in a picture, and least in a line, where they can be had. */
const [MOST_TIMES, LEAST_TIMES] = [40, 4]

/** Most times that a width of numbers, or an interval of dates that is asked for, may divide a field into. */
const MOST_STEPS = 1000

/** The finest width of numbers, of the greatest of them: finer, and what a number can hold no longer tells times apart. */
const FINEST = 1e-11

/** Length of each time: an interval of dates, or a width of numbers; neither if each number is its own time. */
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

/** Position of a time on the axis: consecutive times are 1 apart. */
export function timePlace(key: string, { interval, step }: TimeScale): number {
  if (interval !== undefined) return timeIndex(key, interval)
  return step === undefined ? Number(key) : Math.round(Number(key) / step)
}

/** Tolerance for a quotient to count as a whole number, so that .3 is the third step of .1; relative for large ones. */
const WHOLE = 1e-9
const WHOLE_PART = 1e-14

/** Lower end of the interval that contains a number. `step` is at least FINEST of the number's size. */
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
  const filled = [days[0]]
  // Nothing is stepped to behind the last: behind the year 9999 no date can be written.
  while (filled[filled.length - 1] < days[days.length - 1]) filled.push(timeAfter(filled[filled.length - 1], interval))
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

/** Name of an interval after `each`: `year`, or `10 of pages`. */
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

/** The default time field: the only date field, else the only year field. */
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

/** Time values of the documents: days or numbers, with their counts. */
export interface Times {
  readonly values: readonly (string | number)[]
  readonly documents: number
}

/**
 * How long each time may be, the finest first: as asked for, else all that divide the documents into four to forty times, of
 * five documents or more on average; where none does, the one that comes nearest.
 * @throws Failure for an interval of numbers, a width of dates, one that divides them into more than a thousand times, or a
 *   width too small to tell the greatest of the numbers apart.
 */
export function timeScales({ values, documents }: Times, along: TimeField, { interval, step }: TimeScale): TimeScale[] {
  const { field, type } = along
  if (type === 'number') {
    if (interval !== undefined)
      throw new Failure(`interval is ${interval}, and ${field} is a number; expected a step, such as 10, or none`)
    return numberScales({ values: values.map(Number), documents }, field, step)
  }
  if (step !== undefined)
    throw new Failure(`step is ${step}, and ${field} is a date; expected an interval: ${DATE_INTERVALS.join(', ')}`)
  const days = values.map(String)
  const [first, last] = [
    days.reduce((a, b) => (b < a ? b : a), days[0]),
    days.reduce((a, b) => (b > a ? b : a), days[0])
  ]
  const timesOf = (of: DateInterval): number => {
    if (days.length === 0) return 0
    const [from, to] = [first, last].map((day) => timeIndex(intervalStart(Date.parse(day), of), of))
    return to - from + 1
  }
  if (interval === undefined) {
    const divided = [...DATE_INTERVALS].reverse().map((of) => ({ scale: { interval: of }, times: timesOf(of) }))
    const scales = suitable(divided, documents)
    return scales.length > 0 ? scales : [{ interval: 'year' }]
  }
  const times = timesOf(interval)
  if (times <= MOST_STEPS) return [{ interval }]
  const span = [first, last].map((day) => intervalStart(Date.parse(day), interval)).join(' to ')
  throw new Failure(
    `interval is ${interval}, which divides ${field}, ${span}, into ${times} times; expected at most ` +
      `${MOST_STEPS}: a longer interval, or a filter that leaves fewer`
  )
}

interface Divided {
  readonly scale: TimeScale
  /** Into how many times it divides the documents. */
  readonly times: number
}

/** Those that make a picture that says something; of fewer times than a line wants, the finest alone. */
function suitable(divided: readonly Divided[], documents: number): TimeScale[] {
  return divided
    .filter(({ times }) => times <= MOST_TIMES && documents >= FEW_DOCUMENTS * times)
    .filter(({ times }, i) => i === 0 || times >= LEAST_TIMES)
    .map(({ scale }) => scale)
}

function numberScales(
  { values, documents }: { readonly values: readonly number[]; readonly documents: number },
  field: string,
  step: number | undefined
): TimeScale[] {
  const least = values.reduce((a, b) => Math.min(a, b), Infinity)
  const most = values.reduce((a, b) => Math.max(a, b), -Infinity)
  const finest = FINEST * Math.max(Math.abs(least), Math.abs(most))
  const timesOf = (width: number): number => Math.floor(most / width) - Math.floor(least / width) + 1
  if (step !== undefined) {
    if (values.length === 0) return [{ step }]
    if (step < finest) {
      throw new Failure(
        `step is ${step}, too small beside ${field}, ${least} to ${most}, to tell numbers apart; expected at least ${finest}`
      )
    }
    if (timesOf(step) <= MOST_STEPS) return [{ step }]
    throw new Failure(
      `step is ${step}, which divides ${field}, ${least} to ${most}, into ${timesOf(step)} times; expected at most ${MOST_STEPS}: a wider step`
    )
  }
  const range = most - least
  // Numbers so near or far apart that no width can be written are times of their own.
  if (!(range / MOST_TIMES > 0 && Number.isFinite(range))) return [{}]
  const widths = roundWidths(Math.max(range / MOST_TIMES, finest), Math.max(range, finest))
  const numbers = new Set(values).size
  const divided = widths.map((width) => ({ scale: { step: width }, times: timesOf(width) }))
  const scales = suitable([{ scale: {}, times: numbers }, ...divided], documents)
  if (scales.length > 0) return scales
  // Of few documents, the numbers themselves, unless they are too many.
  return numbers <= MOST_TIMES ? [{}] : [divided.find(({ times }) => times <= MOST_TIMES)!.scale]
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
