import { resolve, sep } from 'node:path'
import type { Encoder, Representation } from '@leitmotif/encoder'
import { fitFields, newFields, type SplitSource } from './document-fields.js'
import { MAX_SENTENCE_LENGTH, splitDocument } from './documents.js'
import { readAhead } from './read-ahead.js'
import { missingPath, missingPaths, realPath, shownPath } from './source-files.js'
import { problemOf, readSources, type SourceProblem } from './sources.js'
import type { DocumentRecord, FieldType, StoredDocument, ThemeStore } from './store.js'

export interface IngestOptions {
  /** Files and folders, as the user named them. */
  readonly paths: readonly string[]
  readonly store: ThemeStore
  readonly encoder: Encoder
  /** Whether documents go whose file lay under one of `paths` and is gone. */
  readonly prune?: boolean
  /**
   * Sentences that are encoded and written at once, 1 or more; one batch is written while the next is encoded. More make
   * fewer writes, take more memory, and make a killed run do more of its work again.
   */
  readonly batch?: number
  readonly onProgress?: (progress: IngestProgress) => void
}

export const INGEST_DEFAULTS = { prune: true, batch: 2048 } as const

export interface IngestProgress {
  /** Bytes of the files whose documents are done with, written where they had to be, of what `sourceBytes` says there are. */
  readonly bytes: number
  /** Documents read so far, those that wait to be encoded or written among them. */
  readonly read: number
  /** Sentences written so far. */
  readonly sentences: number
}

/** What became of every document: `read` is `indexed` + `unchanged` + `skipped` + `failed`. */
export interface IngestReport {
  readonly read: number
  readonly indexed: number
  readonly unchanged: number
  readonly skipped: number
  readonly failed: number
  /** Of those skipped, how many were too large. */
  readonly tooLarge: number
  /** Files in folders that are of kinds that cannot be indexed; not among `read`. */
  readonly otherKinds: number
  /** Documents taken out, because they are gone or have nothing left to index. */
  readonly removed: number
  /** Paths that are there no longer, as the user named them, and how many of the removed documents lay there. */
  readonly gone: readonly { readonly path: string; readonly removed: number }[]
  /** Sentences written, and those that were left out for having no word, or more than MAX_SENTENCE_LENGTH characters. */
  readonly sentences: number
  readonly leftOut: number
  /** Each that was skipped or has failed, in the order read. */
  readonly problems: readonly SourceProblem[]
}

/** Documents ready to be written. */
interface Batch {
  readonly records: readonly DocumentRecord[]
  /** Fields that come for the first time. */
  readonly fields: Readonly<Record<string, FieldType>>
  /** How many documents were read for it, those that failed after all among them, and where reading stood then. */
  readonly read: number
  readonly end: number
  readonly leftOut: number
}

/**
 * Makes the collection hold what is under `paths` now. Documents whose hash the store has are not touched, changed ones
 * are replaced, and those that are gone are removed; what could not be read this time keeps what it had. Ended at any
 * moment, it goes on from there when it is run again. Memory holds two batches. A path that is missing stands for what the
 * collection has of it, which is gone.
 * @throws Failure for a path that is missing and of which the collection has nothing, before anything is written.
 */
export async function ingest(options: IngestOptions): Promise<IngestReport> {
  const { paths, store, encoder, prune, batch, onProgress } = { ...INGEST_DEFAULTS, ...options }
  const { base, fields } = await store.describe()
  const known = await store.documents()
  const missing = await missingPaths(paths)
  const there = paths.filter((path) => !missing.includes(path))
  const sourcesAt = async (path: string): Promise<(source: string) => boolean> => isUnder(base, [await realPath(path)])
  for (const path of missing) {
    const under = await sourcesAt(path)
    if (![...known.values()].some(({ source }) => under(source))) throw missingPath(path)
  }
  const documents = { read: 0, indexed: 0, unchanged: 0, skipped: 0, failed: 0, removed: 0 }
  const counts = { ...documents, tooLarge: 0, otherKinds: 0, sentences: 0, leftOut: 0 }
  const problems: SourceProblem[] = []
  /** Of every document met: the file it is from, and whether there is something of it to keep. */
  const met = new Map<string, { readonly source: string; keep: boolean }>()
  let pending: SplitSource[] = []
  let waiting = 0
  let declared = fields
  /** Bytes read, and those whose documents are done with; how many documents lie between. */
  let bytes = 0
  let done = 0
  let between = 0

  const report = (problem: SourceProblem): void => {
    counts[problem.status]++
    if (problem.tooLarge === true) counts.tooLarge++
    problems.push(problem)
  }
  const progress = (): void => onProgress?.({ bytes: done, read: counts.read, sentences: counts.sentences })
  const encodePending = async (): Promise<Batch> => {
    const further = newFields(declared, pending)
    declared = { ...declared, ...further }
    const fitting = pending.flatMap((document) => fitFields(document, declared, report))
    const read = pending.length
    pending = []
    waiting = 0
    return {
      records: await encodeDocuments(encoder, store.representation, fitting),
      fields: further,
      read,
      end: bytes,
      leftOut: fitting.reduce((sum, { split }) => sum + split.leftOut, 0)
    }
  }
  async function* readBatches(): AsyncGenerator<Batch> {
    for await (const item of readSources(there, base, (read) => (bytes = read))) {
      if ('status' in item && item.status === 'other kind') {
        counts.otherKinds++
        continue
      }
      counts.read++
      if (between === 0) done = bytes
      progress()
      if ('status' in item) {
        report(item)
        continue
      }
      const before = met.get(item.document)
      if (before !== undefined) {
        report(
          problemOf(
            item,
            'failed',
            `id ${JSON.stringify(item.document)} came before, in ${shownPath(base, before.source)}`
          )
        )
        continue
      }
      const state = { source: item.source, keep: true }
      met.set(item.document, state)
      if (known.get(item.document)?.hash === item.hash) {
        counts.unchanged++
        continue
      }
      try {
        const split = splitDocument(item)
        if (split.sentences.length === 0) {
          state.keep = false
          counts.leftOut += split.leftOut
          report(problemOf(item, 'skipped', withoutSentences(split.leftOut)))
          continue
        }
        pending.push({ source: item, split })
        between++
        waiting += split.sentences.length
      } catch (error) {
        report(problemOf(item, 'failed', (error as Error).message))
      }
      if (waiting >= batch) yield await encodePending()
    }
    if (pending.length > 0) yield await encodePending()
  }

  for await (const { records, fields, read, end, leftOut } of readAhead(readBatches())) {
    await store.declare(fields)
    await store.write(records)
    counts.indexed += records.length
    for (const { sentences } of records) counts.sentences += sentences.length
    counts.leftOut += leftOut
    between -= read
    done = end
    progress()
  }

  let removed: [string, StoredDocument][] = []
  if (prune) {
    const under = isUnder(base, await Promise.all(paths.map(realPath)))
    const unread = isUnder(
      base,
      problems.filter(({ status }) => status === 'failed').map(({ source }) => resolve(base, source))
    )
    removed = [...known].filter(
      ([document, { source }]) => met.get(document)?.keep !== true && under(source) && !unread(source)
    )
    await store.remove(removed.map(([document]) => document))
    counts.removed = removed.length
  }
  const gone: { path: string; removed: number }[] = []
  for (const path of missing) {
    const under = await sourcesAt(path)
    gone.push({ path, removed: removed.filter(([, { source }]) => under(source)).length })
  }
  await store.settle()
  done = bytes
  progress()
  return { ...counts, gone, problems }
}

async function encodeDocuments(
  encoder: Encoder,
  representation: Representation,
  documents: readonly SplitSource[]
): Promise<DocumentRecord[]> {
  const texts = documents.flatMap(({ split }) => split.sentences.map(({ text }) => text))
  const { dims, data } = await encoder.encode(texts, { representation })
  let start = 0
  return documents.map(({ source: { document, hash, source }, split: { sentences } }) => {
    const count = sentences.length
    const vectors = { count, dims, data: data.subarray(start * dims, (start + count) * dims) }
    start += count
    return { document, hash, source, sentences, vectors }
  })
}

function withoutSentences(leftOut: number): string {
  if (leftOut === 0) return 'has no sentences'
  const all = leftOut === 1 ? 'its one sentence has' : `all its ${leftOut} sentences have`
  return `${all} no word, or more than ${MAX_SENTENCE_LENGTH} characters; part it with full stops or blank lines`
}

/** Whether a source is one of the absolute `paths` or lies below one. */
function isUnder(base: string, paths: readonly string[]): (source: string) => boolean {
  return (source) => {
    const path = resolve(base, source)
    return paths.some((root) => path === root || path.startsWith(root.endsWith(sep) ? root : root + sep))
  }
}
