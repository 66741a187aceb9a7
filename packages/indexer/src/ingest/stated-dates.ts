import { DateTime, type DateTimeOptions } from 'luxon'
import { isDate } from '../store/dates.js'

export interface DateReading {
  /** Formats that are tried first, as luxon writes them: `dd/MM/yyyy`. */
  readonly formats?: readonly string[] | undefined
  /** Whether the value is meant as a date, so that the number 2024, `20240502` and seconds or milliseconds since 1970 are dates too. */
  readonly isDate?: boolean
}

/** Longer texts are no dates. */
const MAX_LENGTH = 64

/** A day with or without a time and a zone, in the ways of YAML's timestamps, SQL and Git: `2015/3/17 14:00:00 -4`. */
const TIMESTAMP =
  /^(\d{4})([-/])(\d\d?)\2(\d\d?)(?:(?:[Tt]|[ \t]+)(\d\d?):(\d\d)(?::(\d\d)([.,]\d{1,9})?)?[ \t]*(?:(Z|UTC|GMT)|([-+])(\d\d?)(?::?(\d\d))?)?)?$/

/** Formats of logs and of people that can mean one day only; English names. */
const UNAMBIGUOUS = [
  'EEE MMM d HH:mm:ss yyyy',
  'EEE MMM d HH:mm:ss yyyy ZZZ',
  'EEE MMM d HH:mm:ss ZZZ yyyy',
  'MMMM d, yyyy',
  'MMM d, yyyy',
  'd MMMM yyyy',
  'd MMM yyyy'
] as const

const READING: DateTimeOptions = { zone: 'utc', setZone: true, locale: 'en' }

/**
 * Returns a date in ISO 8601, with as much of it as is stated; undefined if it can't be read. Times without a zone stay without
 * one.
 */
export function isoDate(
  value: string | number,
  { formats = [], isDate: known = false }: DateReading = {}
): string | undefined {
  if (typeof value === 'number') return known ? ofNumber(value) : undefined
  const text = value.trim().replace(/\s+/g, ' ')
  if (text.length > MAX_LENGTH || !/\d/.test(text)) return undefined
  for (const format of formats) {
    const found = DateTime.fromFormat(text, format, READING)
    if (found.isValid) return written(found, format)
  }
  if (isDate(text)) return text
  const timestamp = TIMESTAMP.exec(text)
  if (timestamp !== null) return ofTimestamp(timestamp)
  if (/^\d+$/.test(text)) return known ? ofNumber(Number(text)) : undefined
  // Every other way has a month's name, perhaps behind that of a weekday.
  if (!/^(?:\d{1,2}|[A-Z][a-z]{2,8}),? /.test(text)) return undefined
  const mail = DateTime.fromRFC2822(text, { setZone: true })
  if (mail.isValid) return checked(mail.toISO({ suppressMilliseconds: true }))
  for (const format of UNAMBIGUOUS) {
    const found = DateTime.fromFormat(text, format, READING)
    if (found.isValid) return written(found, format)
  }
  return undefined
}

/** Whether a format has tokens that luxon reads: text that matches it is a date. */
export function isDateFormat(format: string): boolean {
  const sample = DateTime.fromISO('2024-11-23T14:35:46Z', READING)
  return DateTime.fromFormat(sample.toFormat(format, { locale: 'en' }), format, READING).year === 2024
}

function ofTimestamp(found: RegExpExecArray): string | undefined {
  const [year, , month, day, hour, minute, second, fraction = '', utc, sign, zoneHours, zoneMinutes = '00'] =
    found.slice(1) as (string | undefined)[]
  const two = (part: string): string => part.padStart(2, '0')
  const date = `${year}-${two(month!)}-${two(day!)}`
  const zone = utc === undefined ? (sign === undefined ? '' : `${sign}${two(zoneHours!)}:${zoneMinutes}`) : 'Z'
  const seconds = second === undefined ? '' : `:${second}${fraction.replace(',', '.')}`
  return checked(hour === undefined ? date : `${date}T${two(hour)}:${minute}${seconds}${zone}`)
}

/** A date as a year of four digits, as eight digits, or seconds or milliseconds since 1970, from 1973 on. */
function ofNumber(value: number): string | undefined {
  if (!Number.isFinite(value) || value < 0) return undefined
  if (value < 1e8) {
    const digits = /^([12]\d{3})(?:(\d\d)(\d\d))?$/.exec(String(value))
    return digits === null ? undefined : checked(digits.slice(1).filter(Boolean).join('-'))
  }
  const moment = DateTime.fromMillis(value < 1e11 ? value * 1000 : value, { zone: 'utc' })
  return moment.isValid ? checked(moment.toISO({ suppressMilliseconds: true })) : undefined
}

/** A date as far as its format states it. */
function written(date: DateTime<true>, format: string): string | undefined {
  const tokens = format.replace(/'[^']*'/g, '')
  if (/[HhmsStTfFxX]/.test(tokens)) {
    const hasZone = /[ZzxXfF]/.test(tokens)
    return checked(date.toISO({ suppressMilliseconds: true, includeOffset: hasZone }))
  }
  if (/[doDkWEc]/.test(tokens)) return checked(date.toISODate())
  return checked(date.toFormat(/[ML]/.test(tokens) ? 'yyyy-MM' : 'yyyy'))
}

function checked(text: string): string | undefined {
  return isDate(text) ? text : undefined
}
