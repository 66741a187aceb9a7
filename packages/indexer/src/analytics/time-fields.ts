import type { FieldType } from '../store/store.js'

type FieldTypes = Readonly<Record<string, FieldType>>

/** The field of the date that a document states about itself: in front matter, or by `index --date`. */
const OWN_DATE = 'date'

/** Name of a number field that holds years. */
const YEARS = /year/i

/** Returns the fields that hold times: a date named `date`, other dates, and numbers whose name says that they are years. */
export function timeFieldsOf(fields: FieldTypes): string[] {
  const names = Object.keys(fields)
  const dates = names.filter((name) => fields[name] === 'date')
  const years = names.filter((name) => fields[name] === 'number' && YEARS.test(name))
  return [...dates.filter((name) => name === OWN_DATE), ...dates.filter((name) => name !== OWN_DATE), ...years]
}

/**
 * Returns the default time field: the date named `date`, else the only date, else without dates the only number of
 * years. Undefined if there is none, or if one of several must be named.
 */
export function plainTimeField(fields: FieldTypes): string | undefined {
  const times = timeFieldsOf(fields)
  const dates = times.filter((name) => fields[name] === 'date')
  const [first, ...others] = dates.length > 0 ? dates : times
  return first === OWN_DATE || others.length === 0 ? first : undefined
}

/** Says that one of several time fields must be named, which these are, and how to name one. */
export function severalTimeFields(times: readonly string[]): string {
  const named = `${times.slice(0, -1).join(', ')} and ${times.at(-1)}`
  return (
    `the collection has several fields that hold times, ${named}; name the one that time runs along: ` +
    `--field ${JSON.stringify(times[0])} on the command line, or the parameter field in a request to the service`
  )
}
