import type { FieldTypes } from './filter.js'

/** The fields that time can run along: dates, numbers that are years by their name, then other numbers. */
export function timeFieldsOf(fields: FieldTypes): string[] {
  const numbers = Object.keys(fields).filter((name) => fields[name] === 'number')
  return [...certainTimes(fields), ...numbers.filter((name) => !YEARS.test(name))]
}

/** The first field that is sure to tell when: a date, or years. */
export function timeFieldOf(fields: FieldTypes | undefined): string | undefined {
  return certainTimes(fields ?? {}).at(0)
}

const YEARS = /year/i

function certainTimes(fields: FieldTypes): string[] {
  const names = Object.keys(fields)
  const dates = names.filter((name) => fields[name] === 'date')
  return [...dates, ...names.filter((name) => fields[name] === 'number' && YEARS.test(name))]
}
