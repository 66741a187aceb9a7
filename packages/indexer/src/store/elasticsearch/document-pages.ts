import type { estypes } from '@elastic/elasticsearch'
import type { DocumentPage, ListedDocument } from '../store.js'
import type { Connection } from './connection.js'
import type { DocumentRecords } from './elasticsearch-documents.js'
import { openView, WHOLE } from './scan.js'

/** Documents that are counted at once; Elasticsearch allows 65,536. */
const COUNT_AT_ONCE = 20_000

interface Bucket extends estypes.AggregationsCompositeBucket {
  readonly title: { readonly buckets: readonly { readonly key: string }[] }
}

/**
 * A page of the documents that have sentences. These lie in the index in order of their documents, so that Elasticsearch begins
 * behind `after` and ends with the page, however many others there are.
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
    ...WHOLE,
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
    // One that was removed this moment has no source any more.
    const source = sources.get(document) ?? document
    return { document, title: title.buckets.at(0)?.key ?? document, source, sentences }
  })
}

/** How many there are whose ids begin with `prefix`: exactly, so that it takes as long as there are. */
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

/** As a range: Elasticsearch refuses a query for a prefix of more than 1,000 characters. */
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
