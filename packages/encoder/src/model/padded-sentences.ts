import type { WordTable } from './word-table.js'

/** Sentences side by side, each as long as the longest. */
export interface PaddedSentences {
  /** Word vectors, and zeros behind a sentence's last: [batch, time, inputs]. */
  readonly vectors: Float32Array<ArrayBuffer>
  /** Words of each sentence, 1 or more: [batch]. */
  readonly lengths: Int32Array<ArrayBuffer>
}

/**
 * Words of a batch at most, padding included: so many that more would be no faster, and so few that the host has its turn
 * after some hundredths of a second, in a browser a tenth.
 */
const BATCH_WORDS = 1024

/**
 * Parts sentences into batches of like length, the longest first, of `BATCH_WORDS` at most; a longer sentence has one of
 * its own. A batch is a list of indices; sentences without words are in none.
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

/** Lays sentences, as rows of the table, side by side. */
export function padSentences(sentences: readonly ArrayLike<number>[], table: WordTable): PaddedSentences {
  const { dims, scales, rows } = table
  const lengths = Int32Array.from(sentences, ({ length }) => length)
  const time = Math.max(...lengths)
  const vectors = new Float32Array(sentences.length * time * dims)
  sentences.forEach((sentence, s) => {
    let to = s * time * dims
    for (let t = 0; t < sentence.length; t++) {
      const scale = scales[sentence[t]]
      for (let d = 0, from = sentence[t] * dims; d < dims; d++) vectors[to++] = scale * rows[from++]
    }
  })
  return { vectors, lengths }
}
