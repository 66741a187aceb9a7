import { goneText, type Connection } from './connection.js'
import { ElasticsearchFailure } from './elasticsearch-failure.js'

/**
 * The records of these ids as they are, never behind a write; nothing for those that are not there. `members` are those of a
 * record that are read. Default: all.
 * @throws ElasticsearchFailure if a record cannot be read now; a missing shard is reported per id in an answer of status 200.
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
        throw new ElasticsearchFailure(`${client.place}: ${goneText(why)}`, 404, type)
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
