import { rowsBetween, type Encoder, type Representation } from '@leitmotif/encoder'
import type { DocumentRecord, FieldType } from '../store/store.js'
import type { SplitBatch } from './batch-documents.js'
import { fitFields, newFields } from './document-fields.js'
import type { SourceProblem } from './sources.js'
import type { SplitSource } from './split-items.js'

/** Documents to write. */
export interface EncodedBatch {
  readonly records: readonly DocumentRecord[]
  /** The source of each record, by document. */
  readonly sources: ReadonlyMap<string, SplitSource>
  /** Fields that no batch before had. */
  readonly fields: Readonly<Record<string, FieldType>>
  /** Documents in the batch, including those that failed because of their fields. */
  readonly read: number
  /** Bytes read when the batch was complete. */
  readonly end: number
}

export interface BatchEncoder {
  readonly encoder: Encoder
  readonly representation: Representation
  /** Fields of the collection before the run. */
  readonly declared: Readonly<Record<string, FieldType>>
}

/** Declares new fields, checks those of each document, and encodes the sentences. */
export async function* encodeBatches(
  batches: AsyncIterable<SplitBatch>,
  { encoder, representation, declared }: BatchEncoder,
  report: (problem: SourceProblem) => void
): AsyncGenerator<EncodedBatch> {
  let known = declared
  for await (const { documents, end } of batches) {
    const fields = newFields(known, documents)
    known = { ...known, ...fields }
    const valid = documents.flatMap((document) => fitFields(document, known, report))
    const records = await encodeDocuments(encoder, representation, valid)
    const sources = new Map(valid.map((document) => [document.source.document, document]))
    yield { records, sources, fields, read: documents.length, end }
  }
}

async function encodeDocuments(
  encoder: Encoder,
  representation: Representation,
  documents: readonly SplitSource[]
): Promise<DocumentRecord[]> {
  const texts = documents.flatMap(({ split }) => split.sentences.map(({ text }) => text))
  const all = await encoder.encode(texts, { representation })
  let start = 0
  return documents.map(({ source: { document, hash, source }, split: { sentences } }) => {
    const vectors = rowsBetween(all, start, start + sentences.length)
    start += vectors.count
    return { document, hash, source, sentences, vectors }
  })
}
