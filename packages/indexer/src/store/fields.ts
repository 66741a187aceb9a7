import { Failure } from '@leitmotif/command'
import { isDate } from './dates.js'
import type { Fields, FieldType } from './store.js'

export const FIELD_TYPES: readonly FieldType[] = ['keyword', 'number', 'date']

/** Maximum number of declared fields. Each is a column. */
export const MAX_FIELDS = 100

/** Longest keyword, in UTF-16 code units. Longer values are prose, not useful in filters or counts. */
export const MAX_KEYWORD_LENGTH = 1024

/** Separates the values of a keyword in the embedded store. No value contains it. */
export const VALUE_SEPARATOR = '\u001f'

/** Names reserved for members of every record. */
export const RECORD_FIELDS = ['document', 'title', 'theme', 'themePath', 'position'] as const

/** Names that every store accepts: no dots (Elasticsearch would nest them), no leading space, at most 64 characters. */
const FIELD_NAME = /^[^\s.\p{C}][^.\p{C}]{0,63}$/u

/** Whether a field can have this name. */
export function isFieldName(name: string): boolean {
  return FIELD_NAME.test(name) && !RECORD_FIELDS.some((own) => own === name)
}

/** Declared fields, in the order of declaration. */
export type DeclaredFields = readonly { readonly name: string; readonly type: FieldType }[]

/** Returns the types of declared fields by name. */
export function typesOf(declared: DeclaredFields): Record<string, FieldType> {
  return Object.fromEntries(declared.map(({ name, type }) => [name, type]))
}

/** Guesses the type of a field from one value. */
export function fieldType(name: string, value: Fields[string]): FieldType {
  if (typeof value === 'object') return 'keyword'
  if (typeof value === 'number') return 'number'
  // A bare year is often just a number written as text, so it is a date only in a field named `date`.
  return (value.length > 4 || name === 'date') && isDate(value) ? 'date' : 'keyword'
}

/**
 * Guesses the types of fields from several documents. A field is a number if its first value is one; a text field is a
 * date if most of its values are dates. Skips the `declared` names.
 */
export function inferFields(
  documents: readonly Fields[],
  declared: Readonly<Record<string, FieldType>>
): Record<string, FieldType> {
  const seen = new Map<string, { first: FieldType; date: number; keyword: number; number: number }>()
  for (const fields of documents) {
    for (const [name, value] of Object.entries(fields)) {
      if (Object.hasOwn(declared, name)) continue
      const type = fieldType(name, value)
      const counted = seen.get(name) ?? { first: type, date: 0, keyword: 0, number: 0 }
      // Only a keyword can have several values.
      counted[type] += typeof value === 'object' ? Infinity : 1
      seen.set(name, counted)
    }
  }
  return Object.fromEntries(
    Array.from(seen, ([name, { first, date, keyword }]): [string, FieldType] => [
      name,
      first === 'number' && keyword < Infinity ? 'number' : date > keyword ? 'date' : 'keyword'
    ])
  )
}

/** Says why `value` is not of the declared type; undefined if it is. */
export function fieldFault(name: string, value: Fields[string], type: FieldType | undefined): string | undefined {
  const got = JSON.stringify(value).slice(0, 80)
  if (type === undefined) return `field "${name}" is not declared`
  if (typeof value === 'object') {
    if (type !== 'keyword') return `field "${name}" is a list, ${got}; expected one ${type}`
    if (value.length === 0) return `field "${name}" is an empty list; expected values, or no such field`
    if (new Set(value).size < value.length) return `field "${name}" is ${got}; expected each value once`
    return value.map((each) => fieldFault(name, each, type)).find((fault) => fault !== undefined)
  }
  if (type === 'number') {
    return typeof value === 'number' && Number.isFinite(value)
      ? undefined
      : `field "${name}" is ${got}; expected a number`
  }
  if (typeof value !== 'string') return `field "${name}" is ${got}; expected a ${type}, which is text`
  if (type === 'date') return isDate(value) ? undefined : `field "${name}" is ${got}; expected a date like 2024-05-17`
  if (value.includes(VALUE_SEPARATOR)) return `field "${name}" has the control character U+001F; remove it`
  return value.length <= MAX_KEYWORD_LENGTH
    ? undefined
    : `field "${name}" has ${value.length} characters; expected at most ${MAX_KEYWORD_LENGTH}`
}

/**
 * Returns all declarations of a collection after adding `further` ones, in the order of declaration.
 * @throws Failure for an invalid name, for another type than before, or for more than MAX_FIELDS.
 */
export function declareFields(
  declared: Readonly<Record<string, FieldType>>,
  further: Readonly<Record<string, FieldType>>
): Record<string, FieldType> {
  const all = new Map(Object.entries(declared))
  for (const [name, type] of Object.entries(further)) {
    if (!isFieldName(name)) {
      throw new Failure(
        `field ${JSON.stringify(name.slice(0, 80))}: no field can have this name; expected 1 to 64 characters ` +
          `without dots, and none of ${RECORD_FIELDS.join(', ')}; rename it`
      )
    }
    const before = all.get(name)
    if (before !== undefined && before !== type) {
      throw new Failure(
        `field "${name}": is declared as ${before}, and now as ${type}; keep one, or use a new collection`
      )
    }
    all.set(name, type)
  }
  if (all.size > MAX_FIELDS) {
    throw new Failure(`${all.size} fields: a collection has at most ${MAX_FIELDS}; leave out what is not filtered by`)
  }
  return Object.fromEntries(all)
}

/** Returns those of `further` that are not declared yet, to be appended. @throws Failure as `declareFields`. */
export function undeclaredFields(
  declared: DeclaredFields,
  further: Readonly<Record<string, FieldType>>
): { name: string; type: FieldType }[] {
  const before = typesOf(declared)
  const all = Object.entries(declareFields(before, further))
  return all.filter(([name]) => !Object.hasOwn(before, name)).map(([name, type]) => ({ name, type }))
}

/** Parses `name:type`. @throws Failure that lists the types. */
export function parseField(text: string): [string, FieldType] {
  const at = text.lastIndexOf(':')
  const type = FIELD_TYPES.find((known) => known === text.slice(at + 1))
  if (at < 1 || type === undefined) {
    throw new Failure(`field ${JSON.stringify(text)}: expected name:type, with a type of ${FIELD_TYPES.join(', ')}`)
  }
  return [text.slice(0, at), type]
}
