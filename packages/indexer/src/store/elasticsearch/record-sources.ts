import { missingIndexMessage, type Connection } from './connection.js'
import { ElasticsearchFailure } from './elasticsearch-failure.js'

/**
 * Returns the records with these ids, including the latest writes, without those that do not exist. `members` are the
 * members to read. Default: all.
 * @throws ElasticsearchFailure if a record cannot be read now: for a missing shard, Elasticsearch answers with status
 * 200 and reports an error for each id.
 */
export async function readSources<T>(
  client: Connection,
  index: string,
  ids: readonly string[],
  members?: readonly string[]
): Promise<Map<string, T>> {
  const request = { index, ids: [...ids], ...(members && { _source_includes: [...members] }) }
  const found = new Map<string, T>()
  for (const doc of (await client.mget<T>(request)).docs) {
    if ('error' in doc) {
      const { type, reason } = doc.error
      const why = reason ?? type
      if (type === 'index_not_found_exception')
        throw new ElasticsearchFailure(`${client.place}: ${missingIndexMessage(why)}`, 404, type)
      throw new ElasticsearchFailure(
        `${client.place}: cannot read ${index} now (${why}); run this again later`,
        503,
        type
      )
    }
    if (doc._source !== undefined) found.set(doc._id, doc._source)
  }
  return found
}
