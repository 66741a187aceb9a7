/** Most terms of a name that is read as one word. */
export const NAME_TERMS = 5

/** Between the terms of a name that is read as one word, as in the phrases of word2vec. No term has one inside. */
const JOINT = '_'

/** Returns terms as one word: `wall_street`. */
export function joinTerms(terms: readonly string[]): string {
  return terms.join(JOINT)
}

/**
 * Returns `terms` with names of two to NAME_TERMS terms as one word each, the longest from the left. `isName` says
 * whether joined terms are a name. Time is linear in the terms.
 */
export function joinNames(terms: readonly string[], isName: (joined: string) => boolean): string[] {
  const joined: string[] = []
  for (let at = 0; at < terms.length;) {
    let length = Math.min(NAME_TERMS, terms.length - at)
    while (length > 1 && !isName(joinTerms(terms.slice(at, at + length)))) length--
    joined.push(length > 1 ? joinTerms(terms.slice(at, at + length)) : terms[at])
    at += length
  }
  return joined
}
