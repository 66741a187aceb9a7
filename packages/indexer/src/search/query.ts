import { Failure } from '@leitmotif/command'
import { normalize, row, type Encoder, type Vectors } from '@leitmotif/encoder'
import { meanVector, zeroVectors } from '@leitmotif/encoder/vectors'
import type { Filter, ThemeStore } from '../store/store.js'

/** How sentences are found: by theme, by shared words, or by both rankings fused. */
export const SEARCH_MODES = ['thematic', 'keyword', 'hybrid'] as const
export type SearchMode = (typeof SEARCH_MODES)[number]

/** A query: at least one of `texts`, `more` and `document`. */
export interface SearchRequest {
  /** Query texts; several find what they have in common. */
  readonly texts?: readonly string[]
  /** Ids of sentences: more like these. They are not among the hits. */
  readonly more?: readonly string[]
  /** Ids of sentences: less like these. They are not among the hits. */
  readonly less?: readonly string[]
  /** Id of a document; finds its themes in other documents. */
  readonly document?: string
  readonly mode?: SearchMode
  /** Maximum number of hits, 1 to MAX_HITS. */
  readonly k?: number
  readonly filter?: Filter
  /** Whether to return only the best hit of each document. */
  readonly perDocument?: boolean
  /** Number of sentences to return before and after each hit, 0 to MAX_AROUND; times `k`, at most MAX_SURROUNDED. */
  readonly around?: number
}

export const SEARCH_DEFAULTS = {
  texts: [],
  more: [],
  less: [],
  mode: 'thematic',
  k: 10,
  filter: {},
  perDocument: false,
  around: 0
} as const

/** Whether the request has a query, not only filters. */
export function looksForSomething({ texts = [], more = [], document }: SearchRequest): boolean {
  return texts.length > 0 || more.length > 0 || document !== undefined
}

/** Maximum number of sentences returned on either side of a hit. */
export const MAX_AROUND = 10

/** Maximum of hits times sentences on either side: 200 hits with 10, or 2,000 with 1. */
export const MAX_SURROUNDED = 2000

/**
 * Weight of the mean of `less` relative to the mean of the wanted vectors. With a larger weight, hits drift from the
 * wanted subject faster than they leave the unwanted one.
 */
const LESS_WEIGHT = 0.5

/**
 * Returns the unit query vector: the mean of the wanted vectors minus a share of the mean of the unwanted ones (Rocchio
 * 1971; Manning, Raghavan and Schütze 2008, section 9.1.1). Texts, example sentences and the mean of a document have
 * equal weight. Zero if nothing wanted has a known word.
 * @throws Failure for a sentence or a document that the collection does not have.
 */
export async function queryVector(
  store: ThemeStore,
  encoder: Encoder,
  { texts = [], more = [], less = [], document }: SearchRequest
): Promise<Float32Array> {
  const { representation } = store
  const wanted = [
    ...rowsOf(await encoder.encode(texts, { representation, as: 'query' })),
    ...(more.length === 0 ? [] : rowsOf(await vectorsOf(store, more))),
    ...(document === undefined ? [] : [await documentVector(store, document)])
  ].filter((vector) => vector.some((value) => value !== 0))
  const sum = meanOf(wanted, encoder.dims[representation]!)
  normalize(sum)
  if (wanted.length === 0 || less.length === 0) return sum
  const unwanted = meanVector(await vectorsOf(store, less))
  for (let d = 0; d < sum.length; d++) sum[d] -= LESS_WEIGHT * unwanted[d]
  normalize(sum)
  return sum
}

async function vectorsOf(store: ThemeStore, ids: readonly string[]): Promise<Vectors> {
  const { records, vectors } = await store.read(ids)
  const missing = ids.find((id) => !records.some((record) => record.id === id))
  if (missing === undefined) return vectors
  throw new Failure(
    `no sentence has the id ${JSON.stringify(missing.slice(0, 80))}; expected ids as searches of this collection give them`
  )
}

/** Returns the unit mean of a document's sentences. @throws Failure for an unknown document. */
async function documentVector(store: ThemeStore, document: string): Promise<Float32Array> {
  const means: { readonly mean: Float32Array; readonly count: number }[] = []
  for await (const { vectors } of store.scan({ filter: { document }, vectors: true })) {
    means.push({ mean: meanVector(vectors), count: vectors.count })
  }
  if (means.length === 0) {
    throw new Failure(
      `no document has the id ${JSON.stringify(document.slice(0, 80))}; expected one as searches give them`
    )
  }
  const vector = new Float32Array(means[0].mean.length)
  for (const { mean, count } of means) for (let d = 0; d < vector.length; d++) vector[d] += count * mean[d]
  normalize(vector)
  return vector
}

function rowsOf(vectors: Vectors): Float32Array[] {
  return Array.from({ length: vectors.count }, (_, index) => row(vectors, index))
}

function meanOf(vectors: readonly Float32Array[], dims: number): Float32Array {
  const all = zeroVectors(vectors.length, dims)
  for (const [index, vector] of vectors.entries()) row(all, index).set(vector)
  return meanVector(all)
}
