import type { estypes } from '@elastic/elasticsearch'
import type { Assignment } from '../store.js'
import type { Operation } from './bulk.js'
import type { Connection } from './connection.js'
import { ElasticsearchFailure } from './elasticsearch-failure.js'
import { scanHits, COMPLETE_SEARCH } from './point-in-time.js'
import { recordRequest, storedTheme, themeOf, withTheme, type StoredTheme } from './elasticsearch-sentences.js'

/** Number of sentences read at once. */
const READ_AT_ONCE = 2000

/** Collects the themes of a run by sentence. All must be known before the first is written. */
export async function collectThemes(
  run: string,
  assignments: Iterable<Assignment> | AsyncIterable<Assignment>
): Promise<Map<string, StoredTheme>> {
  const themes = new Map<string, StoredTheme>()
  for await (const { id, theme, path, similarity } of assignments)
    if (theme !== undefined) themes.set(id, storedTheme(run, theme, path, similarity))
  return themes
}

/**
 * Yields the operations that give sentences these themes and remove the theme of all others. Skips sentences that
 * already have the same theme from one of `runs`. Rewrites whole sentences with their vectors: in a partial update,
 * Elasticsearch reads and rewrites them itself, which takes longer. No other process may write meanwhile.
 */
export async function* themeUpdates(
  client: Connection,
  index: string,
  themes: ReadonlyMap<string, StoredTheme>,
  runs: readonly string[],
  onWritten?: (sentences: number) => void
): AsyncGenerator<Operation> {
  let done = 0
  for await (const hits of scanHits(client, index, { sort: ['_shard_doc'], ...recordRequest(false) }, READ_AT_ONCE)) {
    const changed = hits.filter((hit) => {
      const before = themeOf(hit)
      const holds = before === undefined || runs.includes(before.theme_run ?? '')
      return !holds || !same(before, themes.get(hit._id!))
    })
    for (const hit of await withVectors(client, index, changed))
      yield { kind: 'index', id: hit._id!, record: withTheme(hit, themes.get(hit._id!) ?? {}) }
    onWritten?.((done += hits.length))
  }
}

/** Returns the hits with their vectors, which are the largest part of a record. */
async function withVectors(
  client: Connection,
  index: string,
  hits: readonly estypes.SearchHit[]
): Promise<estypes.SearchHit[]> {
  if (hits.length === 0) return []
  const query = { bool: { filter: { ids: { values: hits.map(({ _id: id }) => id!) } } } }
  const request = { index, query, size: hits.length, ...COMPLETE_SEARCH, ...recordRequest(true), _source: false }
  const found = (await client.search(request)).hits.hits
  const fields = new Map(found.map((hit) => [hit._id, hit.fields]))
  return hits.map((hit) => {
    if (fields.has(hit._id)) return { ...hit, fields: fields.get(hit._id) ?? {} }
    const lost = `${client.place}: ${index} did not give sentence ${hit._id} again; run this again`
    throw new ElasticsearchFailure(lost, 503, undefined)
  })
}

function same(a: StoredTheme | undefined, b: StoredTheme | undefined): boolean {
  const parts = (theme: StoredTheme | undefined): string =>
    JSON.stringify([theme?.theme, theme?.theme_path, theme?.theme_similarity])
  return parts(a) === parts(b)
}
