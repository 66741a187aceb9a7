import { row, type Encoder, type Representation, type Vectors } from '@leitmotif/encoder'
import { yieldToHost, zeroVectors } from '@leitmotif/encoder/vectors'

/** Sentences that a network encodes before it yields to other work: some hundredths of a second. */
const BATCH = 16

/** The rows of a draft's sentences. */
export interface SentenceRows {
  /**
   * A row for each sentence, in order; only those that the draft did not have the last time are encoded, a batch at a time.
   * @throws the signal's reason, once it is aborted.
   */
  of(sentences: readonly string[], signal?: AbortSignal): Promise<Vectors>
}

/** Keeps the rows of one draft's sentences as they were last: as much memory as the draft has sentences. */
export function createSentenceRows(encoder: Encoder, representation: Representation): SentenceRows {
  let kept = new Map<string, Float32Array>()
  return {
    async of(sentences, signal) {
      const known = new Map<string, Float32Array>()
      for (const text of sentences) {
        const own = kept.get(text)
        if (own !== undefined) known.set(text, own)
      }
      const missing = [...new Set(sentences)].filter((text) => !known.has(text))
      for (let start = 0; start < missing.length; start += BATCH) {
        if (start > 0) await yieldToHost()
        signal?.throwIfAborted()
        const batch = missing.slice(start, start + BATCH)
        const encoded = await encoder.encode(batch, { representation })
        // Kept though the work be cancelled: the next one goes on from there.
        for (const [i, text] of batch.entries()) {
          known.set(text, row(encoded, i).slice())
          kept.set(text, known.get(text)!)
        }
      }
      signal?.throwIfAborted()
      kept = known
      const rows = zeroVectors(sentences.length, encoder.dims[representation]!)
      sentences.forEach((text, i) => {
        row(rows, i).set(known.get(text)!)
      })
      return rows
    }
  }
}
