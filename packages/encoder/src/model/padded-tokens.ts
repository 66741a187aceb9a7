/** A batch of texts as token ids, padded to the length of the longest. */
export interface PaddedTokens {
  /** Ids, then the id of padding: [batch, time]. */
  readonly ids: Int32Array<ArrayBuffer>
  /** Tokens of each text, 1 or more: [batch]. */
  readonly lengths: Int32Array<ArrayBuffer>
}

/** Returns texts, given as token ids, with `padding` as the id behind the shorter ones. */
export function padTokens(texts: readonly ArrayLike<number>[], padding: number): PaddedTokens {
  const lengths = Int32Array.from(texts, ({ length }) => length)
  const time = Math.max(...lengths)
  const ids = new Int32Array(texts.length * time).fill(padding)
  for (const [t, text] of texts.entries()) ids.set(text, t * time)
  return { ids, lengths }
}
