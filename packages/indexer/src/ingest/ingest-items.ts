import type { Encoder, Representation } from '@leitmotif/encoder'
import { rowsBetween } from '@leitmotif/encoder/vectors'
import type { DeadLetter } from './dead-letters.js'
import { fitFields, newFields, type SplitSource } from './document-fields.js'
import { MAX_SENTENCE_LENGTH, splitDocument } from './documents.js'
import { MAX_FIELDS } from '../store/fields.js'
import { readAhead } from './read-ahead.js'
import { shownPath } from './source-files.js'
import { problemOf, type SourceDocument, type SourceItem, type SourceProblem } from './sources.js'
import type { DocumentRecord, FieldType, StoredDocument, ThemeStore } from '../store/store.js'
import { openThemer } from '../themes/assignment.js'

/** What documents are taken into, and how. */
export interface IngestTarget {
  readonly store: ThemeStore
  readonly encoder: Encoder
  /**
   * Sentences that are encoded and written at once, 1 or more; one batch is written while the next is encoded. More make
   * fewer writes, take more memory, and make a killed run do more of its work again.
   */
  readonly batch?: number
  readonly onProgress?: (progress: IngestProgress) => void
  /** Is given each document that the store refused for good. */
  readonly onDead?: (letter: Omit<DeadLetter, 'collection'>) => Promise<void>
}

export interface IngestProgress {
  /** Bytes of the files whose documents are done with, written where they had to be, of what `sourceBytes` says there are. */
  readonly bytes: number
  /** Documents read so far, those that wait to be encoded or written among them. */
  readonly read: number
  /** Sentences written so far. */
  readonly sentences: number
}

/** What became of every document: `read` is `indexed` + `unchanged` + `skipped` + `failed` + `dead`. */
export interface IngestCounts {
  readonly read: number
  readonly indexed: number
  readonly unchanged: number
  readonly skipped: number
  readonly failed: number
  /** Those that the store refused for good; the next run tries them again. */
  readonly dead: number
  /** Of those skipped, how many were too large. */
  readonly tooLarge: number
  /** Files in folders that are of kinds that cannot be indexed; not among `read`. */
  readonly otherKinds: number
  /** Sentences written, and those that were left out for having no word, or more than MAX_SENTENCE_LENGTH characters. */
  readonly sentences: number
  readonly leftOut: number
  /** Documents written whose date is that in their file's name. */
  readonly datedByName: number
  /** Documents written that state a date which is none of ISO 8601, and so have no date; and the first of them, with that date. */
  readonly unreadDates: number
  readonly firstUnreadDate?: { readonly source: string; readonly date: string }
  /** Members of lines of data that cannot be fields, as many names as a collection has fields, and how many documents written have each. */
  readonly passedOver?: Readonly<Record<string, number>>
}

/** Documents ready to be written. */
interface Batch {
  readonly records: readonly DocumentRecord[]
  /** What each of them was read as. */
  readonly sources: ReadonlyMap<string, SplitSource>
  /** Fields that come for the first time. */
  readonly fields: Readonly<Record<string, FieldType>>
  /** How many documents were read for it, those that failed after all among them, and where reading stood then. */
  readonly read: number
  readonly end: number
}

/**
 * Takes documents into a store: those whose hash it has are not touched, changed ones are replaced. Memory holds two
 * batches. Ended at any moment, whole batches that were written stay, and are found unchanged the next time.
 */
export class ItemIngestion {
  /** Of every document met: the file it is from, and whether there is something of it to keep. */
  readonly met = new Map<string, { readonly source: string; keep: boolean }>()
  /** Each that was skipped, has failed or was refused, in the order read, but for those refused. */
  readonly problems: SourceProblem[] = []
  private readonly counted = {
    ...{ read: 0, indexed: 0, unchanged: 0, skipped: 0, failed: 0, dead: 0 },
    ...{ tooLarge: 0, otherKinds: 0, sentences: 0, leftOut: 0, datedByName: 0, unreadDates: 0 }
  }
  private firstUnreadDate: IngestCounts['firstUnreadDate']
  private readonly passedOver = new Map<string, number>()
  private pending: SplitSource[] = []
  private waiting = 0
  /** Bytes whose documents are done with, and how many documents lie between those and what is read. */
  private done = 0
  private between = 0

  constructor(
    private readonly target: IngestTarget & { readonly batch: number },
    private readonly known: ReadonlyMap<string, StoredDocument>,
    private readonly base: string,
    private declared: Readonly<Record<string, FieldType>>
  ) {}

  /** Takes all of `items`; `bytes` tells how far reading them is. */
  async take(items: AsyncIterable<SourceItem>, bytes: () => number): Promise<void> {
    const { store, onDead } = this.target
    const themer = await openThemer(store)
    for await (const { records, sources, fields, read, end } of readAhead(this.batches(items, bytes))) {
      await store.declare(fields)
      const dead = new Map(
        (await store.write(themer?.give(records) ?? records)).dead.map(({ document, reason }) => [document, reason])
      )
      for (const [document, reason] of dead) {
        const { source } = sources.get(document)!
        this.report(problemOf(source, 'dead', reason))
        const before = this.known.get(document)?.hash
        await onDead?.({ at: new Date().toISOString(), reason, ...(before && { before }), source })
      }
      await themer?.keep()
      for (const { document, sentences } of records) {
        if (dead.has(document)) continue
        this.counted.indexed++
        this.counted.sentences += sentences.length
        const { split, source } = sources.get(document)!
        for (const name of source.passedOver ?? []) {
          const before = this.passedOver.get(name) ?? 0
          if (before > 0 || this.passedOver.size < MAX_FIELDS) this.passedOver.set(name, before + 1)
        }
        this.counted.leftOut += split.leftOut
        if (split.datedByName) this.counted.datedByName++
        if (split.unreadDate === undefined) continue
        this.counted.unreadDates++
        this.firstUnreadDate ??= { source: sources.get(document)!.source.source, date: split.unreadDate }
      }
      this.between -= read
      this.done = end
      this.progress()
    }
    this.done = bytes()
    this.progress()
  }

  /** @throws Error when a document is unaccounted for. */
  counts(): IngestCounts {
    const { read, indexed, unchanged, skipped, failed, dead } = this.counted
    if (read !== indexed + unchanged + skipped + failed + dead) {
      throw new Error(`of ${read} documents read, not all are accounted for: ${JSON.stringify(this.counted)}`)
    }
    return {
      ...this.counted,
      ...(this.firstUnreadDate && { firstUnreadDate: this.firstUnreadDate }),
      ...(this.passedOver.size > 0 && { passedOver: Object.fromEntries(this.passedOver) })
    }
  }

  private async *batches(items: AsyncIterable<SourceItem>, bytes: () => number): AsyncGenerator<Batch> {
    for await (const item of items) {
      if ('status' in item && item.status === 'other kind') {
        this.counted.otherKinds++
        continue
      }
      this.counted.read++
      if (this.between === 0) this.done = bytes()
      this.progress()
      if ('status' in item) this.report(item)
      else this.takeOne(item)
      if (this.waiting >= this.target.batch) yield await this.encodePending(bytes())
    }
    if (this.pending.length > 0) yield await this.encodePending(bytes())
  }

  private takeOne(item: SourceDocument): void {
    const before = this.met.get(item.document)
    if (before !== undefined) {
      const reason = `id ${JSON.stringify(item.document)} came before, in ${shownPath(this.base, before.source)}`
      this.report(problemOf(item, 'failed', reason))
      return
    }
    const state = { source: item.source, keep: true }
    this.met.set(item.document, state)
    if (this.known.get(item.document)?.hash === item.hash) {
      this.counted.unchanged++
      return
    }
    try {
      const split = splitDocument(item)
      if (split.sentences.length === 0) {
        state.keep = false
        this.counted.leftOut += split.leftOut
        this.report(problemOf(item, 'skipped', withoutSentences(split.leftOut)))
        return
      }
      this.pending.push({ source: item, split })
      this.between++
      this.waiting += split.sentences.length
    } catch (error) {
      this.report(problemOf(item, 'failed', (error as Error).message))
    }
  }

  private async encodePending(end: number): Promise<Batch> {
    const { encoder, store } = this.target
    const fields = newFields(this.declared, this.pending)
    this.declared = { ...this.declared, ...fields }
    const report = this.report.bind(this)
    const fitting = this.pending.flatMap((document) => fitFields(document, this.declared, report))
    const read = this.pending.length
    this.pending = []
    this.waiting = 0
    const records = await encodeDocuments(encoder, store.representation, fitting)
    return { records, sources: new Map(fitting.map((split) => [split.source.document, split])), fields, read, end }
  }

  private report(problem: SourceProblem): void {
    this.counted[problem.status]++
    if (problem.tooLarge === true) this.counted.tooLarge++
    this.problems.push(problem)
  }

  private progress(): void {
    const { read, sentences } = this.counted
    this.target.onProgress?.({ bytes: this.done, read, sentences })
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

function withoutSentences(leftOut: number): string {
  if (leftOut === 0) return 'has no sentences'
  const all = leftOut === 1 ? 'its one sentence has' : `all its ${leftOut} sentences have`
  return `${all} no word, or more than ${MAX_SENTENCE_LENGTH} characters; part it with full stops or blank lines`
}
