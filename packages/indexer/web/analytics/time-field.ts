import type { FieldTypes } from '../filter.js'

/** The fields that tell when: dates, and numbers that are years by their name. */
export function timeFieldsOf(fields: FieldTypes | undefined): string[] {
  const all = Object.entries(fields ?? {})
  const dates = all.filter(([, type]) => type === 'date')
  const years = all.filter(([name, type]) => type === 'number' && /year/i.test(name))
  return [...dates, ...years].map(([name]) => name)
}

export function timeFieldOf(fields: FieldTypes | undefined): string | undefined {
  return timeFieldsOf(fields).at(0)
}
