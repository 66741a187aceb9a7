import type { SentenceRecord } from './store.js'

/** The passage of each record: consecutive sentences of one document under the same headings. */
export function passagesOf(records: readonly SentenceRecord[]): Int32Array {
  const passages = new Int32Array(records.length)
  for (let i = 1; i < records.length; i++) {
    passages[i] = passages[i - 1] + (samePassage(records[i - 1], records[i]) ? 0 : 1)
  }
  return passages
}

/** Whether two sentences that stand beside one another are of one document, under the same headings. */
export function samePassage(a: SentenceRecord, b: SentenceRecord): boolean {
  return a.document === b.document && a.path.length === b.path.length && a.path.every((part, i) => part === b.path[i])
}

/** The number of each record's document, where those of one stand together. */
export function documentsOf(records: readonly Pick<SentenceRecord, 'document'>[]): Int32Array {
  const documents = new Int32Array(records.length)
  for (let i = 1; i < records.length; i++) {
    documents[i] = documents[i - 1] + (records[i - 1].document === records[i].document ? 0 : 1)
  }
  return documents
}
