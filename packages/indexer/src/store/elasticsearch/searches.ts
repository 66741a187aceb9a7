import type { estypes } from '@elastic/elasticsearch'
import { normalize } from '@leitmotif/encoder'
import { bestFirst } from '../rank-fusion.js'
import { MAX_HITS, type Hit } from '../store.js'
import type { Connection } from './connection.js'
import { COMPLETE_SEARCH } from './point-in-time.js'
import { recordOf } from './elasticsearch-sentences.js'

/** Candidates examined for each requested neighbour, and the minimum. */
const CANDIDATES_EACH = 1.5
const LEAST_CANDIDATES = 150

/** The index to search, and the filter that all hits must meet. */
export interface Scope {
  readonly client: Connection
  readonly index: string
  readonly filter: estypes.QueryDslQueryContainer[]
  /** The runs whose themes are visible. */
  readonly runs: readonly string[]
}

/** Returns the sentences nearest to a vector; scores are cosines. */
export async function searchNearest(scope: Scope, vector: Float32Array, k: number): Promise<Hit[]> {
  if (vector.every((value) => value === 0)) return []
  const unit = Float32Array.from(vector)
  normalize(unit)
  const candidates = Math.min(MAX_HITS, Math.max(LEAST_CANDIDATES, Math.ceil(CANDIDATES_EACH * k)))
  const request = scope.client.dialect.nearest([...unit], k, candidates, scope.filter)
  return hits(scope, request, k, (score) => 2 * score - 1)
}

/** Returns the sentences that share words with a text; scores are BM25. */
export function searchWords(scope: Scope, words: string, k: number): Promise<Hit[]> {
  // The standard analyzer keeps "river's" as one word, but a search for it should find "river" too.
  const parts = words.split(/\s+/).flatMap((word) => (/['’]/.test(word) ? word.split(/['’]/) : []))
  const query = { bool: { must: { match: { text: [words, ...parts].join(' ') } }, filter: scope.filter } }
  return hits(scope, { query }, k, (score) => score)
}

async function hits(
  { client, index, runs }: Scope,
  request: estypes.SearchRequest,
  k: number,
  score: (value: number) => number
): Promise<Hit[]> {
  const found = await client.search({ index, size: k, ...COMPLETE_SEARCH, ...request, ...client.dialect.withoutVector })
  return bestFirst(found.hits.hits.map((hit) => ({ record: recordOf(hit, runs), score: score(hit._score ?? 0) })))
}
