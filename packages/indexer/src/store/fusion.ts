/** Cormack, Clarke and Büttcher (2009), section 2: the constant that keeps one first place from deciding alone. */
const FUSION_CONSTANT = 60

/** How deep both rankings are read before they are fused, at least. */
export const FUSION_DEPTH = 100

/**
 * Reciprocal rank fusion: every ranking gives an item 1 / (60 + its place, from 1). Best first; of equals, the one that
 * stands earlier in the earlier ranking.
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
