import type { estypes } from '@elastic/elasticsearch'
import type { Assignment } from '../store.js'
import { ThemesNeeded } from '../themes-needed.js'
import type { Operation } from './bulk.js'
import type { Connection } from './connection.js'
import { refuseRejections } from './document-writer.js'
import type { ElasticsearchCollection } from './elasticsearch-collection.js'
import { ElasticsearchFailure } from './elasticsearch-failure.js'
import { scanHits, COMPLETE_SEARCH } from './point-in-time.js'
import { storedTheme, themeOf, withTheme, type StoredTheme } from './elasticsearch-sentences.js'
import { keepJson, readKeptJson } from './stored-values.js'

/** Number of sentences read at once. */
const READ_AT_ONCE = 2000

/** Maximum number of runs. Every read of themes queries each run, so at this number all themes are rewritten. */
const MOST_RUNS = 8

/** Gives sentences the themes of a new run, as `ThemeStore.assign` describes. */
export async function assignRun(
  collection: ElasticsearchCollection,
  run: string,
  assignments: Iterable<Assignment> | AsyncIterable<Assignment>,
  themes: unknown,
  onWritten?: (sentences: number) => void
): Promise<void> {
  await collection.mustWriteAlone()
  const { client, index } = collection
  const assigned = await collectThemes(run, assignments)
  await client.indices.refresh({ index })
  // Until the refresh at the end, searches see the sentences without these changes.
  await collection.refreshes.stop()
  const before = collection.runs
  const kept = before.length < MOST_RUNS ? before : []
  await collection.writeMeta({ ...collection.meta, assigning: run })
  const updates = themeUpdates(client, index, assigned, kept, onWritten)
  refuseRejections(await collection.bulk.write(index, updates))
  await keepRun(collection, run, JSON.stringify(themes))
  const earlier = before.filter((other) => other !== run)
  await collection.writeMeta({ ...collection.meta, run: { name: run, earlier }, assigning: undefined })
  await collection.settle()
  if (kept.length < before.length)
    await collection.writeMeta({ ...collection.meta, run: { name: run, earlier: earlier.slice(0, 1) } })
  // The previous value stays, because a reader may be about to load it.
  for (const gone of earlier.slice(1, 2)) await keepRun(collection, gone, undefined)
}

/** Returns the data stored with the current run; undefined without a run. @throws ThemesNeeded if it is gone. */
export async function readRun(
  collection: ElasticsearchCollection
): Promise<{ readonly run: string; readonly themes: unknown } | undefined> {
  const { run } = await collection.refreshMeta()
  if (run === undefined) return undefined
  const json = await readKeptJson(collection.client, collection.records, runName(collection, run.name))
  if (json === undefined) throw new ThemesNeeded("the collection's themes no longer exist")
  return { run: run.name, themes: JSON.parse(json) as unknown }
}

async function keepRun(collection: ElasticsearchCollection, run: string, json: string | undefined): Promise<void> {
  await keepJson(collection.client, collection.records, runName(collection, run), json)
}

function runName({ generation }: ElasticsearchCollection, run: string): string {
  return `run/${generation.number}/${run}`
}

/** Collects the themes of a run by sentence. All must be known before the first is written. */
async function collectThemes(
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
async function* themeUpdates(
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
