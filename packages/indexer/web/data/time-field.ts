import type { FieldTypes } from './filter.js'

/**
 * Returns the fields that can be the time axis: dates, then numbers whose name says that they are years, then other
 * numbers.
 */
export function timeFieldsOf(fields: FieldTypes): string[] {
  const numbers = Object.keys(fields).filter((name) => fields[name] === 'number')
  return [...certainTimes(fields), ...numbers.filter((name) => !YEARS.test(name))]
}

/** Returns the first field that is certainly a time: a date or a year. */
export function timeFieldOf(fields: FieldTypes | undefined): string | undefined {
  return certainTimes(fields ?? {}).at(0)
}

const YEARS = /year/i

function certainTimes(fields: FieldTypes): string[] {
  const names = Object.keys(fields)
  const dates = names.filter((name) => fields[name] === 'date')
  return [...dates, ...names.filter((name) => fields[name] === 'number' && YEARS.test(name))]
}
