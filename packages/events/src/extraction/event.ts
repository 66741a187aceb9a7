/**
 * Who did what: the words of a headline's verb phrase, those left of it and those right of it, in text order, as
 * written (Kim, Triplet Embedding Model, section 3.3). Subject and verb have at least one word; the object may have
 * none ("Two people killed").
 */
export interface Event {
  readonly subject: readonly string[]
  readonly verb: readonly string[]
  readonly object: readonly string[]
}

/** The most words of each part of an event (section 3.3 and figure 2); a longer part keeps its first words, a verb what is done. */
export const EVENT_LENGTHS = { subject: 7, verb: 3, object: 11 } as const

/** Returns the words of an event's part as a phrase: clitics ("'s") and marks join the word before them. */
export function eventPhrase(words: readonly string[]): string {
  return words.reduce(
    (phrase, word) => (phrase === '' || ATTACHED.test(word) ? phrase + word : `${phrase} ${word}`),
    ''
  )
}

const ATTACHED = /^(?:['’](?:s|d|m|re|ve|ll)|n['’]t|[,;:.!?%])$/i
