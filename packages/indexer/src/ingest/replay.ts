import { resolve } from 'node:path'
import { readDeadLetters, writeDeadLetters, type DeadLetter, type DeadLetters } from './dead-letters.js'
import type { IngestCounts } from './ingest-account.js'
import { keepDateFormats } from './kept-date-formats.js'
import { ingestItems, type IngestTarget } from './ingest-items.js'
import { INGEST_DEFAULTS } from './ingest.js'
import { problemOf, type SourceItem, type SourceProblem } from './source-document.js'
import type { StoredDocument } from '../store/store.js'

export interface ReplayReport extends IngestCounts {
  readonly problems: readonly SourceProblem[]
  /**
   * Number of letters that stay in the file: those that the store refused again, those of other collections, and lines
   * that cannot be read.
   */
  readonly kept: number
  /** The formats of dates, if they are those of an earlier run because this one names none. */
  readonly dateFormatsAsBefore?: readonly string[]
}

/**
 * Writes the documents of a dead-letter file as they were when the store refused them. Skips documents of which the
 * collection has received another version since, and letters of other collections than `collection`. Then rewrites the
 * file with the letters that are still to be written, or deletes it if none are. Can be run again after an
 * interruption.
 * @throws Failure for a file that is missing or too large.
 */
export async function replay(path: string, collection: string, target: IngestTarget): Promise<ReplayReport> {
  const { store } = target
  const letters = await readDeadLetters(path)
  const known = await store.documents()
  const items = itemsOf(path, collection, letters, known)
  const { dateFormats = [], asBefore } = await keepDateFormats(store, target.dateFormats)
  const { counts, problems } = await ingestItems(items, { ...INGEST_DEFAULTS, ...target, dateFormats }, known)
  await store.settle()
  const now = await store.documents()
  const waiting = letters.letters.filter(({ letter }) => letter.collection !== collection || isWaiting(letter, now))
  const lines = [...waiting, ...letters.damaged].map(({ text }) => text)
  await writeDeadLetters(path, lines)
  return { ...counts, problems, kept: lines.length, ...asBefore }
}

/** Whether the collection still needs the document of a letter: it has neither this version nor a newer one. */
function isWaiting({ source, before }: DeadLetter, stored: ReadonlyMap<string, StoredDocument>): boolean {
  // The hash of an incompletely written document is empty.
  const now = stored.get(source.document)?.hash ?? ''
  return now !== source.hash && (now === '' || now === before)
}

// eslint-disable-next-line @typescript-eslint/require-await
async function* itemsOf(
  path: string,
  collection: string,
  { letters, damaged }: DeadLetters,
  known: ReadonlyMap<string, StoredDocument>
): AsyncGenerator<SourceItem> {
  for (const { line, fault } of damaged) yield { status: 'failed', source: resolve(path), line, reason: fault }
  for (const { letter } of letters) {
    const { source } = letter
    if (letter.collection !== collection)
      yield problemOf(source, 'skipped', `it is of another collection, ${letter.collection}; replay it there`)
    else if (isWaiting(letter, known) || known.get(source.document)?.hash === source.hash) yield source
    else yield problemOf(source, 'skipped', 'the collection has another version of it by now')
  }
}
