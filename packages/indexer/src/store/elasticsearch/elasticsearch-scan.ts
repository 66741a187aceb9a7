import type { estypes } from '@elastic/elasticsearch'
import { checkFilter } from '../filter-checks.js'
import { inSlices } from '../slices.js'
import { checkIds } from '../store-input.js'
import { SCAN_SLICE, type Filter, type RecordSlice } from '../store.js'
import type { ElasticsearchCollection } from './elasticsearch-collection.js'
import { sliceOf } from './elasticsearch-sentences.js'
import { filterQueries } from './filter-query.js'
import { COMPLETE_SEARCH, scanHits } from './point-in-time.js'

/** Sentences read by id in one request. */
const READ_AT_ONCE = 2000

/** Returns the sentences with these ids, as `ThemeStore.read` describes. */
export async function readSentences(collection: ElasticsearchCollection, ids: readonly string[]): Promise<RecordSlice> {
  const { encoder } = await collection.refreshMeta()
  checkIds(ids)
  const { client, index, runs } = collection
  const wanted = [...new Set(ids)]
  const places = new Map(wanted.map((id, place) => [id, place]))
  const hits: estypes.SearchHit[] = []
  for (const values of inSlices(wanted, READ_AT_ONCE)) {
    const query = { bool: { filter: { ids: { values } } } }
    const request = { index, query, size: values.length, ...COMPLETE_SEARCH, ...client.dialect.withVector }
    hits.push(...(await client.search(request)).hits.hits)
  }
  hits.sort((a, b) => places.get(a._id!)! - places.get(b._id!)!)
  return sliceOf(hits, runs, encoder.dims, client.dialect)
}

/** Yields every record in slices, as `ThemeStore.scan` describes. */
export async function* scanSentences(
  collection: ElasticsearchCollection,
  { filter = {}, vectors = false }: { readonly filter?: Filter; readonly vectors?: boolean } = {}
): AsyncGenerator<RecordSlice> {
  const { encoder } = await collection.refreshMeta()
  const { client, index, fields, runs } = collection
  checkFilter(filter, fields)
  const request = {
    query: { bool: { filter: filterQueries(filter, fields, runs) } },
    sort: ['document', 'position'],
    ...(vectors ? client.dialect.withVector : client.dialect.withoutVector)
  }
  for await (const hits of scanHits(client, index, request, SCAN_SLICE))
    yield sliceOf(hits, runs, encoder.dims, vectors ? client.dialect : undefined)
}
