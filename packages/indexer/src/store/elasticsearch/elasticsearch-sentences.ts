import type { estypes } from '@elastic/elasticsearch'
import { row, type Vectors } from '@leitmotif/encoder'
import { zeroVectors } from '@leitmotif/encoder/vectors'
import { periodOf } from '../dates.js'
import type { Fields, RecordSlice, SentenceRecord } from '../store.js'
import type { CollectionMeta } from './mapping.js'

/** Fields of a sentence's theme in the index. */
export interface StoredTheme {
  readonly theme?: string
  readonly theme_path?: readonly string[]
  readonly theme_similarity?: number
  /** The run that assigned the theme. A theme of a run that is not current counts as none. */
  readonly theme_run?: string
}

export const THEME_MEMBERS = ['theme', 'theme_path', 'theme_similarity', 'theme_run'] as const

/** A sentence in Elasticsearch, without its vector. */
interface StoredSentence extends StoredTheme {
  readonly document: string
  readonly title: string
  readonly path: readonly string[]
  readonly position: number
  readonly paragraph: number
  readonly text: string
  readonly fields: Fields
  /** The original text of date fields; `fields` has them as moments. */
  readonly dates: Readonly<Record<string, string>>
}

/** Returns a theme as the index stores it. */
export function storedTheme(
  run: string,
  theme: string,
  path: readonly string[] | undefined,
  similarity: number | undefined
): StoredTheme {
  return {
    ...{ theme, theme_path: path ?? [theme], theme_run: run },
    ...(similarity !== undefined && { theme_similarity: similarity })
  }
}

/** Returns the record of a sentence for the index. A zero vector is left out, so that no search by vector finds it. */
export function storedSentence(
  record: SentenceRecord,
  vector: Float32Array,
  theme: StoredTheme,
  { fields }: CollectionMeta
): object {
  const { document, title, path, position, paragraph, text } = record
  const dates = Object.entries(record.fields).filter(([name]) =>
    fields.some((field) => field.name === name && field.type === 'date')
  ) as [string, string][]
  const moments = dates.map(([name, date]) => [name, new Date(periodOf(date)!.from).toISOString()])
  const sentence: StoredSentence = {
    document,
    title,
    path,
    position,
    paragraph,
    text,
    fields: { ...record.fields, ...(Object.fromEntries(moments) as Record<string, string>) },
    dates: Object.fromEntries(dates),
    ...theme
  }
  return vector.every((value) => value === 0) ? sentence : { ...sentence, vector: vectorText(vector) }
}

/** Returns the theme of a sentence for any run; undefined for none. */
export function themeOf(hit: estypes.SearchHit): StoredTheme | undefined {
  const stored = hit._source as StoredSentence
  return stored.theme === undefined ? undefined : stored
}

/** Returns the record of a hit with another theme, or none. The hit must have been read with its vector. */
export function withTheme(hit: estypes.SearchHit, theme: StoredTheme): object {
  const sentence: Record<string, unknown> = { ...(hit._source as StoredSentence) }
  for (const member of THEME_MEMBERS) Reflect.deleteProperty(sentence, member)
  const vector = vectorOf(hit)
  return { ...sentence, ...theme, ...(vector !== undefined && { vector }) }
}

/** Returns the request options to read what a record needs: `_source`, and on request the vector as bytes. */
export function recordRequest(vectors: boolean): Pick<estypes.SearchRequest, '_source' | 'docvalue_fields'> {
  return { _source: true, ...(vectors && { docvalue_fields: [{ field: 'vector', format: 'binary' }] }) }
}

/** Returns the record of a hit. `runs` are the runs whose themes are visible. */
export function recordOf(hit: estypes.SearchHit, runs: readonly string[]): SentenceRecord {
  const stored = hit._source as StoredSentence
  const { document, title, path, position, paragraph, text } = stored
  const { theme, theme_path: themePath, theme_similarity: similarity, theme_run: run } = stored
  return {
    id: hit._id!,
    document,
    title,
    path,
    position,
    paragraph,
    text,
    fields: { ...stored.fields, ...stored.dates },
    ...(theme !== undefined &&
      runs.includes(run ?? '') && {
        theme,
        themePath: themePath ?? [theme],
        ...(similarity !== undefined && { themeSimilarity: similarity })
      })
  }
}

/** Returns the records of hits, and with `vectors` their vectors. */
export function sliceOf(
  hits: readonly estypes.SearchHit[],
  runs: readonly string[],
  dims: number,
  vectors: boolean
): RecordSlice {
  return {
    records: hits.map((hit) => recordOf(hit, runs)),
    vectors: vectors ? vectorsOf(hits, dims) : zeroVectors(0, dims)
  }
}

function vectorsOf(hits: readonly estypes.SearchHit[], dims: number): Vectors {
  const vectors = zeroVectors(hits.length, dims)
  for (const [index, hit] of hits.entries()) {
    const text = vectorOf(hit)
    if (text !== undefined) readVector(text, row(vectors, index))
  }
  return vectors
}

/** Returns the vector of a hit in Base64, as it was received; undefined for a zero vector, which is not stored. */
function vectorOf({ fields }: estypes.SearchHit): string | undefined {
  return (fields as { vector?: string[] } | undefined)?.vector?.at(0)
}

/**
 * Encodes a vector as Elasticsearch does: 32-bit big-endian numbers in Base64 (elastic/elasticsearch #137072, #140094).
 */
function vectorText(vector: Float32Array): string {
  return Buffer.from(Float32Array.from(vector).buffer).swap32().toString('base64')
}

function readVector(text: string, into: Float32Array): void {
  const bytes = Buffer.from(text, 'base64')
  for (let i = 0; i < into.length; i++) into[i] = bytes.readFloatBE(4 * i)
}
