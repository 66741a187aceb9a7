/** Sentences that must begin with a name and a colon before it is taken for a speaker's. */
const LEAST_SPOKEN = 3
/** `Ann Lee:`, `DR. LEE:`, or `<ann>` of a chat. */
const SPEAKER = /^(?:\p{Lu}[\p{L}\p{M}.'’-]{0,30}(?: \p{Lu}[\p{L}\p{M}.'’-]{0,30}){0,3}:|<[\p{L}\p{N}_.-]{1,30}>:?)\s/u

/** Returns the sentences of minutes and transcripts without who said them; a name counts if three sentences begin with it. */
export function withoutSpeakers(sentences: readonly string[]): string[] {
  const speakers = sentences.map((text) => SPEAKER.exec(text)?.[0] ?? '')
  const times = new Map<string, number>()
  for (const speaker of speakers) times.set(speaker, (times.get(speaker) ?? 0) + 1)
  return sentences.map((text, i) => (times.get(speakers[i])! < LEAST_SPOKEN ? text : text.slice(speakers[i].length)))
}
