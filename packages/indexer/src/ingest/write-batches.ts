import type { StoredDocument, ThemeStore } from '../store/store.js'
import { openThemer } from '../themes/assignment.js'
import type { DeadLetter } from './dead-letters.js'
import type { EncodedBatch } from './encode-batches.js'
import type { IngestAccount } from './ingest-account.js'
import { problemOf } from './source-document.js'

export interface BatchWriter {
  readonly store: ThemeStore
  /** Documents stored before the run. */
  readonly known: ReadonlyMap<string, StoredDocument>
  /** Receives each document that the store refused for good. */
  readonly onDead?: ((letter: Omit<DeadLetter, 'collection'>) => Promise<void>) | undefined
}

/** Writes batches with their themes as `encodeBatches` yields them, and accounts for each document as indexed or dead. */
export async function writeBatches(
  batches: AsyncIterable<EncodedBatch>,
  { store, known, onDead }: BatchWriter,
  account: IngestAccount,
  onWritten: (documents: number, end: number) => void
): Promise<void> {
  const themer = await openThemer(store)
  for await (const { records, sources, fields, read, end } of batches) {
    await store.declare(fields)
    const { dead } = await store.write(themer?.give(records) ?? records)
    for (const { document, reason } of dead) {
      const { source } = sources.get(document)!
      account.report(problemOf(source, 'dead', reason))
      const before = known.get(document)?.hash
      await onDead?.({ at: new Date().toISOString(), reason, ...(before && { before }), source })
    }
    await themer?.keep()
    const rejected = new Set(dead.map(({ document }) => document))
    for (const { document } of records) {
      if (rejected.has(document)) continue
      const { source, split } = sources.get(document)!
      account.addIndexed(source, split)
    }
    onWritten(read, end)
  }
}
