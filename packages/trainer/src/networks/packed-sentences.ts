import type { WordTable } from '@leitmotif/encoder'

/**
 * Sentences of unlike length without padding: the longest first, all their first words, then all their second words,
 * and so on. At each step the sentences that still have a word are the first ones, and their words lie side by side.
 */
export interface PackedSentences {
  /** [sentences]: the index of the sentence at each place. */
  readonly order: Uint32Array
  /** [steps]: how many sentences have a word at each step; never rises. */
  readonly active: Uint32Array
  /** [steps]: the token at which each step begins. */
  readonly starts: Uint32Array
  /** [tokens]: rows of the word table. */
  readonly words: Uint32Array
}

/** `sentences`: as rows of the word table, in any order; those without words have a place and no token. */
export function packSentences(sentences: readonly ArrayLike<number>[]): PackedSentences {
  const order = Uint32Array.from(sentences.keys()).sort((a, b) => sentences[b].length - sentences[a].length || a - b)
  const steps = order.length > 0 ? sentences[order[0]].length : 0
  const active = new Uint32Array(steps)
  for (const { length } of sentences) if (length > 0) active[length - 1]++
  for (let t = steps - 2; t >= 0; t--) active[t] += active[t + 1]
  const starts = new Uint32Array(steps)
  for (let t = 1; t < steps; t++) starts[t] = starts[t - 1] + active[t - 1]
  const words = new Uint32Array(sentences.reduce((sum, { length }) => sum + length, 0))
  for (let t = 0; t < steps; t++) {
    for (let place = 0; place < active[t]; place++) words[starts[t] + place] = sentences[order[place]][t]
  }
  return { order, active, starts, words }
}

/** The vectors of the sentences' words, [tokens, inputs]. */
export function gatherVectors({ words }: PackedSentences, table: WordTable): Float32Array {
  const { dims, scales, rows } = table
  const vectors = new Float32Array(words.length * dims)
  words.forEach((word, token) => {
    for (let d = 0, at = token * dims, from = word * dims; d < dims; d++)
      vectors[at + d] = scales[word] * rows[from + d]
  })
  return vectors
}
