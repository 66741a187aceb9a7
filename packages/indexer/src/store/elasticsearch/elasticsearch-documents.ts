import { createHash } from 'node:crypto'
import { inSlices } from '../slices.js'
import type { StoredDocument } from '../store.js'
import type { Operation } from './bulk.js'
import type { Connection } from './connection.js'
import { scanHits } from './point-in-time.js'
import { readSources } from './record-sources.js'

/** Records read in one request. Each lists the ids of a document's sentences. */
const AT_ONCE = 200

/**
 * The record of a document. It is written before the document's sentences, without the hash and with the ids of both
 * its old and its new sentences. It is written again, complete, once all sentences are stored. If the process ends in
 * between, the record shows what must be repaired.
 */
export interface DocumentEntry {
  readonly document: string
  readonly source: string
  readonly sentences: number
  /** Absent while the document's sentences are written or removed, and if a process was killed meanwhile. */
  readonly hash?: string
  readonly ids: readonly string[]
}

/** Metadata without the ids of its sentences, which can be many. */
const STORED = ['document', 'source', 'sentences', 'hash'] as const

/** The records of the documents of one generation. */
export class DocumentRecords {
  private readonly kind: string

  constructor(
    private readonly client: Connection,
    private readonly index: string,
    generation: number
  ) {
    this.kind = `document/${generation}`
  }

  /** Operation that writes the record of a document. */
  put(entry: DocumentEntry): Operation {
    return { kind: 'index', id: this.id(entry.document), record: { kind: this.kind, ...entry } }
  }

  /** Operation that removes the record of a document. */
  drop(document: string): Operation {
    return { kind: 'delete', id: this.id(document) }
  }

  /** Returns the number of documents as of the last refresh. */
  async count(): Promise<number> {
    return (await this.client.count({ index: this.index, query: { term: { kind: this.kind } } })).count
  }

  /** Returns all documents as of the last refresh. An unfinished one has an empty hash, which no content has. */
  async readAll(): Promise<Map<string, StoredDocument>> {
    const found = new Map<string, StoredDocument>()
    const request = { query: { term: { kind: this.kind } }, _source: [...STORED] }
    for await (const hits of scanHits(this.client, this.index, request, 5000)) {
      for (const { _source } of hits) {
        const entry = _source as DocumentEntry
        found.set(entry.document, storedOf(entry))
      }
    }
    return found
  }

  /** Returns some documents, always up to date. */
  async readSome(documents: readonly string[]): Promise<Map<string, StoredDocument>> {
    const entries = await this.read(documents, STORED)
    return new Map([...entries].map(([document, entry]) => [document, storedOf(entry)]))
  }

  /** Returns the sources of some documents, always up to date. */
  async sourcesOf(documents: readonly string[]): Promise<Map<string, string>> {
    const entries = await this.read(documents, ['document', 'source'])
    return new Map([...entries].map(([document, { source }]) => [document, source]))
  }

  /** Reads the records of documents in real time. Documents without a record are missing from the result. */
  async read(documents: readonly string[]): Promise<Map<string, DocumentEntry>>
  async read<Member extends keyof DocumentEntry>(
    documents: readonly string[],
    members: readonly ('document' | Member)[]
  ): Promise<Map<string, Pick<DocumentEntry, 'document' | Member>>>
  async read(documents: readonly string[], members?: readonly string[]): Promise<Map<string, DocumentEntry>> {
    const found = new Map<string, DocumentEntry>()
    for (const some of inSlices(documents, AT_ONCE)) {
      const ids = some.map((document) => this.id(document))
      const entries = await readSources<DocumentEntry>(this.client, this.index, ids, members)
      for (const entry of entries.values()) found.set(entry.document, entry)
    }
    return found
  }

  /** Yields operations that remove all records of this generation. */
  async *dropAll(): AsyncGenerator<Operation> {
    const request = { query: { term: { kind: this.kind } }, _source: false }
    for await (const hits of scanHits(this.client, this.index, request, 10_000))
      for (const { _id: id } of hits) yield { kind: 'delete', id: id! }
  }

  /** Uses a hash, because a document's id may be longer than Elasticsearch allows. */
  private id(document: string): string {
    return `${this.kind}/${createHash('sha256').update(document).digest('hex')}`
  }
}

function storedOf({ hash = '', source, sentences }: Omit<DocumentEntry, 'ids'>): StoredDocument {
  return { hash, source, sentences }
}
