import type { WordTable } from './word-table.js'

/** A batch of sentences, padded to the length of the longest. */
export interface PaddedSentences {
  /** Word vectors, then zeros as padding: [batch, time, inputs]. */
  readonly vectors: Float32Array<ArrayBuffer>
  /** Words of each sentence, 1 or more: [batch]. */
  readonly lengths: Int32Array<ArrayBuffer>
}

/**
 * Maximum number of words of a batch, including padding. More would be no faster. A batch takes some hundredths of a
 * second, in a browser a tenth, and then the host can handle events.
 */
const BATCH_WORDS = 1024

/**
 * Returns batches of sentences of similar length, longest first, as lists of indices. A batch has at most BATCH_WORDS
 * words; a longer sentence gets a separate batch. Sentences without words are left out.
 */
export function batchByLength(sentences: readonly ArrayLike<number>[]): number[][] {
  const batches: number[][] = []
  const byLength = [...sentences.keys()]
    .filter((s) => sentences[s].length > 0)
    .sort((a, b) => sentences[b].length - sentences[a].length)
  let room = 0
  for (const s of byLength) {
    if (room === 0) {
      batches.push([])
      room = Math.max(1, Math.floor(BATCH_WORDS / sentences[s].length))
    }
    batches.at(-1)!.push(s)
    room--
  }
  return batches
}

/**
 * Returns the word vectors of sentences, given as row indices of the table, with padding. Uses the buffer `room` if it is
 * large enough.
 */
export function padSentences(
  sentences: readonly ArrayLike<number>[],
  { dims, scales, rows }: WordTable,
  room?: Float32Array<ArrayBuffer>
): PaddedSentences {
  const lengths = Int32Array.from(sentences, ({ length }) => length)
  const time = Math.max(...lengths)
  const size = sentences.length * time * dims
  const vectors = room && room.length >= size ? room.subarray(0, size).fill(0) : new Float32Array(size)
  sentences.forEach((sentence, s) => {
    let to = s * time * dims
    for (let t = 0; t < sentence.length; t++) {
      const word = sentence[t]
      const scale = scales[word]
      for (let d = 0, from = word * dims; d < dims; d++) vectors[to++] = scale * rows[from++]
    }
  })
  return { vectors, lengths }
}
