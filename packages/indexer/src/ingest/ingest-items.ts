import { batchDocuments } from './batch-documents.js'
import { MAX_FIELDS } from '../store/fields.js'
import type { FieldType, ThemeStore } from '../store/store.js'
import { Failure } from '@leitmotif/command'
import type { Encoder } from '@leitmotif/encoder'
import type { DeadLetter } from './dead-letters.js'
import { encodeBatches, type BatchEncoder } from './encode-batches.js'
import { IngestAccount, type IngestCounts } from './ingest-account.js'
import { openLanguages } from './languages.js'
import { ProgressObserver, type IngestProgress } from './ingest-progress.js'
import { readAhead } from './read-ahead.js'
import type { SourceItem, SourceProblem } from './source-document.js'
import { isGone } from './source-files.js'
import { openStoredVectors } from './stored-vectors.js'
import { splitItems, type SeenDocuments, type SplitContext } from './split-items.js'
import { writeBatches } from './write-batches.js'

/** The store and encoder to ingest with, and options. */
export interface IngestTarget {
  readonly store: ThemeStore
  readonly encoder: Encoder
  /**
   * Number of sentences encoded and written together, 1 or more. The store writes one batch while the encoder works on
   * the next. Larger batches need fewer writes and more memory. The types of new fields are those of a batch.
   */
  readonly batch?: number
  /**
   * How often what is encoded of a batch is written, in milliseconds: a killed run repeats no more work. 0 or more. Default: 15,000. Does
   * not change what is written.
   */
  readonly storeEvery?: number
  /** Ends the run, which throws its reason once what is encoded is written. A later run continues it. */
  readonly signal?: AbortSignal
  /**
   * Formats of dates, besides those that are read without: as luxon writes them, `dd/MM/yyyy`. Stored with the
   * collection: later runs that name none use them.
   */
  readonly dateFormats?: readonly string[]
  readonly onProgress?: (progress: IngestProgress) => void
  /** Receives each document that the store refused for good. */
  readonly onDead?: (letter: Omit<DeadLetter, 'collection'>) => Promise<void>
}

export interface IngestedItems {
  readonly counts: IngestCounts
  /** One for each document that was skipped, failed or was refused by the store. */
  readonly problems: readonly SourceProblem[]
  readonly seen: SeenDocuments
}

/**
 * Splits, encodes and writes documents in batches. Documents with a stored hash are not touched, changed ones are
 * replaced. Two batches are in memory at a time. After a run was killed, the next run finds the written batches
 * unchanged.
 * @param position returns the number of bytes of `items` read so far.
 */
export async function ingestItems(
  items: AsyncIterable<SourceItem>,
  {
    store,
    encoder,
    batch,
    storeEvery,
    signal,
    dateFormats,
    onProgress,
    onDead
  }: IngestTarget & { readonly batch: number },
  known: SplitContext['known'],
  position: () => number = () => 0
): Promise<IngestedItems> {
  const { base, fields: declared } = await store.describe()
  const { representation } = store
  const seen: SeenDocuments = new Map()
  const account = new IngestAccount()
  const progress = new ProgressObserver(account, position, onProgress)

  const documents = splitItems(items, { known, base, seen, dateFormats, signal }, account, progress)
  const batches = batchDocuments(documents, batch, position)
  const declare = store.exclusively === undefined ? undefined : declareAmong(store)
  const languages = await openLanguages(store, encoder)
  const encoded = encodeBatches(
    batches,
    {
      encoder,
      representation,
      declared,
      declare,
      dateFormats,
      languages,
      signal,
      storeEvery,
      storedVectors: openStoredVectors(store, known, (source) => isGone(base, source))
    },
    account
  )
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
    const further = undeclared(fields, before)
    try {
      await store.declare(Object.fromEntries(further))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      const now = (await store.describe()).fields
      await store.declare(Object.fromEntries(undeclared(fields, now)))
    }
    return (await store.describe()).fields
  }
}

/** The fields that are not declared yet, as far as a collection takes them. */
function undeclared(
  fields: Readonly<Record<string, FieldType>>,
  declared: Readonly<Record<string, FieldType>>
): [string, FieldType][] {
  const further = Object.entries(fields).filter(([name]) => !Object.hasOwn(declared, name))
  return further.slice(0, MAX_FIELDS - Object.keys(declared).length)
}
