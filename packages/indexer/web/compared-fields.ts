import type { CollectionAnswer } from '../src/service/schemas.js'
import { counted } from './figures.js'

type Described = Pick<CollectionAnswer, 'fields' | 'values'>

/** Values that stand beside one another and can still be told apart. */
export const COMPARED = 12

/**
 * The fields of a collection, the first the one to compare its documents by: those of few values, then those of more, the
 * fewer the sooner, and those of one value or none last; keywords first among these.
 */
export function comparedFields({ fields, values }: Described): string[] {
  const rank = (name: string): number => {
    const many = values[name] ?? 0
    return (many < 2 ? 4 : many <= COMPARED ? 0 : 2) + (fields[name] === 'keyword' ? 0 : 1)
  }
  const surplus = (name: string): number => Math.max(COMPARED, values[name] ?? 0)
  return Object.keys(fields).sort((a, b) => rank(a) - rank(b) || surplus(a) - surplus(b))
}

/** A field as it is chosen: `site (4 values)`. */
export function fieldInWords(name: string, { values }: Described): string {
  return Object.hasOwn(values, name) ? `${name} (${counted(values[name], 'value')})` : name
}
