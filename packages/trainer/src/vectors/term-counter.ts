/** What a term's provisional id becomes when the term is too rare. */
export const DROPPED = -2

/** Counts terms, giving each a provisional id when it is first met. */
export interface TermCounter {
  /** Counts `term` and returns its provisional id. */
  count(term: string): number
  /**
   * The terms that were there `minCount` times or more, most frequent first, equally frequent ones in the order of
   * their code units; and the place in that list (or DROPPED) of each provisional id.
   */
  finish(minCount: number): { terms: string[]; counts: number[]; finalIds: Int32Array }
}

/**
 * A counter that holds at most `mostTerms` unlike terms: above it the rarest are forgotten until half of the room is free
 * (as word2vec.c's ReduceVocab), and counted from zero when they are met again.
 */
export function createTermCounter(mostTerms: number): TermCounter {
  const ids = new Map<string, number>()
  let counts = new Uint32Array(1 << 16)
  let next = 0
  let rare = 1
  const forgetRarest = (): void => {
    for (; ids.size > mostTerms / 2; rare++) {
      for (const [term, id] of ids) if (counts[id] <= rare) ids.delete(term)
    }
  }
  return {
    count(term) {
      let id = ids.get(term)
      if (id === undefined) {
        if (ids.size >= mostTerms) forgetRarest()
        id = next++
        ids.set(term, id)
        if (id === counts.length) {
          const wider = new Uint32Array(2 * counts.length)
          wider.set(counts)
          counts = wider
        }
      }
      counts[id]++
      return id
    },
    finish(minCount) {
      const kept = [...ids].filter(([, id]) => counts[id] >= minCount)
      kept.sort(([a, aId], [b, bId]) => counts[bId] - counts[aId] || (a < b ? -1 : 1))
      const finalIds = new Int32Array(next).fill(DROPPED)
      for (const [final, [, id]] of kept.entries()) finalIds[id] = final
      return { terms: kept.map(([term]) => term), counts: kept.map(([, id]) => counts[id]), finalIds }
    }
  }
}
