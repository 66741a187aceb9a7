import { row } from '@leitmotif/encoder'
import { inSlices } from '../slices.js'
import type { DeadDocument, DocumentRecord, SentenceRecord } from '../store.js'
import type { BulkWriter, Operation, Rejection } from './bulk.js'
import type { Connection } from './connection.js'
import type { Dialect } from './dialect.js'
import type { DocumentEntry, DocumentRecords } from './elasticsearch-documents.js'
import type { CollectionMeta } from './mapping.js'
import { storedSentence, storedTheme, THEME_MEMBERS, type StoredTheme } from './elasticsearch-sentences.js'
import { readSources } from './record-sources.js'

/** Sentences whose themes are read in one request. */
const READ_AT_ONCE = 2000

/** Documents removed in one step. */
const REMOVE_AT_ONCE = 500

/** State of the index that a writer needs. */
export interface Target {
  readonly client: Connection
  /** Index of the sentences; `records` is that of the records. */
  readonly index: string
  readonly records: string
}

/**
 * Writes and removes documents with their sentences. The record of a document is written before its sentences, without its
 * hash, and again with it after them. If the process is killed in between, the record has no hash, and the next write repairs
 * the document.
 */
export class DocumentWriter {
  constructor(
    private readonly target: Target,
    private readonly documents: DocumentRecords,
    private readonly writer: BulkWriter
  ) {}

  /**
   * Writes the documents whose hash differs from the stored one, and returns those that were refused. Sentences keep
   * their themes of these `runs`; the first is the current one.
   */
  async write(
    records: readonly DocumentRecord[],
    meta: CollectionMeta,
    runs: readonly string[]
  ): Promise<readonly DeadDocument[]> {
    const known = await this.documents.read(records.map(({ document }) => document))
    const changed = records.filter(({ document, hash }) => known.get(document)?.hash !== hash)
    const before = new Map(changed.map(({ document }) => [document, new Set(known.get(document)?.ids ?? [])]))
    const all = new Map(
      changed.map(({ document, sentences }) => {
        return [document, [...new Set([...before.get(document)!, ...sentences.map(({ id }) => id)])]]
      })
    )
    await this.record(changed.map((record) => this.documents.put(entryOf(record, all.get(record.document)!))))
    const themes = await this.themesToKeep(changed, before, runs)
    const operations = sentenceOperations(changed, before, themes, meta, runs, this.target.client.dialect)
    const rejections = await this.writer.write(this.target.index, operations)
    const dead = deadDocuments(changed, rejections)
    const gone = new Set(dead.map(({ document }) => document))
    const taken = [...gone].map((document) => ({ document, ids: all.get(document)! }))
    const accounted = new Set(taken.flatMap(({ ids }) => ids))
    refuseRejections(rejections.filter(({ id }) => !accounted.has(id)))
    await this.take(taken)
    const written = changed.filter(({ document }) => !gone.has(document))
    await this.record(
      written.map((record) => {
        const ids = record.sentences.map(({ id }) => id)
        return this.documents.put({ ...entryOf(record, ids), hash: record.hash })
      })
    )
    return dead
  }

  async remove(documents: readonly string[]): Promise<void> {
    for (const some of inSlices(documents, REMOVE_AT_ONCE)) {
      const known = [...(await this.documents.read(some)).values()]
      await this.record(
        known.map(({ document, source, sentences, ids }) => this.documents.put({ document, source, sentences, ids }))
      )
      await this.take(known)
    }
  }

  /** Removes documents whose records are marked as unfinished, their sentences first. */
  private async take(documents: readonly Pick<DocumentEntry, 'document' | 'ids'>[]): Promise<void> {
    const sentences = documents.flatMap(({ ids }) => ids.map((id): Operation => ({ kind: 'delete', id })))
    refuseRejections(await this.writer.write(this.target.index, sentences))
    await this.record(documents.map(({ document }) => this.documents.drop(document)))
  }

  private async record(operations: readonly Operation[]): Promise<void> {
    refuseRejections(await this.writer.write(this.target.records, operations))
  }

  /** Returns the stored themes, by id, of sentences that are kept and come without a theme. */
  private async themesToKeep(
    documents: readonly DocumentRecord[],
    before: ReadonlyMap<string, ReadonlySet<string>>,
    runs: readonly string[]
  ): Promise<Map<string, StoredTheme>> {
    const kept = new Map<string, StoredTheme>()
    const stay = documents.flatMap(({ document, sentences }) =>
      sentences.filter(({ id, theme }) => theme === undefined && before.get(document)!.has(id)).map(({ id }) => id)
    )
    if (runs.length === 0) return kept
    const { client, index } = this.target
    for (const ids of inSlices(stay, READ_AT_ONCE)) {
      for (const [id, theme] of await readSources<StoredTheme>(client, index, ids, THEME_MEMBERS))
        if (runs.includes(theme.theme_run ?? '')) kept.set(id, theme)
    }
    return kept
  }
}

/** Throws for refused records: Leitmotif made them itself, so this is a bug. @throws Error */
export function refuseRejections(rejections: readonly Rejection[]): void {
  const first = rejections.at(0)
  if (first === undefined) return
  throw new Error(`the server refused ${rejections.length} records, the first ${first.id}: ${first.reason}`)
}

function* sentenceOperations(
  documents: readonly DocumentRecord[],
  before: ReadonlyMap<string, ReadonlySet<string>>,
  themes: ReadonlyMap<string, StoredTheme>,
  meta: CollectionMeta,
  runs: readonly string[],
  dialect: Dialect
): Generator<Operation> {
  for (const { document, sentences, vectors } of documents) {
    const present = new Set(sentences.map(({ id }) => id))
    for (const id of before.get(document)!) if (!present.has(id)) yield { kind: 'delete', id }
    for (const [at, sentence] of sentences.entries()) {
      const theme = themeOf(sentence, runs.at(0)) ?? themes.get(sentence.id) ?? {}
      const record = storedSentence(sentence, row(vectors, at), theme, meta, dialect)
      yield { kind: 'index', id: sentence.id, record }
    }
  }
}

function themeOf(sentence: SentenceRecord, run: string | undefined): StoredTheme | undefined {
  const { theme, themePath, themeSimilarity } = sentence
  return theme === undefined || run === undefined ? undefined : storedTheme(run, theme, themePath, themeSimilarity)
}

function entryOf({ document, source, sentences }: DocumentRecord, ids: readonly string[]): DocumentEntry {
  return { document, source, sentences: sentences.length, ids }
}

/** Returns the documents that have a refused sentence, each with the first reason. */
function deadDocuments(documents: readonly DocumentRecord[], rejections: readonly Rejection[]): DeadDocument[] {
  const reasons = new Map(rejections.map(({ id, reason }) => [id, reason]))
  return documents.flatMap(({ document, sentences }) => {
    const refused = sentences.find(({ id }) => reasons.has(id))
    if (refused === undefined) return []
    return [{ document, reason: `sentence ${refused.position}: ${reasons.get(refused.id)!}` }]
  })
}
