import { Failure } from '@leitmotif/command'
import type { Encoder, Term } from '@leitmotif/encoder'
import { divideHere, divisionOf, type Divide, type Division, type Granularity } from './sentence-division.js'
import { drawPart } from './filter-sample.js'
import { looksForSomething, type SearchRequest } from './query.js'
import { searchCollection } from './search.js'
import { MAX_CHOICES, MAX_HITS, type RecordSlice, type SentenceRecord, type ThemeStore } from '../store/store.js'

/** The sentences to divide (exactly one of `search`, `ids` and `documents`), and the number of themes. */
export interface ClusterRequest {
  /**
   * The hits of this search. `limit` replaces its `k`, and neighbouring sentences are not read. A search without a
   * query selects all sentences that meet its filter; if they are more than `limit`, those of whole documents drawn at
   * random.
   */
  readonly search?: SearchRequest
  /** Ids of the sentences: for example those of one theme of an earlier answer, to divide it further. */
  readonly ids?: readonly string[]
  /** The sentences of these documents, at most `limit`. */
  readonly documents?: readonly string[]
  /** Number of themes, 1 to MAX_CLUSTERS. Default: `granularity` decides. */
  readonly count?: number
  readonly granularity?: Granularity
  /** Maximum number of sentences, 1 to MAX_HITS. */
  readonly limit?: number
}

export const CLUSTER_DEFAULTS = { granularity: 'medium', limit: 1000 } as const

export const MAX_CLUSTERS = 100

/** A theme found among some sentences. */
export interface HitTheme {
  /** Words that distinguish it from the other themes. */
  readonly label: string
  readonly heading: string
  readonly terms: readonly Term[]
  /** Mean cosine of its sentences to its centre. */
  readonly cohesion: number
  readonly sentences: number
  /** Share of all divided sentences. */
  readonly share: number
  /** Its sentences in the order of the hits, ids or documents. */
  readonly ids: readonly string[]
  /** The sentences nearest to its centre, nearest first. */
  readonly exemplars: readonly SentenceRecord[]
}

export interface ClusterAnswer {
  readonly sentences: number
  /** Number of sentences that meet the filter; present if they were too many and whole documents were sampled. */
  readonly drawnFrom?: number
  /** Largest first. */
  readonly themes: readonly HitTheme[]
  /** Sentences near no theme, or without a word that the encoder knows. */
  readonly unassigned: readonly string[]
}

/**
 * Divides the hits of a search, or any sentences, into labelled themes. Vectors are taken relative to one another, so
 * that the subject that all hits share is in none of the themes. Sentences of whole documents are read with their
 * neighbours. The same request gives the same answer. `divide` does the slow part.
 * @throws Failure for a request that names none or several of `search`, `ids` and `documents`, or exceeds its limits.
 * @example
 * const { themes } = await clusterHits(store, encoder, { search: { texts: ['what things cost'] }, count: 3 })
 * themes.length // => 3
 */
export async function clusterHits(
  store: ThemeStore,
  encoder: Encoder,
  request: ClusterRequest,
  divide: Divide = divideHere
): Promise<ClusterAnswer> {
  const themesOf = (slice: RecordSlice, division: Division): Promise<ClusterAnswer> =>
    clustersOf(slice, division, divide)
  const { count, granularity, limit } = checked(request)
  const { search = {}, ids, documents } = request
  if (ids !== undefined) return themesOf(await store.read(ids.slice(0, limit)), { into: count ?? granularity })
  if (documents === undefined && (looksForSomething(search) || search.less?.length)) {
    const { hits } = await searchCollection(store, encoder, { ...search, k: limit, around: 0 })
    return themesOf(await store.read(hits.map(({ record }) => record.id)), { into: count ?? granularity })
  }
  const filter = documents === undefined ? (search.filter ?? {}) : { document: { in: documents } }
  const { sample, sentences } = await drawPart(store, filter, limit)
  const answer = await themesOf(sample, { into: count ?? granularity, passages: true })
  return sentences > answer.sentences ? { ...answer, drawnFrom: sentences } : answer
}

async function clustersOf(slice: RecordSlice, division: Division, divide: Divide): Promise<ClusterAnswer> {
  const { records } = slice
  if (records.length === 0) return { sentences: 0, themes: [], unassigned: [] }
  const { themes, assignment } = await divide(divisionOf(slice, division))
  const members = themes.map((): string[] => [])
  const unassigned: string[] = []
  for (const [index, { id }] of records.entries()) {
    const own = assignment.theme[index]
    ;(own < 0 ? unassigned : members[own]).push(id)
  }
  return {
    sentences: records.length,
    themes: themes.map(({ label, heading, terms, cohesion, size, share, exemplars }, index) => ({
      label,
      heading,
      terms,
      cohesion,
      sentences: size,
      share,
      ids: members[index],
      exemplars: exemplars.map(({ sentence }) => records[sentence])
    })),
    unassigned
  }
}

type Checked = ClusterRequest & Required<Pick<ClusterRequest, 'granularity' | 'limit'>>

function checked(request: ClusterRequest): Checked {
  const settings: Checked = { ...CLUSTER_DEFAULTS, ...request }
  const { search, ids, documents, count, limit } = settings
  const named = [search, ids, documents].filter((sentences) => sentences !== undefined)
  if (named.length !== 1)
    throw new Failure(`${named.length} of search, ids and documents are given; expected one of them`)
  if ((documents?.length ?? 0) > MAX_CHOICES)
    throw new Failure(`${documents!.length} documents; expected at most ${MAX_CHOICES}`)
  const within = (name: string, value: number, most: number): void => {
    if (!Number.isInteger(value) || value < 1 || value > most)
      throw new Failure(`${name} is ${value}; expected a whole number from 1 to ${most}`)
  }
  within('limit', limit, MAX_HITS)
  if (count !== undefined) within('count', count, MAX_CLUSTERS)
  return settings
}
