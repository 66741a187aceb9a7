import type { Encoder } from '../model/encoder.js'
import type { Representation } from '../model/manifest.js'
import { row, type Vectors } from '../vectors/vectors.js'
import { yieldToHost } from '../vectors/host.js'
import { zeroVectors } from '../vectors/vectors.js'

/** Sentences encoded between two pauses: some hundredths of a second. */
const BATCH = 16

/** The vectors of a draft's sentences. */
export interface SentenceRows {
  /**
   * Returns a vector for each sentence, in order. Only new sentences are encoded, a batch at a time.
   * @throws the signal's reason, once it is aborted.
   */
  of(sentences: readonly string[], signal?: AbortSignal): Promise<Vectors>
}

/** Returns a cache of the vectors of one draft's current sentences. */
export function createSentenceRows(encoder: Encoder, representation: Representation): SentenceRows {
  let kept = new Map<string, Float32Array>()
  return {
    async of(sentences, signal) {
      const known = new Map<string, Float32Array>()
      for (const text of sentences) {
        const own = kept.get(text)
        if (own !== undefined) known.set(text, own)
      }
      // Sentences of one length need no padding in a batch.
      const missing = [...new Set(sentences)].filter((text) => !known.has(text)).sort((a, b) => a.length - b.length)
      for (let start = 0; start < missing.length; start += BATCH) {
        if (start > 0) await yieldToHost()
        signal?.throwIfAborted()
        const batch = missing.slice(start, start + BATCH)
        const encoded = await encoder.encode(batch, { representation })
        // Kept even if the work is cancelled, so that the next call continues from here.
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
