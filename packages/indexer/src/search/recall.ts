import { dot, row } from '@leitmotif/encoder'
import { createMultiply, createRandom } from '@leitmotif/encoder/vectors'
import type { ThemeStore } from '../store/store.js'

/** Number of nearest neighbours compared. */
const NEIGHBOURS = 10

/** Cosines that differ by less are equal: float32 sums of hundreds of products have this error. */
const ROUNDING = 1e-4

/**
 * Returns recall@10 of a store's vector search: the share of a sentence's ten exact nearest neighbours that the search
 * returns, averaged over up to `sample` sentences of different documents, drawn by `seed`. Reads all vectors once.
 * Undefined for a collection without two sentences that have a vector.
 */
export async function measureRecall(
  store: ThemeStore,
  { sample, seed }: { readonly sample: number; readonly seed: string }
): Promise<number | undefined> {
  const queries = await drawSentences(store, sample, seed)
  const nearest = queries.map(() => new Float32Array(NEIGHBOURS).fill(-Infinity))
  const sides = new Float32Array(queries.flatMap(({ vector }) => [...vector]))
  const multiply = createMultiply()
  for await (const { records, vectors } of store.scan({ vectors: true })) {
    const { count, dims, data } = vectors
    const left = { values: data, turned: false }
    const cosines = multiply(left, { values: sides, turned: true }, count, dims, queries.length)
    for (const [index, { id }] of records.entries()) {
      for (const [at, query] of queries.entries()) {
        const cosine = cosines[index * queries.length + at]
        // A zero row has no neighbours.
        if (query.id !== id && cosine !== 0) insert(nearest[at], cosine)
      }
    }
  }
  let shares = 0
  let counted = 0
  for (const [at, { id, vector }] of queries.entries()) {
    const expected = nearest[at].filter((cosine) => cosine > -Infinity)
    if (expected.length === 0) continue
    const hits = await store.search({ vector, k: NEIGHBOURS + 1 })
    const ids = hits.map(({ record }) => record.id).filter((hit) => hit !== id)
    const { vectors } = await store.read(ids.slice(0, expected.length))
    const least = expected.at(-1)! - ROUNDING
    const found = ids.slice(0, vectors.count).filter((_, hit) => dot(row(vectors, hit), vector) >= least)
    shares += found.length / expected.length
    counted++
  }
  return counted === 0 ? undefined : shares / counted
}

/** Returns sentences that have a vector, one from each of some randomly drawn documents. */
async function drawSentences(
  store: ThemeStore,
  sample: number,
  seed: string
): Promise<{ readonly id: string; readonly vector: Float32Array }[]> {
  const random = createRandom(seed)
  const names = random.shuffle([...(await store.documents()).keys()].sort()).slice(0, sample)
  const drawn = new Map<string, { id: string; vector: Float32Array; among: number }>()
  if (names.length === 0) return []
  for await (const { records, vectors } of store.scan({ filter: { document: { in: names } }, vectors: true })) {
    for (const [index, { id, document }] of records.entries()) {
      const vector = row(vectors, index)
      if (vector.every((value) => value === 0)) continue
      const among = (drawn.get(document)?.among ?? 0) + 1
      // Keeps one sentence per document, each with equal probability: reservoir sampling (Vitter 1985, algorithm R).
      if (random.integer(among) === 0) drawn.set(document, { id, vector: vector.slice(), among })
      else drawn.get(document)!.among = among
    }
  }
  return [...drawn.values()]
}

/** Inserts a value into a descending list of the largest values. */
function insert(largest: Float32Array, value: number): void {
  let at = largest.length - 1
  if (!(value > largest[at])) return
  for (; at > 0 && largest[at - 1] < value; at--) largest[at] = largest[at - 1]
  largest[at] = value
}
