import type { SplitSource } from './split-items.js'

export interface SplitBatch {
  readonly documents: readonly SplitSource[]
  /** Bytes read when the batch was complete. */
  readonly end: number
}

/** Groups documents into batches. A batch is complete with the document that brings it to at least `size` sentences. */
export async function* batchDocuments(
  documents: AsyncIterable<SplitSource>,
  size: number,
  position: () => number
): AsyncGenerator<SplitBatch> {
  let batch: SplitSource[] = []
  let sentences = 0
  for await (const document of documents) {
    batch.push(document)
    sentences += document.split.sentences.length
    if (sentences < size) continue
    yield { documents: batch, end: position() }
    batch = []
    sentences = 0
  }
  if (batch.length > 0) yield { documents: batch, end: position() }
}
