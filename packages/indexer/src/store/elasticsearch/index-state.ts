import type { Connection } from './connection.js'
import { ElasticsearchFailure } from './elasticsearch-failure.js'

/** Used parts of the statistics of a shard copy. */
interface ShardStats {
  readonly routing?: { readonly node?: string | null }
  readonly seq_no?: { readonly max_seq_no?: number }
  readonly refresh?: { readonly external_total?: number }
}

/**
 * Returns a text that changes after each write to the indices, and after each refresh that made writes visible. Undefined
 * if the user may not read these figures (privilege `monitor`), or the server does not have them.
 */
export async function indexState(client: Connection, indices: string[]): Promise<string | undefined> {
  let stats
  try {
    stats = await client.indices.stats({ index: indices, metric: ['refresh'], level: 'shards' })
  } catch (error) {
    if (error instanceof ElasticsearchFailure && !error.passing) return undefined
    throw error
  }
  const states: unknown[] = []
  for (const [name, { uuid, shards }] of Object.entries(stats.indices ?? {})) {
    for (const [shard, copies] of Object.entries(shards ?? {})) {
      for (const { routing, seq_no, refresh } of copies as readonly ShardStats[]) {
        if (seq_no?.max_seq_no === undefined || refresh?.external_total === undefined) return undefined
        states.push([name, uuid, shard, routing?.node, seq_no.max_seq_no, refresh.external_total])
      }
    }
  }
  return states.length === 0 ? undefined : JSON.stringify(states.map((state) => JSON.stringify(state)).sort())
}
