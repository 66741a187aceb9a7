import type { estypes } from '@elastic/elasticsearch'
import { createTally } from '../counts.js'
import { filterType } from '../filter-checks.js'
import type { Count, CountBy, FieldType } from '../store.js'
import type { Connection } from './connection.js'
import { isTheme, memberOf } from './filter-query.js'
import { openView } from './point-in-time.js'

/** Buckets in one page; Elasticsearch allows 65,536. */
const PAGE = 20_000

type Source = Record<string, estypes.AggregationsCompositeAggregationSource>

/**
 * Counts by composite aggregations, page by page, so that it returns all keys. The document is part of each composite
 * key, and distinct documents are counted here: this is exact, while Elasticsearch's own count of distinct values is an
 * estimate. `runs` are the runs whose themes are visible.
 */
export async function countComposite(
  client: Connection,
  index: string,
  by: readonly CountBy[],
  declared: Readonly<Record<string, FieldType>>,
  filter: estypes.QueryDslQueryContainer[],
  runs: readonly string[]
): Promise<Count[]> {
  const sources: Source[] = [
    { document: { terms: { field: 'document' } } },
    { run: { terms: { field: 'theme_run', missing_bucket: true } } },
    ...by.map((part, at) => ({ [`part${at}`]: sourceOf(part, declared) }))
  ].filter((source) => !('run' in source) || by.some((part) => typeof part === 'string' && isTheme(part)))
  const tally = createTally()
  const view = await openView(client, index)
  try {
    let after: estypes.AggregationsCompositeAggregateKey | undefined
    do {
      const { aggregations } = await view.search<{ keys: estypes.AggregationsCompositeAggregate }>({
        size: 0,
        query: { bool: { filter } },
        aggs: { keys: { composite: { size: PAGE, sources, ...(after && { after }) } } }
      })
      const { buckets, after_key: next } = aggregations!.keys
      for (const { key, doc_count: sentences } of buckets as estypes.AggregationsCompositeBucket[]) {
        const seen = key.run !== null && runs.includes(String(key.run))
        const values = by.map((part, at) => {
          if (typeof part === 'string' && isTheme(part) && !seen) return undefined
          return (key[`part${at}`] ?? undefined) as string | number | undefined
        })
        tally.add(values, String(key.document), sentences)
      }
      after = next
    } while (after !== undefined)
  } finally {
    await view.close()
  }
  return tally.counts()
}

/** Counts the distinct values of each field, as `ThemeStore.countValues` describes. */
export async function countValues(
  client: Connection,
  index: string,
  declared: Readonly<Record<string, FieldType>>
): Promise<Record<string, number>> {
  const names = Object.keys(declared)
  if (names.length === 0) return {}
  const aggs = names.map((name, at) => [`field${at}`, { cardinality: { field: valueOf(name, declared) } }] as const)
  const { aggregations } = await client.search<unknown, Record<string, estypes.AggregationsCardinalityAggregate>>({
    index,
    size: 0,
    aggs: Object.fromEntries(aggs)
  })
  return Object.fromEntries(names.map((name, at) => [name, aggregations![`field${at}`].value]))
}

function sourceOf(
  part: CountBy,
  declared: Readonly<Record<string, FieldType>>
): estypes.AggregationsCompositeAggregationSource {
  if (typeof part !== 'string') {
    const { field, interval } = part
    return {
      date_histogram: {
        field: memberOf(field),
        calendar_interval: interval,
        format: 'yyyy-MM-dd',
        missing_bucket: true
      }
    }
  }
  return { terms: { field: valueOf(part, declared), missing_bucket: true } }
}

/** Returns the path of a field's values. For a date it is the original text: `2024` differs from its first moment. */
function valueOf(name: string, declared: Readonly<Record<string, FieldType>>): string {
  return filterType(name, declared) === 'date' ? `dates.${name}` : memberOf(name)
}
