import { row, zeroVectors, type Vectors } from '../vectors/vectors.js'
import { yieldToHost } from '../vectors/host.js'
import type { NetworkModel, OnnxBatch, OnnxRunner } from './onnx-runner.js'
import { batchByLength } from './padded-sentences.js'

/** The network and its runner. */
export interface OnnxEncoding {
  readonly runner: OnnxRunner
  readonly model: NetworkModel
  /** Dimensions of its vectors. */
  readonly dims: number
  /** Returns what the network reads of sentences. */
  readonly pad: (sentences: readonly ArrayLike<number>[]) => OnnxBatch
  /** Called with a batch that the network has read. */
  readonly done?: (batch: OnnxBatch) => void
  /** Aborts the work between two batches. */
  readonly signal: AbortSignal
}

/**
 * Encodes sentences, given as rows of words or as ids of tokens, as unit rows in the same order; zero for a sentence
 * without any. Each batch is prepared only when the runner can take it.
 */
export async function encodeBatches(
  { runner, model, dims, pad, done, signal }: OnnxEncoding,
  sentences: readonly ArrayLike<number>[]
): Promise<Vectors> {
  const encoded = zeroVectors(sentences.length, dims)
  const batches = batchByLength(sentences).entries()
  const takeBatches = async (): Promise<void> => {
    for (const [index, batch] of batches) {
      if (index > 0) await yieldToHost()
      signal.throwIfAborted()
      const padded = pad(batch.map((s) => sentences[s]))
      const vectors = { count: batch.length, dims, data: await runner.run(model, padded) }
      done?.(padded)
      batch.forEach((s, b) => {
        row(encoded, s).set(row(vectors, b))
      })
    }
  }
  await Promise.all(Array.from({ length: runner.width }, takeBatches))
  return encoded
}
