import { timeFieldsOf } from '../../src/analytics/time-fields.js'
import type { FieldTypes } from './filter.js'

/** Returns the fields that can be the time axis: those that hold times, the default first, then other numbers. */
export function timeAxesOf(fields: FieldTypes): string[] {
  const times = timeFieldsOf(fields)
  return [...times, ...Object.keys(fields).filter((name) => fields[name] === 'number' && !times.includes(name))]
}

/** Returns the time axis that a view shows first: the default of the service, or the first of several. */
export function timeFieldOf(fields: FieldTypes | undefined): string | undefined {
  return timeFieldsOf(fields ?? {}).at(0)
}
