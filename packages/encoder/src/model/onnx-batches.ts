import { row, zeroVectors, type Vectors } from '../vectors/vectors.js'
import { yieldToHost } from '../vectors/host.js'
import type { OnnxModel } from './onnx.js'
import type { OnnxRunner } from './onnx-runner.js'
import { batchByLength, padSentences } from './padded-sentences.js'
import type { PackedValues, WordTable } from './word-table.js'

/** The network, its inputs and its runner. */
export interface OnnxEncoding {
  readonly runner: OnnxRunner
  readonly model: OnnxModel
  readonly table: WordTable
  /** Further values of words that the network reads after their vectors. */
  readonly more: PackedValues | undefined
  /** Values of word pieces that the network reads; their rows follow the table's. */
  readonly pieces: WordTable | undefined
  /** Buffers of earlier batches, used again: the garbage collector would free many small ones late. */
  readonly rooms: Float32Array<ArrayBuffer>[]
  /** Aborts the work between two batches. */
  readonly signal: AbortSignal
}

/**
 * Encodes sentences, given as row indices of the table, as unit rows in the same order; zero for a sentence without
 * words. Each batch is prepared only when the runner can take it.
 */
export async function encodeBatches(
  { runner, model, table, more, pieces, rooms, signal }: OnnxEncoding,
  sentences: readonly ArrayLike<number>[]
): Promise<Vectors> {
  const { dims } = model
  const encoded = zeroVectors(sentences.length, dims)
  const batches = batchByLength(sentences).entries()
  const takeBatches = async (): Promise<void> => {
    for (const [index, batch] of batches) {
      if (index > 0) await yieldToHost()
      signal.throwIfAborted()
      const padded = padSentences(
        batch.map((s) => sentences[s]),
        table,
        more,
        pieces,
        rooms.pop()
      )
      const vectors = { count: batch.length, dims, data: await runner.run(model, padded) }
      const { buffer } = padded.vectors
      if (buffer.byteLength > 0) rooms.push(new Float32Array(buffer)) // empty if it was transferred to a thread
      batch.forEach((s, b) => {
        row(encoded, s).set(row(vectors, b))
      })
    }
  }
  await Promise.all(Array.from({ length: runner.width }, takeBatches))
  return encoded
}
