import type { CollectionAnswer } from '../../src/service/schemas/theme-schemas.js'
import { counted } from './figures.js'

type Described = Pick<CollectionAnswer, 'fields' | 'values'>

/** Number of values that remain distinguishable side by side. */
export const COMPARED = 12

/** Whether documents have at least two different values of a field. */
export function isComparable(name: string, { values }: Described): boolean {
  return !Object.hasOwn(values, name) || values[name] > 1
}

/**
 * Returns the fields whose values can be compared; the first is the default. Fields with few values come first,
 * keywords before others; then those with more values, in ascending order.
 */
export function comparedFields(described: Described): string[] {
  const { fields, values } = described
  const surplus = (name: string): number => Math.max(COMPARED, values[name] ?? 0)
  const rank = (name: string): number => (surplus(name) > COMPARED ? 2 : 0) + (fields[name] === 'keyword' ? 0 : 1)
  return Object.keys(fields)
    .filter((name) => isComparable(name, described))
    .sort((a, b) => rank(a) - rank(b) || surplus(a) - surplus(b))
}

/** Returns a field as it is shown in a choice: `site (4 values)`. */
export function fieldInWords(name: string, { values }: Described): string {
  return Object.hasOwn(values, name) ? `${name} (${counted(values[name], 'value')})` : name
}
