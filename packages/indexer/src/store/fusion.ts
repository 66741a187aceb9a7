/** Cormack, Clarke and Büttcher (2009), section 2: the constant that keeps one first place from deciding alone. */
const FUSION_CONSTANT = 60

/** Minimum number of hits read from each ranking before fusion. */
export const FUSION_DEPTH = 100

/**
 * Reciprocal rank fusion: an item scores 1 / (60 + its rank, from 1) in every ranking. Best first. Ties go to the item
 * that the earlier ranking lists first.
 */
export function fuseRanks(rankings: readonly (readonly string[])[], k: number): { id: string; score: number }[] {
  const scores = new Map<string, number>()
  for (const ranking of rankings) {
    for (const [index, id] of ranking.entries()) {
      scores.set(id, (scores.get(id) ?? 0) + 1 / (FUSION_CONSTANT + index + 1))
    }
  }
  return [...scores]
    .map(([id, score]) => ({ id, score }))
    .sort((a, b) => b.score - a.score)
    .slice(0, k)
}
