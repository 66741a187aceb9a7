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

/** The most words of each part of an event; a longer part keeps its first words (section 3.3 and figure 2). */
export const EVENT_LENGTHS = { subject: 7, verb: 3, object: 11 } as const
