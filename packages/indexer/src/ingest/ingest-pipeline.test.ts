import { describe, expect, it } from 'vitest'
import { batchDocuments } from './batch-documents.js'
import { IngestAccount } from './ingest-account.js'
import { ProgressObserver, type IngestProgress } from './ingest-progress.js'
import type { SplitSource } from './split-items.js'

/** A document of so many sentences. */
function document(sentences: number, unreadDate?: string): SplitSource {
  const source = { document: 'd', source: 'd.md', hash: 'h', body: { kind: 'text', text: '' }, name: 'd', fields: {} }
  const split = { title: 'd', fields: {}, sentences: Array(sentences).fill({}), leftOut: 1, datedByName: true }
  return { source, split: { ...split, ...(unreadDate && { unreadDate }) } } as unknown as SplitSource
}

describe('A batch of documents', () => {
  it('ends with the document that brings it to the wanted number of sentences', async () => {
    let read = 0
    const documents = async function* (): AsyncGenerator<SplitSource> {
      for (const sentences of [2, 1, 5, 1]) {
        read += 10
        yield await Promise.resolve(document(sentences))
      }
    }
    const batches = []
    for await (const batch of batchDocuments(documents(), 3, () => read)) batches.push(batch)
    expect(batches.map(({ documents, end }) => [documents.length, end])).toEqual([
      [2, 20],
      [1, 30],
      [1, 40]
    ])
  })
})

describe('The account of an ingestion', () => {
  it('counts each document once, and keeps the first date that cannot be read', () => {
    const account = new IngestAccount()
    account.add('read', 3)
    account.add('unchanged')
    account.report({ status: 'skipped', source: 'big.md', reason: 'is too large', tooLarge: true })
    const { source, split } = document(4, 'May')
    account.addIndexed(source, split)
    expect(account.counts()).toMatchObject({
      ...{ read: 3, indexed: 1, unchanged: 1, skipped: 1, tooLarge: 1, sentences: 4, leftOut: 1, datedByName: 1 },
      ...{ unreadDates: 1, firstUnreadDate: { source: 'd.md', date: 'May' } }
    })
  })

  it('refuses counts in which a document is missing', () => {
    const account = new IngestAccount()
    account.add('read')
    expect(() => account.counts()).toThrow('the counts do not add up to 1 documents read')
  })
})

describe('The progress of an ingestion', () => {
  it('counts bytes only of documents that are written', () => {
    const account = new IngestAccount()
    const reports: IngestProgress[] = []
    let read = 0
    const progress = new ProgressObserver(
      account,
      () => (read += 10),
      (report) => reports.push(report)
    )
    progress.itemRead()
    progress.documentSplit()
    progress.itemRead()
    progress.batchWritten(1, 15)
    progress.finished()
    expect(reports.map(({ bytes }) => bytes)).toEqual([10, 10, 15, 20])
  })
})
