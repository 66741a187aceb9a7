import { Failure } from '@leitmotif/command'
import { DATE_INTERVALS, intervalStart, YEARS_OF, type DateInterval } from '../store/dates.js'
import type { CollectionDescription } from '../store/store.js'
import { FEW_DOCUMENTS } from './clustered-count.js'
import { plainTimeField, severalTimeFields, timeFieldsOf } from './time-fields.js'
import { yearsName } from './time-words.js'

const DAY = 86_400_000
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Maximum number of times in a chart, and minimum in a trend line, if the data allow. */
const [MOST_TIMES, LEAST_TIMES] = [40, 4]

/** Maximum number of times that a requested step or interval may divide a field into. */
const MOST_STEPS = 1000

/** Smallest step, relative to the largest number: with a finer one, floating point cannot tell times apart. */
const FINEST = 1e-11

/** Length of each time: an interval of dates, or a width of numbers; neither if each number is its own time. */
export interface TimeScale {
  readonly interval?: DateInterval
  readonly step?: number
}

/**
 * Returns the number of the interval that begins on `day` (`2024-05-01`, in UTC). Consecutive intervals have
 * consecutive numbers.
 */
export function timeIndex(day: string, interval: DateInterval): number {
  const [year, month] = day.split('-').map(Number)
  const days = Date.parse(`${day}T00:00:00Z`) / DAY
  const years = YEARS_OF[interval]
  if (years !== undefined) return Math.floor(year / years)
  const index: Partial<Record<DateInterval, () => number>> = {
    year: () => year,
    quarter: () => year * 4 + Math.floor((month - 1) / 3),
    month: () => year * 12 + month - 1,
    // 1 January 1970 was a Thursday.
    week: () => Math.floor((days + 3) / 7),
    day: () => days
  }
  return index[interval]!()
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
  // Rounds to the 15 digits that a number represents exactly; further digits are rounding errors: .1 times 3 is more
  // than .3.
  return Number((Math.floor(steps + Math.max(WHOLE, WHOLE_PART * Math.abs(steps))) * step).toPrecision(15))
}

/** Returns all times from the first of `days` to the last, including missing ones. `days` must be in order. */
export function fillTimes(days: readonly string[], { interval, step }: TimeScale): string[] {
  if (days.length === 0) return []
  if (step !== undefined) {
    const [first, last] = [days[0], days[days.length - 1]].map((day) => Math.round(Number(day) / step))
    return Array.from({ length: last - first + 1 }, (_, i) => String(stepStart((first + i) * step, step)))
  }
  if (interval === undefined) return [...days]
  const filled = [days[0]]
  // Compares with the last day instead of counting, because dates after the year 9999 cannot be written.
  while (filled[filled.length - 1] < days[days.length - 1]) filled.push(timeAfter(filled[filled.length - 1], interval))
  return filled
}

/** Returns the first day of the next interval. */
function timeAfter(day: string, interval: DateInterval): string {
  // Days to add to the first day of an interval: enough to reach the next interval, too few to reach the one after it.
  const years = { century: 36_700, 'quarter-century': 9300, decade: 4000, year: 400 }
  const steps: Record<DateInterval, number> = { ...years, quarter: 100, month: 40, week: 7, day: 1 }
  return intervalStart(Date.parse(`${day}T00:00:00Z`) + steps[interval] * DAY, interval)
}

/**
 * Returns the name of a time: `1990–1999`, `2024`, `2024 Q2`, `May 2024`, `2024-05-17`; for numbers `1998`,
 * `1990–1999` or `0.5 to 1`.
 */
export function timeName(day: string, { interval, step = 0 }: TimeScale): string {
  if (interval === undefined) {
    const first = Number(day)
    if (step === 0 || step === 1) return day
    return Number.isInteger(step) ? `${day}–${first + step - 1}` : `${day} to ${stepStart(first + step, step)}`
  }
  const [year, month] = day.split('-')
  if (interval === 'year') return year
  if (interval === 'quarter') return `${year} Q${Math.ceil(Number(month) / 3)}`
  if (interval === 'month') return `${MONTHS[Number(month) - 1]} ${year}`
  return yearsName(day, interval) ?? day
}

/** A declared field used as the time axis: a date, or a number such as a year. */
export interface TimeField {
  readonly field: string
  readonly type: 'date' | 'number'
}

/**
 * Returns the field to use as the time axis: the named one, else the default of `plainTimeField`.
 * @throws Failure if the collection has no such field, or has several and none is named.
 */
export function timeField({ fields }: Pick<CollectionDescription, 'fields'>, named?: string): TimeField {
  const times = timeFieldsOf(fields)
  const field = named ?? plainTimeField(fields)
  if (field === undefined) {
    throw new Failure(
      times.length > 0
        ? severalTimeFields(times)
        : 'the collection has no field of dates or years, so nothing can be followed over time; index documents with ' +
            'one, such as a date in the front matter, or name a field of numbers that time runs along: --field on the ' +
            'command line, or the parameter field in a request to the service'
    )
  }
  const type = Object.hasOwn(fields, field) ? fields[field] : undefined
  if (type === 'date' || type === 'number') return { field, type }
  const numbers = Object.keys(fields).filter((name) => fields[name] === 'number')
  throw new Failure(
    `${JSON.stringify(field.slice(0, 80))} is ${type === undefined ? 'no field of the collection' : `a ${type}`}; ` +
      `expected a date or number: ${(times.length > 0 ? times : numbers).join(', ') || 'it has none'}`
  )
}

/** Time values of the documents: days or numbers, with their counts. */
export interface Times {
  readonly values: readonly (string | number)[]
  readonly documents: number
}

/**
 * Returns the possible lengths of a time, the finest first: the requested one, else all that divide the documents into
 * four to forty times with an average of at least five documents; of decades and longer intervals only the finest, and
 * only if no shorter one does. If none does, returns the one that comes nearest.
 * @throws Failure for an interval of numbers, a step of dates, one that gives more than a thousand times, dates of more
 * than a thousand years, or a step too small to distinguish the largest numbers.
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
    if (timesOf('year') > MOST_STEPS)
      throw new Failure(
        `${field} runs from ${first} to ${last}, ${timesOf('year')} years; expected at most ${MOST_STEPS}: correct the ` +
          `dates that are wrong and index again, or leave them out with filters such as ${field}>=1900 and ${field}<2100`
      )
    const scales = suitable(divided, documents)
    const short = scales.filter(({ interval: of }) => of !== undefined && YEARS_OF[of] === undefined)
    // Several years hide so much that they are used only if single years are too many, and then the fewest.
    if (scales.length > 0) return short.length > 0 ? short : scales.slice(0, 1)
    // With few documents, the finest of years and longer intervals that gives no more times than a chart shows.
    const years = divided.slice(divided.findIndex(({ scale }) => scale.interval === 'year'))
    return [years.find(({ times }) => times <= MOST_TIMES)!.scale]
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
  /** Number of times into which the scale divides the documents. */
  readonly times: number
}

/** Returns the scales that make a readable chart. The finest one may have fewer times than a line needs. */
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
  // Numbers this close together or far apart have no representable width, so each number is a time.
  if (!(range / MOST_TIMES > 0 && Number.isFinite(range))) return [{}]
  const widths = roundWidths(Math.max(range / MOST_TIMES, finest), Math.max(range, finest))
  const numbers = new Set(values).size
  const divided = widths.map((width) => ({ scale: { step: width }, times: timesOf(width) }))
  const scales = suitable([{ scale: {}, times: numbers }, ...divided], documents)
  if (scales.length > 0) return scales
  // With few documents, each number is a time, unless there are too many.
  return numbers <= MOST_TIMES ? [{}] : [divided.find(({ times }) => times <= MOST_TIMES)!.scale]
}

/**
 * Returns 1, 2 and 5 times powers of ten, from the first that is at least `least` to beyond `most`, within the range of
 * finite numbers. Both arguments are finite and above 0.
 */
export function roundWidths(least: number, most: number): number[] {
  const widths: number[] = []
  for (let power = Math.floor(Math.log10(least)); 10 ** power / 2 <= most; power++)
    for (const digit of [1, 2, 5]) widths.push(Number(`${digit}e${power}`))
  return widths.filter((width) => width >= least && Number.isFinite(width))
}
