import { Failure } from '@leitmotif/command'

/**
 * A collection NAME consists of these indexes and aliases:
 *
 *     leitmotif-NAME                          alias of the generation in use; use it in Kibana
 *     leitmotif-NAME.<fingerprint>.<number>   a generation: its sentences, with the vectors of one encoder
 *     leitmotif-NAME.next, .previous          aliases of the next generation, and of the stored previous one
 *     leitmotif-NAME.records                  hidden: the documents of each generation, stored values, the lock
 *     INDEX.write                             hidden alias of each of these indexes, for writing
 *
 * A NAME has no dot, so two collections never share an index.
 */
const NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/

/** The default name of a collection. */
export const DEFAULT_COLLECTION = 'default'

/** Most parts of a run: processes that write to a collection at the same time. */
export const MAX_PARTS = 64

/** @throws Failure for a name that Elasticsearch cannot carry. */
export function aliasOf(collection: string): string {
  if (!NAME.test(collection)) {
    throw new Failure(
      `collection ${JSON.stringify(collection.slice(0, 80))}: expected a name of small letters, digits, hyphens and ` +
        `underscores that begins with a letter or digit, at most 64 long`
    )
  }
  return `leitmotif-${collection}`
}

/** Returns the alias of the next generation, or of the stored previous one. */
export function sideAlias(collection: string, which: 'next' | 'previous'): string {
  return `${aliasOf(collection)}.${which}`
}

/** Returns the index of a generation; `number` counts from 1. */
export function generationIndex(collection: string, fingerprint: string, number: number): string {
  return `${aliasOf(collection)}.${fingerprint.slice(0, 8).toLowerCase()}.${number}`
}

/** Returns the number of a generation; undefined for an index that is not a generation of this collection. */
export function generationNumber(collection: string, index: string): number | undefined {
  const alias = aliasOf(collection)
  if (!index.startsWith(`${alias}.`)) return undefined
  const number = /^[0-9a-z]{1,8}\.([1-9]\d*)$/.exec(index.slice(alias.length + 1))?.[1]
  return number === undefined ? undefined : Number(number)
}

/** Returns the index of a collection's document records, stored values and lock. */
export function recordsIndex(collection: string): string {
  return `${aliasOf(collection)}.records`
}

/**
 * Returns the write alias of an index. Writing to the name of a deleted index would create it again; writing to an
 * alias fails.
 */
export function writeAlias(index: string): string {
  return `${index}.write`
}
