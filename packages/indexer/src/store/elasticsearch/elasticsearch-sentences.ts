import type { estypes } from '@elastic/elasticsearch'
import { row, type Vectors } from '@leitmotif/encoder'
import { zeroVectors } from '@leitmotif/encoder/vectors'
import { periodOf } from '../dates.js'
import type { Fields, RecordSlice, SentenceRecord } from '../store.js'
import type { Dialect } from './dialect.js'
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

/** The record of a sentence, without its vector. */
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
  { fields }: CollectionMeta,
  dialect: Dialect
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
  return vector.every((value) => value === 0) ? sentence : { ...sentence, vector: dialect.storeVector(vector) }
}

/** Returns the theme of a sentence for any run; undefined for none. */
export function themeOf(hit: estypes.SearchHit): StoredTheme | undefined {
  const stored = hit._source as StoredSentence
  return stored.theme === undefined ? undefined : stored
}

/** Returns the record of a hit with another theme, or none. `vector` is its vector as stored; undefined for none. */
export function withTheme(hit: estypes.SearchHit, theme: StoredTheme, vector: unknown): object {
  const sentence: Record<string, unknown> = { ...(hit._source as StoredSentence) }
  for (const member of THEME_MEMBERS) Reflect.deleteProperty(sentence, member)
  return { ...sentence, ...theme, ...(vector !== undefined && { vector }) }
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

/** Returns the records of hits, and their vectors if these were read, in a `dialect`. */
export function sliceOf(
  hits: readonly estypes.SearchHit[],
  runs: readonly string[],
  dims: number,
  dialect: Dialect | undefined
): RecordSlice {
  return {
    records: hits.map((hit) => recordOf(hit, runs)),
    vectors: dialect === undefined ? zeroVectors(0, dims) : vectorsOf(hits, dims, dialect)
  }
}

function vectorsOf(hits: readonly estypes.SearchHit[], dims: number, dialect: Dialect): Vectors {
  const vectors = zeroVectors(hits.length, dims)
  for (const [index, hit] of hits.entries()) {
    // A zero vector is not stored.
    const stored = dialect.storedVector(hit)
    if (stored !== undefined) dialect.readVector(stored, row(vectors, index))
  }
  return vectors
}
