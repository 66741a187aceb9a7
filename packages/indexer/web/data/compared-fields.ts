import type { CollectionAnswer } from '../../src/service/schemas.js'
import { counted } from './figures.js'

type Described = Pick<CollectionAnswer, 'fields' | 'values'>

/** Number of values that remain distinguishable side by side. */
export const COMPARED = 12

/** Whether a field tells documents apart: one that has the same value everywhere, or none, does not. */
export function isTelling(name: string, { values }: Described): boolean {
  return !Object.hasOwn(values, name) || values[name] > 1
}

/**
 * The fields that tell documents apart, the first the one to compare them by: those of few values, then those of more, the
 * fewer the sooner; keywords first among these.
 */
export function comparedFields(described: Described): string[] {
  const { fields, values } = described
  const surplus = (name: string): number => Math.max(COMPARED, values[name] ?? 0)
  const rank = (name: string): number => (surplus(name) > COMPARED ? 2 : 0) + (fields[name] === 'keyword' ? 0 : 1)
  return Object.keys(fields)
    .filter((name) => isTelling(name, described))
    .sort((a, b) => rank(a) - rank(b) || surplus(a) - surplus(b))
}

/** A field as it is chosen: `site (4 values)`. */
export function fieldInWords(name: string, { values }: Described): string {
  return Object.hasOwn(values, name) ? `${name} (${counted(values[name], 'value')})` : name
}
