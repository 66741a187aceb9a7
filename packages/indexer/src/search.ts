import { row, type Encoder, type Representation } from '@leitmotif/encoder'
import type { Filter, Hit, ThemeStore } from './store.js'

/** How sentences are found: by theme, by shared words, or by both rankings fused. */
export const SEARCH_MODES = ['thematic', 'keyword', 'hybrid'] as const
export type SearchMode = (typeof SEARCH_MODES)[number]

export interface SearchOptions {
  readonly mode?: SearchMode
  /** Hits at most, 1 to 10,000. */
  readonly k?: number
  readonly filter?: Filter
}

export const SEARCH_DEFAULTS = { mode: 'thematic', k: 10 } as const

export interface SearchResult {
  readonly query: string
  /** What the collection is made of, and the query was encoded with. */
  readonly representation: Representation
  /** How the hits were found: `keyword` where `hybrid` was asked for words that the encoder does not know. */
  readonly mode: SearchMode
  /** Whether the encoder knows at least one word of the query; without one there is no thematic answer. */
  readonly known: boolean
  readonly hits: readonly Hit[]
}

/** The sentences of a collection that are nearest to `query`, best first. */
export async function searchCollection(
  store: ThemeStore,
  encoder: Encoder,
  query: string,
  options: SearchOptions = {}
): Promise<SearchResult> {
  const { mode, k, filter } = { ...SEARCH_DEFAULTS, filter: {}, ...options }
  const { representation } = store
  const vector = row(await encoder.encode([query], { representation }), 0)
  const known = vector.some((value) => value !== 0)
  if (mode === 'thematic' && !known) return { query, representation, mode, known, hits: [] }
  const words = mode === 'keyword' || (mode === 'hybrid' && !known)
  const hits = await store.search({
    ...(words ? {} : { vector }),
    ...(mode === 'thematic' ? {} : { words: query }),
    filter,
    k
  })
  return { query, representation, mode: words ? 'keyword' : mode, known, hits }
}
