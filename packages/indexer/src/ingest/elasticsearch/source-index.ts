import type { estypes } from '@elastic/elasticsearch'
import { Failure } from '@leitmotif/command'
import { z } from 'zod'
import type { Connection } from '../../store/elasticsearch/connection.js'
import { ElasticsearchFailure } from '../../store/elasticsearch/elasticsearch-failure.js'
import { COMPLETE_SEARCH, openView, type View } from '../../store/elasticsearch/point-in-time.js'
import { planIndex, type IndexFields, type PlannedIndex } from './index-plan.js'
import { pagesOf, type Page } from './index-pages.js'
import type { FieldType } from '../../store/store.js'

/** Up to where an index was read. */
export const checkpointDecoder = z.union([
  /** Operations that are done, by the index's unique id and the shard's number. */
  z.object({ operations: z.record(z.string(), z.record(z.string(), z.number())) }),
  /** The greatest value of a field. */
  z.object({ field: z.string(), value: z.union([z.string(), z.number()]) })
])
export type Checkpoint = z.infer<typeof checkpointDecoder>

/** Ids that are read at once. */
const IDS_AT_ONCE = 10_000

interface AllOf {
  readonly bool: { readonly filter: estypes.QueryDslQueryContainer[] }
}

/** State of the shards of one index. */
interface IndexShards {
  readonly name: string
  readonly uuid: string
  /** By the shard's number, the operation up to which all are done. */
  readonly shards: Readonly<Record<string, number>>
}

/** An index that documents are read from: an alias, a data stream or a pattern are read as one. */
export class SourceIndex {
  private readonly query: estypes.QueryDslQueryContainer

  constructor(
    readonly client: Connection,
    readonly index: string,
    /** A query as JSON, or as a line such as `lang:en`. Default: all documents. */
    query: string | undefined
  ) {
    this.query = parseQuery(query)
  }

  /** Chooses the fields to read. @throws Failure for an index that does not exist, or lacks a field. */
  async plan(chosen: IndexFields, declared: Readonly<Record<string, FieldType>>): Promise<PlannedIndex> {
    const { index, client } = this
    const place = `${client.place}/${index}`
    try {
      const { indices, fields } = await client.dialect.fieldCaps(client, { index, fields: '*' })
      if (indices.length === 0) throw new Failure(`${place}: no index matches; check the name`)
      return planIndex(place, fields, chosen, declared)
    } catch (error) {
      throw this.missing(error) ?? error
    }
  }

  /** The error for an index that does not exist; undefined for another error. */
  private missing(error: unknown): Failure | undefined {
    if (!(error instanceof ElasticsearchFailure) || error.type !== 'index_not_found_exception') return undefined
    const place = `${this.client.place}/${this.index}`
    return new Failure(`${place}: there is no such index; check the name, and whether it is on this server (--from)`)
  }

  /** Returns the number of documents to read. @throws Failure for a query that Elasticsearch does not understand. */
  async count(): Promise<number> {
    try {
      return (await this.client.count({ index: this.index, query: this.filtered() })).count
    } catch (error) {
      if (error instanceof ElasticsearchFailure && error.status === 400)
        throw new Failure(`${error.message}; mend --query`)
      throw this.missing(error) ?? error
    }
  }

  /**
   * Makes all earlier writes visible, and returns up to where they are done.
   * @param field whose values grow with each change. Default: Elasticsearch's own numbers of operations.
   * @returns undefined if this user may not know, or no document has the field.
   */
  async checkpoint(field: string | undefined): Promise<Checkpoint | undefined> {
    const found = field === undefined ? await this.shards() : undefined
    if (!(await this.refresh()) && field === undefined) return undefined
    if (field !== undefined) return this.greatest(field)
    return found && { operations: Object.fromEntries(found.map(({ uuid, shards }) => [uuid, shards])) }
  }

  /** Makes all earlier writes visible; false if this user may not do that. */
  async refresh(): Promise<boolean> {
    try {
      await this.client.indices.refresh({ index: this.index })
      return true
    } catch (error) {
      if (isForbidden(error)) return false
      throw error
    }
  }

  private async greatest(field: string): Promise<Checkpoint | undefined> {
    const { index } = this
    const query = this.filtered([{ exists: { field } }])
    const sort: estypes.Sort = [{ [field]: 'desc' }]
    const request = { index, size: 1, _source: false, sort, query, ...COMPLETE_SEARCH }
    const first = async (fields?: estypes.SearchRequest['fields']): Promise<unknown> => {
      const hit = (await this.client.search({ ...request, ...(fields && { fields }) })).hits.hits.at(0)
      return (hit?.fields as Record<string, unknown[]> | undefined)?.[field]?.sort().at(-1) ?? hit?.sort?.[0]
    }
    let value: unknown
    try {
      // Only a date takes a format.
      value = await first([{ field, format: 'strict_date_optional_time' }]).catch(async () => {
        const other = await first()
        if (typeof other === 'string') throw new Error(`field "${field}" holds texts`)
        return other
      })
    } catch (error) {
      throw new Failure(`${(error as Error).message}; name a date or a number with --changed`)
    }
    return typeof value === 'string' || typeof value === 'number' ? { field, value } : undefined
  }

  /** Yields the documents that were written after a checkpoint, or all, in pages. */
  async *read(
    since: Checkpoint | undefined,
    request: estypes.SearchRequest,
    lengthOf: (hit: estypes.SearchHit) => number
  ): AsyncGenerator<Page> {
    for (const { preference, filter } of await this.parts(since)) {
      let view: View | undefined
      try {
        view = await openView(this.client, this.index, preference)
        const query = this.filtered([...filter, ...(request.query === undefined ? [] : [request.query])])
        yield* pagesOf(view, { ...request, query }, lengthOf)
      } catch (error) {
        throw (await this.isGone())
          ? new Failure(
              `${this.client.place}/${this.index}: the index was removed while it was read; what was indexed stays as it is`
            )
          : error
      } finally {
        await view?.close().catch(() => undefined)
      }
    }
  }

  /** Returns documents as they are now, by their ids. */
  async readSome(ids: readonly string[], request: estypes.SearchRequest): Promise<readonly estypes.SearchHit[]> {
    const query = this.filtered([{ ids: { values: [...ids] } }])
    return (await this.client.search({ ...request, index: this.index, size: ids.length, query, ...COMPLETE_SEARCH }))
      .hits.hits
  }

  /** Returns the ids of all documents. */
  async ids(): Promise<Set<string>> {
    const found = new Set<string>()
    const view = await openView(this.client, this.index)
    const request = { query: this.filtered(), sort: view.anyOrder, _source: false, size: IDS_AT_ONCE }
    try {
      for (let after: estypes.SortResults | undefined; ;) {
        const { hits } = (await view.search({ ...request, ...(after && { search_after: after }) })).hits
        for (const { _id: id } of hits) found.add(id!)
        if (hits.length < IDS_AT_ONCE) return found
        after = hits.at(-1)!.sort
      }
    } finally {
      await view.close()
    }
  }

  private filtered(filter: readonly estypes.QueryDslQueryContainer[] = []): AllOf {
    return { bool: { filter: [this.query, ...filter] } }
  }

  /** What is searched: all at once, or, behind a checkpoint, the shards of each number, which count their operations apart. */
  private async parts(
    since: Checkpoint | undefined
  ): Promise<readonly { preference?: string; filter: estypes.QueryDslQueryContainer[] }[]> {
    if (since === undefined) return [{ filter: [] }]
    if ('field' in since) return [{ filter: [{ range: { [since.field]: { gte: since.value } } }] }]
    const found = await this.shards()
    if (found === undefined) return [{ filter: [] }]
    const most = Math.max(...found.map(({ shards }) => Object.keys(shards).length))
    return Array.from({ length: most }, (_, shard) => {
      const should = found.map(({ name, uuid }) => {
        const done = doneIn(since.operations, uuid, String(shard))
        return { bool: { filter: [{ term: { _index: name } }, { range: { _seq_no: { gt: done } } }] } }
      })
      return { preference: `_shards:${shard}`, filter: [{ bool: { should } }] }
    })
  }

  /** The state of all shards; undefined if this user may not see it. */
  private async shards(): Promise<IndexShards[] | undefined> {
    let stats
    try {
      stats = await this.client.indices.stats({ index: this.index, metric: ['refresh'], level: 'shards' })
    } catch (error) {
      if (isForbidden(error)) return undefined
      throw error
    }
    const found = Object.entries(stats.indices ?? {}).map(([name, { uuid = '', shards = {} }]) => {
      const done = Object.entries(shards).map(([shard, copies]) => {
        const own = (copies as readonly { seq_no?: { global_checkpoint?: number } }[]).map(
          ({ seq_no }) => seq_no?.global_checkpoint ?? -1
        )
        return [shard, Math.min(...own)] as const
      })
      return { name, uuid, shards: Object.fromEntries(done) }
    })
    return found.length === 0 ? undefined : found
  }

  private async isGone(): Promise<boolean> {
    try {
      return !(await this.client.indices.exists({ index: this.index, allow_no_indices: false }))
    } catch {
      return false
    }
  }
}

/** The operation up to which a shard was read; -1 for one that was not. */
function doneIn(operations: Readonly<Record<string, Record<string, number>>>, uuid: string, shard: string): number {
  return Object.hasOwn(operations, uuid) && Object.hasOwn(operations[uuid], shard) ? operations[uuid][shard] : -1
}

function isForbidden(error: unknown): boolean {
  return error instanceof ElasticsearchFailure && error.status === 403
}

function parseQuery(query: string | undefined): estypes.QueryDslQueryContainer {
  if (query === undefined) return { match_all: {} }
  if (!query.trimStart().startsWith('{')) return { query_string: { query } }
  try {
    return JSON.parse(query) as estypes.QueryDslQueryContainer
  } catch (error) {
    throw new Failure(
      `--query is not JSON (${(error as Error).message}); expected a query such as {"term": {"lang": "en"}}, or lang:en`
    )
  }
}

/** The checkpoint behind which none of several, each a checkpoint, has read everything; undefined if one is missing. */
export function earliest(several: readonly unknown[]): Checkpoint | undefined {
  const all = z.array(checkpointDecoder).safeParse(several).data ?? []
  return all.length < several.length ? undefined : all.reduce((a, b) => earlier(a, b))
}

function earlier(a: Checkpoint, b: Checkpoint): Checkpoint {
  if ('field' in a || 'field' in b) return 'field' in a && 'field' in b && b.value > a.value ? a : b
  const shared = Object.entries(a.operations).flatMap(([uuid, shards]) => {
    if (!Object.hasOwn(b.operations, uuid)) return []
    const least = Object.entries(shards).map(
      ([shard, done]) => [shard, Math.min(done, doneIn(b.operations, uuid, shard))] as const
    )
    return [[uuid, Object.fromEntries(least)] as const]
  })
  return { operations: Object.fromEntries(shared) }
}
