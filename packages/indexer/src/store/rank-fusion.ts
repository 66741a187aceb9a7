import type { Hit, StoreQuery } from './store.js'

/**
 * The constant of reciprocal rank fusion (Cormack, Clarke and Büttcher 2009, section 2), and the weight of the ranking by
 * words. Chosen on validation articles of three corpora: a constant of 60 with equal weights finds less than vectors alone.
 */
const [CONSTANT, WORDS_WEIGHT] = [10, 0.7]

/** Minimum number of hits read from each ranking before fusion. */
export const FUSION_DEPTH = 100

/**
 * Returns the k best items of two rankings, best first: an item scores 1 / (10 + its rank, from 1) in the ranking by vectors
 * and .7 of that in the ranking by words. Of equal items, those of the ranking by vectors come first.
 */
export function fuseRanks(
  byVectors: readonly string[],
  byWords: readonly string[],
  k: number
): { id: string; score: number }[] {
  const scores = new Map<string, number>()
  const add = (ranking: readonly string[], weight: number): void => {
    for (const [index, id] of ranking.entries()) {
      scores.set(id, (scores.get(id) ?? 0) + weight / (CONSTANT + index + 1))
    }
  }
  add(byVectors, 1)
  add(byWords, WORDS_WEIGHT)
  return [...scores]
    .map(([id, score]) => ({ id, score }))
    .sort((a, b) => b.score - a.score)
    .slice(0, k)
}

/**
 * Answers a query by vector, by words, or by both rankings fused. `nearest` and `matching` return the best `depth` hits
 * of one ranking, best first.
 */
export async function searchRankings(
  { vector, words, k }: StoreQuery,
  nearest: (vector: Float32Array, depth: number) => Promise<Hit[]>,
  matching: (words: string, depth: number) => Promise<Hit[]>
): Promise<Hit[]> {
  const depth = vector !== undefined && words !== undefined ? Math.max(k, FUSION_DEPTH) : k
  const [byVectors, byWords] = await Promise.all([
    vector === undefined ? [] : nearest(vector, depth),
    words === undefined ? [] : matching(words, depth)
  ])
  const hits = [...byVectors, ...byWords]
  if (vector === undefined || words === undefined) return hits
  const records = new Map(hits.map(({ record }) => [record.id, record]))
  const ids = (ranking: readonly Hit[]): string[] => ranking.map(({ record }) => record.id)
  return fuseRanks(ids(byVectors), ids(byWords), k).map(({ id, score }) => ({ record: records.get(id)!, score }))
}

/** Sorts hits, the best first; of equal ones the first id. */
export function bestFirst(hits: Hit[]): Hit[] {
  return hits.sort((a, b) => b.score - a.score || (a.record.id < b.record.id ? -1 : 1))
}
