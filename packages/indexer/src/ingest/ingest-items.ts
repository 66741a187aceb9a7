import { batchDocuments } from './batch-documents.js'
import type { ThemeStore } from '../store/store.js'
import { Failure } from '@leitmotif/command'
import type { Encoder } from '@leitmotif/encoder'
import type { DeadLetter } from './dead-letters.js'
import { encodeBatches, type BatchEncoder } from './encode-batches.js'
import { IngestAccount, type IngestCounts } from './ingest-account.js'
import { ProgressObserver, type IngestProgress } from './ingest-progress.js'
import { readAhead } from './read-ahead.js'
import type { SourceItem, SourceProblem } from './source-document.js'
import { splitItems, type SeenDocuments, type SplitContext } from './split-items.js'
import { writeBatches } from './write-batches.js'

/** The store and encoder of an ingestion, and its settings. */
export interface IngestTarget {
  readonly store: ThemeStore
  readonly encoder: Encoder
  /**
   * Sentences that are encoded and written together, 1 or more; the store writes one batch while the encoder works on the
   * next. Larger batches need fewer writes and more memory, and a killed run repeats more work.
   */
  readonly batch?: number
  readonly onProgress?: (progress: IngestProgress) => void
  /** Receives each document that the store rejected for good. */
  readonly onDead?: (letter: Omit<DeadLetter, 'collection'>) => Promise<void>
}

export interface IngestedItems {
  readonly counts: IngestCounts
  /** One for each document that was skipped, failed or was rejected by the store. */
  readonly problems: readonly SourceProblem[]
  readonly seen: SeenDocuments
}

/**
 * Writes documents to a store: split → batch → encode → write. Documents whose hash the store has are not touched, changed
 * ones are replaced. Memory holds two batches. If the run is killed, the next run finds the written batches unchanged.
 * @param position returns how many bytes of `items` have been read.
 */
export async function ingestItems(
  items: AsyncIterable<SourceItem>,
  { store, encoder, batch, onProgress, onDead }: IngestTarget & { readonly batch: number },
  known: SplitContext['known'],
  position: () => number = () => 0
): Promise<IngestedItems> {
  const { base, fields: declared } = await store.describe()
  const { representation } = store
  const seen: SeenDocuments = new Map()
  const account = new IngestAccount()
  const progress = new ProgressObserver(account, position, onProgress)

  const documents = splitItems(items, { known, base, seen }, account, progress)
  const batches = batchDocuments(documents, batch, position)
  const declare = store.alone === undefined ? undefined : declareAmong(store)
  const encoded = encodeBatches(batches, { encoder, representation, declared, declare }, (problem) => {
    account.report(problem)
  })
  await writeBatches(readAhead(encoded), { store, known, onDead }, account, (count, end) => {
    progress.batchWritten(count, end)
  })
  progress.finished()
  return { counts: account.counts(), problems: account.problems, seen }
}

/** Declares fields among other writers, which may just have declared them with other types: theirs hold then. */
function declareAmong(store: ThemeStore): NonNullable<BatchEncoder['declare']> {
  return async (fields) => {
    const before = (await store.describe()).fields
    const further = Object.entries(fields).filter(([name]) => !Object.hasOwn(before, name))
    try {
      await store.declare(Object.fromEntries(further))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      const now = (await store.describe()).fields
      await store.declare(Object.fromEntries(further.filter(([name]) => !Object.hasOwn(now, name))))
    }
    return (await store.describe()).fields
  }
}
