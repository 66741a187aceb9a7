import { Failure } from '@leitmotif/command'
import { STORE_INTERVALS, periodOf } from './dates.js'
import { fieldFault, RECORD_FIELDS } from './fields.js'
import { SENTENCE_ID } from './filter-names.js'
import {
  MAX_CHOICES,
  MAX_SENTENCE_CHOICES,
  type Condition,
  type CountBy,
  type FieldType,
  type FieldValue,
  type Filter
} from './store.js'

type Declared = Readonly<Record<string, FieldType>>

/** A condition ready to be executed: dates are moments in milliseconds. */
export type Test =
  | { readonly kind: 'equal'; readonly values: readonly FieldValue[] }
  /** Met by a number within any of the half-open spans. */
  | { readonly kind: 'within'; readonly spans: readonly { readonly from: number; readonly until: number }[] }

/** Converts a condition on a field of this type, which must have been checked. */
export function testOf(condition: Condition, type: FieldType): Test {
  if (typeof condition === 'object' && !('in' in condition)) {
    const bound = (value: FieldValue | undefined, open: number): number =>
      typeof value === 'string' ? periodOf(value)!.from : (value ?? open)
    return {
      kind: 'within',
      spans: [{ from: bound(condition.from, -Infinity), until: bound(condition.until, Infinity) }]
    }
  }
  const values = typeof condition === 'object' ? condition.in : [condition]
  if (type !== 'date') return { kind: 'equal', values }
  return { kind: 'within', spans: values.map((value) => periodOf(String(value))!) }
}

/**
 * Checks a filter and returns it. @throws Failure for an unknown name, or a condition that the field's type does not
 * allow.
 */
export function checkFilter(filter: Filter, declared: Declared): Filter {
  for (const [name, condition] of Object.entries(filter)) {
    const type = filterType(name, declared)
    if (type === undefined) throw unknownField('filter: ', name, declared)
    for (const value of valuesOf(name, condition, type)) {
      const fault = type === 'keyword' && typeof value === 'string' ? undefined : fieldFault(name, value, type)
      if (fault !== undefined) throw new Failure(`filter: ${fault}`)
    }
  }
  return filter
}

function valuesOf(name: string, condition: Condition, type: FieldType): readonly FieldValue[] {
  if (typeof condition !== 'object') return [condition]
  if ('in' in condition) {
    const most = name === SENTENCE_ID ? MAX_SENTENCE_CHOICES : MAX_CHOICES
    if (condition.in.length <= most) return condition.in
    throw new Failure(`filter: field "${name}" has ${condition.in.length} choices; expected at most ${most}`)
  }
  if (type === 'keyword')
    throw new Failure(`filter: field "${name}" is a keyword; expected a number or a date for a range`)
  const { from, until } = condition
  const bounds = [from, until].filter((value) => value !== undefined)
  if (bounds.length === 0) throw new Failure(`filter: field "${name}" has an empty range; expected from, until or both`)
  return bounds
}

/** Checks what to count by. @throws Failure for an unknown name, or an interval of a field that is not a date. */
export function checkCountBy(by: readonly CountBy[], declared: Declared): void {
  for (const part of by) {
    const name = typeof part === 'string' ? part : part.field
    const type = filterType(name, declared)
    if (type === undefined || name === SENTENCE_ID) throw unknownField('', name, declared)
    if (typeof part === 'string') continue
    if (type !== 'date') throw new Failure(`field "${name}" is a ${type}; expected a date to count by an interval`)
    if (!STORE_INTERVALS.includes(part.interval)) {
      throw new Failure(`interval ${JSON.stringify(part.interval)}: expected one of ${STORE_INTERVALS.join(', ')}`)
    }
  }
}

/** Returns the type of a declared field or of a record's own member; undefined for others. */
export function filterType(name: string, declared: Declared): FieldType | undefined {
  if (name === 'position') return 'number'
  if (name === SENTENCE_ID || RECORD_FIELDS.some((own) => own === name)) return 'keyword'
  return Object.hasOwn(declared, name) ? declared[name] : undefined
}

function unknownField(prefix: string, name: string, declared: Declared): Failure {
  const own = RECORD_FIELDS.filter((field) => field !== 'themePath')
  const known = [...own, ...Object.keys(declared)].join(', ')
  return new Failure(`${prefix}the collection has no field ${JSON.stringify(name.slice(0, 80))}; it has ${known}`)
}
