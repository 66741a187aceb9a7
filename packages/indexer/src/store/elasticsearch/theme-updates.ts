import type { estypes } from '@elastic/elasticsearch'
import type { Assignment } from '../store.js'
import type { Operation } from './bulk.js'
import type { Connection } from './connection.js'
import { ElasticsearchFailure } from './elasticsearch-failure.js'
import { scanHits, COMPLETE_SEARCH } from './point-in-time.js'
import { storedTheme, themeOf, withTheme, type StoredTheme } from './elasticsearch-sentences.js'

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
  for await (const hits of scanHits(client, index, client.dialect.withoutVector, READ_AT_ONCE)) {
    const changed = hits.filter((hit) => {
      const before = themeOf(hit)
      const holds = before === undefined || runs.includes(before.theme_run ?? '')
      return !holds || !same(before, themes.get(hit._id!))
    })
    const vectors = await vectorsOf(client, index, changed)
    for (const hit of changed) {
      const record = withTheme(hit, themes.get(hit._id!) ?? {}, vectors.get(hit._id!))
      yield { kind: 'index', id: hit._id!, record }
    }
    onWritten?.((done += hits.length))
  }
}

/** Returns the stored vectors of hits by id; they are the largest part of a record. */
async function vectorsOf(
  client: Connection,
  index: string,
  hits: readonly estypes.SearchHit[]
): Promise<ReadonlyMap<string, unknown>> {
  if (hits.length === 0) return new Map()
  const { dialect } = client
  const query = { bool: { filter: { ids: { values: hits.map(({ _id: id }) => id!) } } } }
  const request = { index, query, size: hits.length, ...COMPLETE_SEARCH, ...dialect.vectorAlone }
  const found = (await client.search(request)).hits.hits
  const vectors = new Map(found.map((hit) => [hit._id!, dialect.storedVector(hit)]))
  const missing = hits.find(({ _id: id }) => !vectors.has(id!))
  if (missing === undefined) return vectors
  const lost = `${client.place}: ${index} did not give sentence ${missing._id} again; run this again`
  throw new ElasticsearchFailure(lost, 503, undefined)
}

function same(a: StoredTheme | undefined, b: StoredTheme | undefined): boolean {
  const parts = (theme: StoredTheme | undefined): string =>
    JSON.stringify([theme?.theme, theme?.theme_path, theme?.theme_similarity])
  return parts(a) === parts(b)
}
