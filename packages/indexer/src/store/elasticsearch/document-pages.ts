import type { estypes } from '@elastic/elasticsearch'
import type { DocumentPage, ListedDocument } from '../store.js'
import type { Connection } from './connection.js'
import type { DocumentRecords } from './elasticsearch-documents.js'
import { openView, COMPLETE_SEARCH } from './point-in-time.js'

/** Documents counted in one request; Elasticsearch allows 65,536. */
const COUNT_AT_ONCE = 20_000

interface Bucket extends estypes.AggregationsCompositeBucket {
  readonly title: { readonly buckets: readonly { readonly key: string }[] }
}

/**
 * Returns a page of the documents that have sentences. The index is sorted by document, so Elasticsearch starts after
 * `after` and stops at the end of the page, whatever the size of the collection.
 */
export async function pageOfDocuments(
  client: Connection,
  index: string,
  records: DocumentRecords,
  { prefix, after, limit }: DocumentPage
): Promise<ListedDocument[]> {
  const { aggregations } = await client.search<unknown, { documents: { buckets: Bucket[] } }>({
    index,
    size: 0,
    ...COMPLETE_SEARCH,
    query: prefix === '' ? { match_all: {} } : { bool: { filter: [withPrefix(prefix)] } },
    aggs: {
      documents: {
        composite: byDocument(limit, after === '' ? undefined : after),
        aggs: { title: { terms: { field: 'title', size: 1 } } }
      }
    }
  })
  const { buckets } = aggregations!.documents
  const sources = await records.sourcesOf(buckets.map(({ key }) => String(key.document)))
  return buckets.map(({ key, doc_count: sentences, title }) => {
    const document = String(key.document)
    // A document that was removed a moment ago has no record any more.
    const source = sources.get(document) ?? document
    return { document, title: title.buckets.at(0)?.key ?? document, source, sentences }
  })
}

/**
 * Counts the documents whose ids begin with `prefix`. The count is exact, so the time grows with the number of
 * documents.
 */
export async function countOfDocuments(client: Connection, index: string, prefix: string): Promise<number> {
  const view = await openView(client, index)
  let count = 0
  try {
    for (let after: string | undefined; ;) {
      const { aggregations } = await view.search<{ documents: { buckets: estypes.AggregationsCompositeBucket[] } }>({
        size: 0,
        query: { bool: { filter: [withPrefix(prefix)] } },
        aggs: { documents: { composite: byDocument(COUNT_AT_ONCE, after) } }
      })
      const { buckets } = aggregations!.documents
      count += buckets.length
      if (buckets.length < COUNT_AT_ONCE) return count
      after = String(buckets.at(-1)!.key.document)
    }
  } finally {
    await view.close()
  }
}

/** Uses a range, because Elasticsearch refuses prefix queries of more than 1,000 characters. */
function withPrefix(prefix: string): estypes.QueryDslQueryContainer {
  return { range: { document: { gte: prefix, lt: `${prefix}\u{10ffff}` } } }
}

function byDocument(size: number, after: string | undefined): estypes.AggregationsCompositeAggregation {
  return {
    size,
    sources: [{ document: { terms: { field: 'document' } } }],
    ...(after !== undefined && { after: { document: after } })
  }
}
