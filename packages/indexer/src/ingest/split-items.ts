import type { StoredDocument } from '../store/store.js'
import { MAX_SENTENCE_LENGTH, splitDocument, type SentenceDocument } from './documents.js'
import type { IngestAccount } from './ingest-account.js'
import type { ProgressObserver } from './ingest-progress.js'
import { shownPath } from './source-files.js'
import { problemOf, type SourceDocument, type SourceItem, type UnreadDocument } from './source-document.js'

/** A document as it was read, and its sentences. */
export interface SplitSource {
  readonly source: SourceDocument
  readonly split: SentenceDocument
}

/** Documents of a run by id: the source file of each, and whether the collection should keep it. */
export type SeenDocuments = Map<string, { readonly source: string; keep: boolean }>

/** Splits new and changed documents into sentences. Accounts for all other items. */
export async function* splitItems(
  items: AsyncIterable<SourceItem>,
  { known, base, seen, dateFormats, signal }: SplitContext,
  account: IngestAccount,
  progress: ProgressObserver
): AsyncGenerator<SplitSource> {
  for await (const item of items) {
    signal?.throwIfAborted()
    if ('status' in item && item.status === 'other kind') {
      account.addOtherKind(item.source)
      continue
    }
    if ('status' in item && item.status === 'ignored') {
      account.add('ignored')
      continue
    }
    account.add('read')
    progress.itemRead()
    if ('status' in item) {
      account.report(item)
      continue
    }
    const before = seen.get(item.document)
    if (before !== undefined) {
      const reason = `id ${JSON.stringify(item.document)} came before, in ${shownPath(base, before.source)}`
      const repeats = before.source === item.source ? 'same file' : 'other file'
      account.report({ ...problemOf(item, 'failed', reason), repeats })
      continue
    }
    const entry = { source: item.source, keep: true }
    seen.set(item.document, entry)
    if (known.get(item.document)?.hash === item.hash) {
      account.add('unchanged')
      continue
    }
    const read = await trySplit(item, dateFormats, account)
    if (read === undefined) continue
    const { split } = read
    if (split.sentences.length === 0) {
      entry.keep = false
      account.add('leftOut', split.leftOut)
      account.report(problemOf(item, 'skipped', noSentences(split.leftOut)))
      continue
    }
    progress.documentSplit()
    yield read
  }
}

export interface SplitContext {
  /** Documents stored before the run. */
  readonly known: ReadonlyMap<string, StoredDocument>
  /** Formats of dates that documents state. */
  readonly dateFormats?: readonly string[] | undefined
  /** Folder that paths in messages are relative to. */
  readonly base: string
  /** Ends the reading with its reason. */
  readonly signal?: AbortSignal | undefined
  /** Receives each document of the run. */
  readonly seen: SeenDocuments
}

async function trySplit(
  item: SourceDocument | UnreadDocument,
  dateFormats: SplitContext['dateFormats'],
  account: IngestAccount
): Promise<SplitSource | undefined> {
  try {
    const source = 'load' in item ? await item.load() : item
    return { source, split: splitDocument(source, dateFormats) }
  } catch (error) {
    account.report(problemOf(item, 'failed', (error as Error).message))
    return undefined
  }
}

function noSentences(leftOut: number): string {
  if (leftOut === 0) return 'has no sentences'
  const all = leftOut === 1 ? 'its one sentence has' : `all its ${leftOut} sentences have`
  return `${all} no word, or more than ${MAX_SENTENCE_LENGTH} characters; if they are too long, separate sentences by full stops or blank lines`
}
