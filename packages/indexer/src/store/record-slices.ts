import { rowsBetween, zeroVectors } from '@leitmotif/encoder/vectors'
import type { RecordSlice } from './store.js'

/** Slices as one, in their order, with `limit` records at most. */
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

/** The same records, a document at a time, where those of each stand together. */
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
