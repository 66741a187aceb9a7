/** Sentences that must have a name or a remark before it is taken for a speaker's or a transcript's. */
const LEAST_SPOKEN = 3
/** `Ann Lee:`, `DR. LEE:`, `<ann>` of a chat, or `✅ Verified Buyer |` of a review. */
const SPEAKER =
  /^(?:\p{Lu}[\p{L}\p{M}.'’-]{0,30}(?: \p{Lu}[\p{L}\p{M}.'’-]{0,30}){0,3}:|<[\p{L}\p{N}_.-]{1,30}>:?|[^\p{L}\p{N}|]{0,4}\p{Lu}[\p{L}\p{M}.'’-]{0,30}(?: [\p{L}\p{M}.'’-]{1,30}){0,3} ?\|)\s/u

/** `[Laughter]` or `(Applause.)` of a transcript, between sentences. */
const REMARK = /(^|[.!?…"”’—–-])\s*[[(](\p{L}[\p{L}\p{M} ’'-]{1,30})[.!]?[\])](?=[\s.!?…"”’—–-]|$)/gu

/**
 * Returns the sentences of minutes and transcripts without who said them and without remarks such as `[Laughter]`. A name counts if
 * three sentences begin with it, a remark if it occurs three times.
 */
export function withoutSpeakers(sentences: readonly string[]): string[] {
  const times = new Map<string, number>()
  const count = (said: string): void => void times.set(said, (times.get(said) ?? 0) + 1)
  const speakers = sentences.map((text) => SPEAKER.exec(text)?.[0] ?? '')
  for (const [i, text] of sentences.entries()) {
    if (speakers[i] !== '') count(speakers[i])
    for (const [, , remark] of text.matchAll(REMARK)) count(remark.toLowerCase())
  }
  const isSaid = (said: string): boolean => (times.get(said) ?? 0) >= LEAST_SPOKEN
  return sentences.map((text, i) =>
    (isSaid(speakers[i]) ? text.slice(speakers[i].length) : text)
      .replace(REMARK, (whole, before: string, remark: string) => (isSaid(remark.toLowerCase()) ? before : whole))
      .trimStart()
  )
}
