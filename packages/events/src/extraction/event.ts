/**
 * Who did what in a headline: the words of its verb phrase, the words to its left (subject) and to its right (object),
 * in text order, as written (Kim, Triplet Embedding Model, section 3.3). Subject and verb have at least one word. The
 * object may be empty ("Two people killed").
 */
export interface Event {
  readonly subject: readonly string[]
  readonly verb: readonly string[]
  readonly object: readonly string[]
}

/**
 * Maximum number of words in each part (section 3.3 and figure 2). A longer part keeps its first words, a verb those
 * that say what is done.
 */
export const EVENT_LENGTHS = { subject: 7, verb: 3, object: 11 } as const

/** Returns the words of an event's part as a phrase: clitics ("'s") and marks join the word before them. */
export function eventPhrase(words: readonly string[]): string {
  return words.reduce(
    (phrase, word) => (phrase === '' || ATTACHED.test(word) ? phrase + word : `${phrase} ${word}`),
    ''
  )
}

const ATTACHED = /^(?:['’](?:s|d|m|re|ve|ll)|n['’]t|[,;:.!?%])$/i
