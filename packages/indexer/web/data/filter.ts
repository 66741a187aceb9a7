import { MAP_AREA } from '../../src/store/filter-names.js'
import { filterInWords } from '../../src/store/filter-words.js'
import type { CollectionAnswer } from '../../src/service/schemas/theme-schemas.js'
import type { FilterBody } from '../../src/service/schemas/common-schemas.js'

/** A condition on one field in an address: values, or a range `from..until` with optional ends. */
export interface FieldCondition {
  readonly field: string
  readonly values: readonly string[]
}

export type FieldTypes = CollectionAnswer['fields']

/** Conditions available without declared fields: theme or group, and document. */
export type OwnField = 'theme' | 'document'
const OWN = { theme: 'themePath', document: 'document', [MAP_AREA]: MAP_AREA } as const
const isOwn = (field: string): field is keyof typeof OWN => Object.hasOwn(OWN, field)

/** Name in an address of a condition on the area of the map that a value selects. */
export const AREA_CONDITION = `f.${MAP_AREA}`

/** Returns the conditions in an address: `f.site=blog&f.date=2020..2022`. `prefix` distinguishes several filters. */
export function readConditions(query: URLSearchParams, prefix = 'f.'): FieldCondition[] {
  const fields = new Set([...query.keys()].filter((name) => name.startsWith(prefix)))
  return [...fields].map((name) => ({ field: name.slice(prefix.length), values: query.getAll(name) }))
}

/** Parses both ends of a range in an address; undefined for anything else. */
export function rangeOf(value: string): { from: string; until: string } | undefined {
  const at = value.indexOf('..')
  return at < 0 ? undefined : { from: value.slice(0, at), until: value.slice(at + 2) }
}

/** Converts a condition for the service. Numbers are still text. */
function conditionOf(
  { field, values }: FieldCondition,
  types: FieldTypes
): Exclude<FilterBody[string], string | number> {
  const isWhole = isOwn(field) || types[field] === 'keyword' || values.length === 0
  const range = isWhole ? undefined : rangeOf(values[0])
  if (range === undefined) return { in: [...values] }
  const { from, until } = range
  return { ...(from !== '' && { from }), ...(until !== '' && { until }) }
}

/** Converts conditions to a filter for the service. Leaves out unknown fields and invalid numbers. */
export function filterOf(conditions: readonly FieldCondition[], types: FieldTypes): FilterBody {
  const filter: FilterBody = {}
  for (const given of conditions) {
    const { field: name } = given
    if (!isOwn(name) && !Object.hasOwn(types, name)) continue
    const field = isOwn(name) ? OWN[name] : name
    // An address may contain anything, and JSON would turn NaN into null.
    const typed = (value: string | number): (string | number)[] => {
      if (types[name] !== 'number') return [value]
      return String(value).trim() !== '' && Number.isFinite(Number(value)) ? [Number(value)] : []
    }
    const condition = conditionOf(given, types)
    if ('in' in condition) {
      const chosen = condition.in.flatMap(typed)
      if (chosen.length > 0) filter[field] = chosen.length === 1 ? chosen[0] : { in: chosen }
      continue
    }
    const ends = Object.entries(condition).flatMap(([end, value]) => typed(value).map((bound) => [end, bound] as const))
    if (ends.length > 0) filter[field] = Object.fromEntries(ends)
  }
  return filter
}

/** Says why a condition is not applied; undefined if it is. */
export function whyNotApplied(condition: FieldCondition, types: FieldTypes): string | undefined {
  if (Object.keys(filterOf([condition], types)).length > 0) return undefined
  const { field } = condition
  return `not applied: ${Object.hasOwn(types, field) ? `not a ${types[field]}` : 'no such field'}`
}

/** Returns the filter as one query parameter; undefined for an empty filter. */
export function filterText(conditions: readonly FieldCondition[], types: FieldTypes): string | undefined {
  const filter = filterOf(conditions, types)
  return Object.keys(filter).length === 0 ? undefined : JSON.stringify(filter)
}

/** Describes a condition in words. `label` returns the name of a theme. */
export function conditionInWords(
  { field, values }: FieldCondition,
  types: FieldTypes,
  label: (id: string) => string
): string {
  const named = field === 'theme' ? values.map(label) : values
  return filterInWords({ [field]: conditionOf({ field, values: named }, types) })
}
