/** The final id of a term that is too rare. */
export const DROPPED = -2

/** Counts terms. Gives each a provisional id at its first occurrence. */
export interface TermCounter {
  /** Counts `term` and returns its provisional id. */
  count(term: string): number
  /**
   * Returns the terms counted `minCount` times or more, most frequent first, ties by code units; and the index in that list
   * (or DROPPED) of each provisional id.
   */
  finish(minCount: number): { terms: string[]; counts: number[]; finalIds: Int32Array }
}

/**
 * Returns a counter of at most `maxTerms` different terms. When it is full it forgets the rarest terms until half of the room
 * is free (as word2vec.c's ReduceVocab); they start from zero when they occur again.
 */
export function createTermCounter(maxTerms: number): TermCounter {
  const ids = new Map<string, number>()
  let counts = new Uint32Array(1 << 16)
  let next = 0
  let rare = 1
  const forgetRarest = (): void => {
    for (; ids.size > maxTerms / 2; rare++) {
      for (const [term, id] of ids) if (counts[id] <= rare) ids.delete(term)
    }
  }
  return {
    count(term) {
      let id = ids.get(term)
      if (id === undefined) {
        if (ids.size >= maxTerms) forgetRarest()
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
