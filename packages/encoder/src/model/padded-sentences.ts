import { MORE_VALUES, packedValue, type PackedValues, type WordTable } from './word-table.js'

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

/**
 * Lays sentences, as rows of the table, side by side; with more values behind each word's, in the scale of its row, as
 * `widenTable` has them. Rows behind the table's are those of `pieces`. They lie in `room` where it is large enough.
 */
export function padSentences(
  sentences: readonly ArrayLike<number>[],
  { count, dims, scales, rows }: WordTable,
  more?: PackedValues,
  pieces?: WordTable,
  room?: Float32Array<ArrayBuffer>
): PaddedSentences {
  const lengths = Int32Array.from(sentences, ({ length }) => length)
  const time = Math.max(...lengths)
  const moreDims = more?.dims ?? 0
  const size = sentences.length * time * (dims + moreDims)
  const vectors = room && room.length >= size ? room.subarray(0, size).fill(0) : new Float32Array(size)
  sentences.forEach((sentence, s) => {
    let to = s * time * (dims + moreDims)
    for (let t = 0; t < sentence.length; t++) {
      const word = sentence[t]
      if (word >= count) {
        const { dims, scales, rows } = pieces!
        const scale = scales[word - count]
        for (let d = 0, from = (word - count) * dims; d < dims; d++) vectors[to++] = scale * rows[from++]
        continue
      }
      const scale = scales[word]
      for (let d = 0, from = word * dims; d < dims; d++) vectors[to++] = scale * rows[from++]
      if (more === undefined) continue
      for (let d = 0, from = word * moreDims; d < moreDims; d++) {
        vectors[to++] = scale * (MORE_VALUES.step * packedValue(more.packed, from++))
      }
    }
  })
  return { vectors, lengths }
}
