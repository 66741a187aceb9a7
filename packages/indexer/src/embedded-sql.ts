import type { Query, VectorQuery } from '@lancedb/lancedb'
import type { FieldValue } from './store.js'

/** Adds a condition, where there is one. */
export function narrowed<Q extends Query | VectorQuery>(query: Q, where: string | undefined): Q {
  if (where !== undefined) query.where(where)
  return query
}

/** `name = value` in SQL; `name` is a column of ours. */
export function isEqual(name: string, value: FieldValue): string {
  return `${name} = ${literal(value)}`
}

/** `name IN (values)` in SQL; of no values, what is never true. */
export function isIn(name: string, values: readonly string[]): string {
  return values.length === 0 ? 'false' : `${name} IN (${values.map(literal).join(', ')})`
}

/** A value as SQL writes it: in a quoted text only the quote itself means anything. Values are quoted here alone. */
function literal(value: FieldValue): string {
  return typeof value === 'number' ? `CAST('${value}' AS DOUBLE)` : `'${value.replaceAll("'", "''")}'`
}
