import type { Query, VectorQuery } from '#lancedb'
import type { Test } from '../filter-checks.js'
import { VALUE_SEPARATOR } from '../fields.js'
import type { FieldValue } from '../store.js'

/** Adds a condition to a query, if there is one. */
export function narrowed<Q extends Query | VectorQuery>(query: Q, where: string | undefined): Q {
  if (where !== undefined) query.where(where)
  return query
}

/** Returns SQL for: a column passes a test. */
export function passes(name: string, test: Test): string {
  if (test.kind === 'equal') return isIn(name, test.values)
  const within = test.spans.map(({ from, until }) => {
    const bounds = [
      from > -Infinity ? `${name} >= ${literal(from)}` : '',
      until < Infinity ? `${name} < ${literal(until)}` : ''
    ]
    return `(${bounds.filter(Boolean).join(' AND ')})`
  })
  return within.length === 0 ? 'false' : `(${within.join(' OR ')})`
}

/** Returns the SQL `name IN (values)`, or `false` without values. */
export function isIn(name: string, values: readonly FieldValue[]): string {
  return values.length === 0 ? 'false' : `${name} IN (${values.map(literal).join(', ')})`
}

/** Returns SQL for: a keyword column, which may hold several values, has one of these. */
export function hasValue(name: string, values: readonly FieldValue[]): string {
  if (values.length === 0) return 'false'
  const separator = literal(VALUE_SEPARATOR)
  const among = values.map((value) => {
    const wanted = literal(`${VALUE_SEPARATOR}${value}${VALUE_SEPARATOR}`)
    return `strpos(concat(${separator}, ${name}, ${separator}), ${wanted}) > 0`
  })
  return `(${isIn(name, values)} OR (strpos(${name}, ${separator}) > 0 AND (${among.join(' OR ')})))`
}

/** Returns SQL for: a text begins with `prefix`. An empty prefix is always met. */
export function beginsWith(name: string, prefix: string): string {
  return prefix === '' ? 'true' : `starts_with(${name}, ${literal(prefix)})`
}

export function comesAfter(name: string, text: string): string {
  return text === '' ? 'true' : `${name} > ${literal(text)}`
}

/** Returns a value as SQL. In quoted text, only the quote must be escaped. No other function quotes values. */
function literal(value: FieldValue): string {
  return typeof value === 'number' ? `CAST('${value}' AS DOUBLE)` : `'${value.replaceAll("'", "''")}'`
}
