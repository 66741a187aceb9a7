import type { estypes, TransportRequestOptions } from '@elastic/elasticsearch'
import type { Connection } from './connection.js'

/** How long a snapshot stays open between two requests. */
const KEEP_ALIVE = '15m'

/** Options of every search: it fails if a shard does not answer, and does not count all hits. */
export const COMPLETE_SEARCH = { track_total_hits: false, allow_partial_search_results: false } as const

/** A snapshot of an index. Later writes do not affect it. */
export interface View {
  /** An order in which `search_after` passes over no document. */
  readonly anyOrder: estypes.Sort
  search<T>(
    request: estypes.SearchRequest,
    options?: TransportRequestOptions
  ): Promise<estypes.SearchResponse<unknown, T>>
  close(): Promise<void>
}

/** @param preference which copies of shards are searched, for example `_shards:0`. Default: one of each shard. */
export async function openView(client: Connection, index: string, preference?: string): Promise<View> {
  const { dialect } = client
  let id = await dialect.openView(client, index, KEEP_ALIVE, preference)
  return {
    anyOrder: dialect.anyOrder,
    async search<T>(request: estypes.SearchRequest, options?: TransportRequestOptions) {
      const pit = { id, keep_alive: KEEP_ALIVE }
      const answer = await client.search<unknown, T>(
        { ...request, ...COMPLETE_SEARCH, pit },
        { ...options, meta: false }
      )
      id = answer.pit_id ?? id
      return answer
    },
    async close() {
      await dialect.closeView(client, id)
    }
  }
}

/** Yields the hits of one snapshot in slices of `size`, in the order of `sort` if the request has it. */
export async function* scanHits(
  client: Connection,
  index: string,
  request: estypes.SearchRequest,
  size: number
): AsyncGenerator<readonly estypes.SearchHit[], void, undefined> {
  const view = await openView(client, index)
  let after: estypes.SortResults | undefined
  try {
    while (true) {
      const { hits } = await view.search({
        sort: view.anyOrder,
        ...request,
        size,
        ...(after && { search_after: after })
      })
      if (hits.hits.length > 0) yield hits.hits
      if (hits.hits.length < size) return
      after = hits.hits.at(-1)!.sort
    }
  } finally {
    await view.close()
  }
}
