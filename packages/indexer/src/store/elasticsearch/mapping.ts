import type { estypes } from '@elastic/elasticsearch'
import { Failure } from '@leitmotif/command'
import { REPRESENTATIONS } from '@leitmotif/encoder/stages'
import { z } from 'zod'
import type { FieldType } from '../store.js'
import type { Dialect } from './dialect.js'

const FORMAT = 'leitmotif-elasticsearch'
const VERSION = 1

const decoder = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  base: z.string().min(1),
  encoder: z.object({
    fingerprint: z.string().min(1),
    representation: z.enum(REPRESENTATIONS),
    dims: z.int().min(1).max(65_536)
  }),
  /** In the order of declaration. */
  fields: z.array(z.object({ name: z.string(), type: z.enum(['keyword', 'number', 'date']) })),
  /**
   * The current run of themes, and earlier ones; their themes are still valid on sentences that the current run did not
   * change.
   */
  run: z.object({ name: z.string(), earlier: z.array(z.string()) }).optional(),
  /** The run whose themes are being assigned, or were when a process ended. The themes of other runs may be gone. */
  assigning: z.string().optional()
})

/** Metadata of an index, in `_meta.leitmotif` of its mapping. */
export type CollectionMeta = z.infer<typeof decoder>

/** Returns the metadata of a new, empty collection. */
export function newMeta(base: string, encoder: CollectionMeta['encoder']): CollectionMeta {
  return { format: FORMAT, version: VERSION, base, encoder, fields: [] }
}

/** Decodes the metadata of an index. @throws Failure for an index that is not ours, or of another version. */
export function decodeMeta(place: string, meta: unknown): CollectionMeta {
  const found = z.object({ leitmotif: z.looseObject({ version: z.unknown() }) }).safeParse(meta)
  if (!found.success) throw new Failure(`${place}: is an index that Leitmotif did not make; use another --collection`)
  const { version } = found.data.leitmotif
  if (version !== VERSION) {
    throw new Failure(
      `${place}: version is ${JSON.stringify(version)}; this program reads ${VERSION}; index into a new collection, ` +
        `or use the program that wrote this one`
    )
  }
  const decoded = decoder.safeParse(found.data.leitmotif)
  if (decoded.success) return decoded.data
  const faults = decoded.error.issues.map(({ path, message }) => `${path.join('.')} (${message})`)
  throw new Failure(`${place}: the index's _meta was altered: ${faults.join(', ')}; index into a new collection`)
}

/** Refresh interval, unless the user's template sets another. */
export const REFRESH_INTERVAL = '1s'

/** Longest title that is counted and filtered by, in bytes: the longest term that Lucene accepts. */
const LONGEST_TITLE = 8191

/**
 * Returns the properties of declared fields, and those of the original text of dates: `2024` is more than its first
 * moment.
 */
export function fieldProperties(fields: CollectionMeta['fields']): Record<string, estypes.MappingProperty> {
  const types: Record<FieldType, estypes.MappingProperty> = {
    keyword: { type: 'keyword' },
    number: { type: 'double' },
    date: { type: 'date', format: 'strict_date_optional_time' }
  }
  const typed = fields.map(({ name, type }): [string, estypes.MappingProperty] => [name, types[type]])
  const written = fields
    .filter(({ type }) => type === 'date')
    .map(({ name }): [string, estypes.MappingProperty] => [name, { type: 'keyword' }])
  return {
    fields: { type: 'object', dynamic: 'strict', properties: Object.fromEntries(typed) },
    dates: { type: 'object', dynamic: 'strict', properties: Object.fromEntries(written) }
  }
}

/**
 * Index settings for sentences. Records are sorted by document and position, so a scan continues where it stopped. The
 * index is refreshed every second even when nobody searches. This halves the processor time of indexing, because small
 * segments get no neighbour graph.
 */
export function sentencesIndex(meta: CollectionMeta, dialect: Dialect): estypes.IndicesIndexState {
  const vectors = dialect.vectorIndex(meta.encoder.dims)
  return {
    settings: {
      number_of_shards: 1,
      auto_expand_replicas: '0-1',
      refresh_interval: REFRESH_INTERVAL,
      'sort.field': ['document', 'position'],
      'sort.order': ['asc', 'asc'],
      ...vectors.settings
    },
    mappings: {
      dynamic: 'strict',
      _meta: { leitmotif: meta },
      properties: {
        document: { type: 'keyword' },
        title: { type: 'keyword', ignore_above: LONGEST_TITLE, fields: { text: { type: 'text' } } },
        path: { type: 'keyword', ignore_above: LONGEST_TITLE },
        position: { type: 'integer' },
        paragraph: { type: 'integer' },
        text: { type: 'text', analyzer: 'standard' },
        vector: vectors.property,
        theme: { type: 'keyword' },
        theme_path: { type: 'keyword' },
        theme_similarity: { type: 'double' },
        theme_run: { type: 'keyword' },
        ...fieldProperties(meta.fields)
      }
    }
  }
}

/** Index settings for documents, stored values and the lock. They are found by id and by `kind`. */
export const RECORDS_INDEX: estypes.IndicesIndexState = {
  settings: { number_of_shards: 1, auto_expand_replicas: '0-1', hidden: true },
  mappings: { dynamic: false, properties: { kind: { type: 'keyword' } } }
}

type Json = Record<string, unknown>

/**
 * Merges the user's component template into the index settings; the template wins, member by member.
 * @throws Failure if it changes a field's type.
 */
export function withTemplate(
  index: estypes.IndicesIndexState,
  name: string,
  template: estypes.IndicesIndexState | undefined
): estypes.IndicesIndexState {
  if (template === undefined) return index
  const { settings, mappings } = template as { settings?: Json; mappings?: Json }
  const merged = merge(index as Json, {
    ...(settings && { settings: merge({}, (settings.index ?? settings) as Json) }),
    ...(mappings && { mappings })
  }) as estypes.IndicesIndexState
  for (const [field, own] of Object.entries(index.mappings?.properties ?? {})) {
    const got = merged.mappings?.properties?.[field]
    if (got?.type !== own.type) {
      throw new Failure(
        `component template ${name}: field "${field}" is ${got?.type ?? 'an object'}; expected ${own.type}; mend the template`
      )
    }
  }
  return merged
}

/** Returns `under` overridden by `over`. Objects are merged member by member, other values are replaced. */
function merge(under: Json, over: Json): Json {
  const isObject = (value: unknown): value is Json =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
  const merged = new Map(Object.entries(under))
  for (const [name, value] of Object.entries(over)) {
    const below = merged.get(name)
    merged.set(name, isObject(below) && isObject(value) ? merge(below, value) : value)
  }
  return Object.fromEntries(merged)
}
