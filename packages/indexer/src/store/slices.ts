import { rowsBetween, zeroVectors } from '@leitmotif/encoder/vectors'
import type { SentenceRecord, RecordSlice } from './store.js'

/** Numbers the passage of each record. A passage is a run of sentences of one document under the same headings. */
export function passagesOf(records: readonly SentenceRecord[]): Int32Array {
  const passages = new Int32Array(records.length)
  for (let i = 1; i < records.length; i++) {
    passages[i] = passages[i - 1] + (samePassage(records[i - 1], records[i]) ? 0 : 1)
  }
  return passages
}

/** Whether two adjacent sentences belong to one document and have the same headings above them. */
export function samePassage(a: SentenceRecord, b: SentenceRecord): boolean {
  return a.document === b.document && a.path.length === b.path.length && a.path.every((part, i) => part === b.path[i])
}

/** Numbers the documents of records that are grouped by document. */
export function documentsOf(records: readonly Pick<SentenceRecord, 'document'>[]): Int32Array {
  const documents = new Int32Array(records.length)
  for (let i = 1; i < records.length; i++) {
    documents[i] = documents[i - 1] + (records[i - 1].document === records[i].document ? 0 : 1)
  }
  return documents
}

/** Joins slices in their order, up to `limit` records. */
export function joinSlices(slices: readonly RecordSlice[], limit = Infinity): RecordSlice {
  const records = slices.flatMap((slice) => slice.records).slice(0, limit)
  const vectors = zeroVectors(records.length, slices.at(0)?.vectors.dims ?? 0)
  let offset = 0
  for (const { data } of slices.map((slice) => slice.vectors)) {
    const part = data.subarray(0, vectors.data.length - offset)
    vectors.data.set(part, offset)
    offset += part.length
  }
  return { records, vectors }
}

/** Splits items into slices of at most `length`. */
export function* inSlices<T>(items: readonly T[], length: number): Generator<T[]> {
  for (let start = 0; start < items.length; start += length) yield items.slice(start, start + length)
}

/** Splits slices that are grouped by document into one slice per document. */
export async function* wholeDocuments(slices: AsyncIterable<RecordSlice>): AsyncGenerator<RecordSlice> {
  let waiting: RecordSlice[] = []
  for await (const { records, vectors } of slices) {
    let start = 0
    for (let end = 1; end <= records.length; end++) {
      if (end < records.length && records[end].document === records[start].document) continue
      const part = { records: records.slice(start, end), vectors: rowsBetween(vectors, start, end) }
      if (waiting.length > 0 && waiting[0].records[0].document !== part.records[0].document) {
        yield joinSlices(waiting)
        waiting = []
      }
      waiting.push(part)
      start = end
    }
  }
  if (waiting.length > 0) yield joinSlices(waiting)
}
