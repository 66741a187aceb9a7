import { errors, type estypes } from '@elastic/elasticsearch'
import type { View } from '../../store/elasticsearch/point-in-time.js'

/** Documents of the first page, and of the largest. */
const FIRST = 100
const MOST = 2000

/** Characters of text that a page should have, about. */
const PAGE_LENGTH = 4_000_000

/** Largest answer that is read, in bytes: a page that has more is read again in parts. */
const MOST_BYTES = 64 * 1024 * 1024

/** A page of hits; `whole` is false for a single hit that is too large to be read, and comes without its fields. */
export interface Page {
  readonly hits: readonly estypes.SearchHit[]
  readonly whole: boolean
}

/**
 * Yields all hits of a view in pages whose size follows that of the documents, so that memory holds some megabytes.
 * @param lengthOf returns the characters of a hit, about
 */
export async function* pagesOf(
  view: View,
  request: estypes.SearchRequest,
  lengthOf: (hit: estypes.SearchHit) => number
): AsyncGenerator<Page> {
  let size = FIRST
  let after: estypes.SortResults | undefined
  for (;;) {
    const next = { ...request, sort: view.anyOrder, ...(after !== undefined && { search_after: after }) }
    let hits: estypes.SearchHit[]
    let whole = true
    try {
      hits = (await view.search({ ...next, size }, { maxResponseSize: MOST_BYTES })).hits.hits
    } catch (error) {
      if (!isTooLarge(error)) throw error
      if (size > 1) {
        size = Math.ceil(size / 8)
        continue
      }
      hits = (await view.search({ ...next, size, _source: false, fields: [] })).hits.hits
      whole = false
    }
    if (hits.length > 0) yield { hits, whole }
    if (hits.length < size) return
    after = hits.at(-1)!.sort
    const length = hits.reduce((sum, hit) => sum + lengthOf(hit), 0)
    size = Math.max(1, Math.min(MOST, 2 * size, Math.ceil((size * PAGE_LENGTH) / Math.max(1, length))))
  }
}

/** The client gives such an error no code: only its message tells it from other aborted requests. */
function isTooLarge(error: unknown): boolean {
  return error instanceof errors.RequestAbortedError && /bigger than the maximum allowed/.test(error.message)
}
