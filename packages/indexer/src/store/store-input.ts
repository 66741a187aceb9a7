import { Failure } from '@leitmotif/command'
import { fieldFault } from './fields.js'
import { checkFilter } from './filter-checks.js'
import { MAX_HITS, MAX_KEPT_BYTES, type DocumentRecord, type FieldType, type StoreQuery } from './store.js'

/** Longest text of a keyword query, in UTF-16 code units. */
const MAX_WORDS_LENGTH = 10_000

/** Limits that a store checks its input against. */
export interface StoreShape {
  readonly dims: number
  readonly fields: Readonly<Record<string, FieldType>>
}

/**
 * Checks documents to be written. @throws Failure for an undeclared field or wrong type, Error for inconsistent
 * records.
 */
export function checkDocuments(documents: readonly DocumentRecord[], shape: StoreShape): void {
  const seen = new Set<string>()
  for (const { document, sentences, vectors } of documents) {
    if (seen.has(document)) throw new Error(`document ${document} comes twice in one write; expected once`)
    seen.add(document)
    if (sentences.length === 0) throw new Error(`document ${document} has no sentences; remove it instead`)
    if (vectors.dims !== shape.dims) {
      throw new Failure(
        `document ${document}: vectors have ${vectors.dims} dimensions, this collection's ${shape.dims}; ` +
          `use the encoder that filled it, or a new collection`
      )
    }
    if (vectors.count !== sentences.length || vectors.data.length !== vectors.count * vectors.dims) {
      throw new Error(`document ${document} has ${sentences.length} sentences and ${vectors.count} vectors`)
    }
    if (!vectors.data.every(Number.isFinite)) throw new Error(`document ${document} has a vector that is not finite`)
    for (const sentence of sentences) {
      if (sentence.document !== document) {
        throw new Error(`sentence ${sentence.id} is of document ${sentence.document}, not of ${document}`)
      }
      for (const [name, value] of Object.entries(sentence.fields)) {
        const declared = Object.hasOwn(shape.fields, name) ? shape.fields[name] : undefined
        const fault = fieldFault(name, value, declared)
        if (fault !== undefined) throw new Failure(`document ${document}: ${fault}`)
      }
    }
  }
}

/** Checks a query. @throws Failure for one that no store answers. */
export function checkQuery(query: StoreQuery, shape: StoreShape): void {
  const { vector, words, k, filter = {} } = query
  if (vector === undefined && words === undefined)
    throw new Error('a query without vector and words; expected one, or both')
  if (!Number.isInteger(k) || k < 1 || k > MAX_HITS)
    throw new Failure(`k is ${k}; expected a whole number from 1 to ${MAX_HITS}`)
  if (vector !== undefined && vector.length !== shape.dims) {
    throw new Failure(
      `the query's vector has ${vector.length} dimensions, this collection's ${shape.dims}; use the encoder that filled it`
    )
  }
  if (words !== undefined && words.length > MAX_WORDS_LENGTH) {
    throw new Failure(`the query has ${words.length} characters; expected at most ${MAX_WORDS_LENGTH}`)
  }
  checkFilter(filter, shape.fields)
}

/** Checks the number of ids. @throws Failure for more than MAX_HITS. */
export function checkIds(ids: readonly string[]): void {
  if (ids.length > MAX_HITS) throw new Failure(`${ids.length} sentences were asked for; expected at most ${MAX_HITS}`)
}

/** Checks the name of a stored value. @throws Error for an invalid name. */
export function checkKeptName(name: string): void {
  if (!/^[a-z][a-z-]{0,63}$/.test(name)) throw new Error(`keep "${name}": expected a name of small letters and hyphens`)
}

/** Serializes a value as JSON; undefined removes it. @throws Failure for a value that is too large. */
export function keptJson(name: string, value: unknown): string | undefined {
  checkKeptName(name)
  const json = JSON.stringify(value) as string | undefined
  if (json !== undefined && Buffer.byteLength(json) > MAX_KEPT_BYTES) {
    throw new Failure(`keep "${name}": ${Buffer.byteLength(json)} bytes; expected at most ${MAX_KEPT_BYTES}`)
  }
  return json
}
