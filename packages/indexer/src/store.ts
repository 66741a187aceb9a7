import type { Encoder, Representation, Vectors } from '@leitmotif/encoder'

/** A document's own fields, as declared by the collection: keywords, numbers, and dates as ISO 8601 text. */
export type FieldType = 'keyword' | 'number' | 'date'
export type FieldValue = string | number
export type Fields = Readonly<Record<string, FieldValue>>

/** Most hits that one search gives. */
export const MAX_HITS = 10_000

/** Most records in one slice of a scan: with vectors of 1,200 dimensions, 20 MB. */
export const SCAN_SLICE = 4096

/** One sentence of a collection. Its vector stands beside it, as a row of a matrix. */
export interface SentenceRecord {
  /** Hash of document, position and text: no two sentences of a collection share one. */
  readonly id: string
  readonly document: string
  readonly title: string
  /** The headings above the sentence, outermost first. */
  readonly path: readonly string[]
  /** The sentence's number within its document, from 0. */
  readonly position: number
  /** The number of its paragraph within its document, from 0. */
  readonly paragraph: number
  readonly text: string
  readonly fields: Fields
  /** Its theme in the collection's current run; absent where no run was made or no theme is near. */
  readonly theme?: string
  /** Cosine of the sentence and its theme's centre. */
  readonly themeSimilarity?: number
}

/** A document and all its sentences, replaced as one. */
export interface DocumentRecord {
  readonly document: string
  /** sha256 of the document's content and fields: equal hashes mean nothing to do. */
  readonly hash: string
  /** The file that the document came from: its path from the collection's base, with slashes. */
  readonly source: string
  /** At least one; all of this document, with its title and fields. */
  readonly sentences: readonly SentenceRecord[]
  /** A row for each sentence: of length 1, or zero, and a zero row is nobody's neighbour. */
  readonly vectors: Vectors
}

/** What a store knows of a document as a whole. */
export interface StoredDocument {
  readonly hash: string
  readonly source: string
  readonly sentences: number
}

/** Equality on a declared field, or on `document`, `title` or `theme`. All must hold. */
export type Filter = Readonly<Record<string, FieldValue>>

export interface StoreQuery {
  /** Thematic neighbours of a unit vector; a zero vector has none. */
  readonly vector?: Float32Array
  /** Sentences that share words (BM25). With `vector`, the two rankings are fused by reciprocal rank. */
  readonly words?: string
  readonly filter?: Filter
  /** How many hits, from 1 to MAX_HITS. */
  readonly k: number
}

export interface Hit {
  readonly record: SentenceRecord
  /** Cosine (vector), BM25 (words) or reciprocal-rank score (both); higher is nearer. */
  readonly score: number
}

export interface Assignment {
  readonly id: string
  /** Absent: the sentence is left without a theme. */
  readonly theme?: string
  readonly similarity?: number
}

/** What a store must know of an encoder. */
export type StoreEncoder = Pick<Encoder, 'fingerprints' | 'dims' | 'representation'>

export interface CollectionDescription {
  readonly collection: string
  /** The folder that sources are named relative to, absolute; the same from the first opening on. */
  readonly base: string
  readonly documents: number
  readonly sentences: number
  /** The fingerprint of the vectors, which of an encoder's representations they are, and the dimensions of that. */
  readonly encoder: string
  readonly representation: Representation
  readonly dims: number
  readonly fields: Readonly<Record<string, FieldType>>
  /** The current run of themes. */
  readonly run?: string
}

export interface Count {
  /** The value counted by each of `by`, in its order; absent for sentences that have none. */
  readonly key: readonly (string | number | undefined)[]
  readonly sentences: number
  readonly documents: number
}

/**
 * Where a collection's sentences live. One contract suite runs on every kind of store. A store is opened for an encoder
 * and refuses one whose vectors it does not hold; it holds one of the encoder's representations, chosen when it is made. What is written is seen by searches at the latest after `settle`.
 */
export interface ThemeStore {
  /** What its vectors are; queries and further documents are to be encoded with it. */
  readonly representation: Representation
  describe(): Promise<CollectionDescription>
  /** All documents by id: what an indexer compares before it encodes. */
  documents(): Promise<ReadonlyMap<string, StoredDocument>>
  /** Declares further fields; those declared before stay. @throws Failure when one is declared with another type. */
  declare(fields: Readonly<Record<string, FieldType>>): Promise<void>
  /**
   * Writes documents whole: each is replaced as one, and what it had before goes. A document of the same hash is left
   * as it is, so writing the same again changes nothing. Sentences that stay keep their themes.
   */
  write(documents: readonly DocumentRecord[]): Promise<void>
  /** Removes documents with their sentences; those that are not there are passed over. */
  remove(documents: readonly string[]): Promise<void>
  /** Makes everything written visible and quick to search, and frees what replaced records took. */
  settle(): Promise<void>
  /** The best hits first. */
  search(query: StoreQuery): Promise<Hit[]>
  /**
   * Every record, documents in order of their ids and sentences in reading order, in slices of SCAN_SLICE; vectors only
   * when asked for (else a matrix of no rows).
   */
  scan(options?: {
    readonly filter?: Filter
    readonly vectors?: boolean
  }): AsyncIterable<{ readonly records: readonly SentenceRecord[]; readonly vectors: Vectors }>
  /**
   * Gives every sentence of `assignments` its theme, and all others none; all is made visible together. Each id comes
   * once; ids that the collection does not have are passed over. `themes` is JSON, kept with the run.
   */
  assign(run: string, assignments: Iterable<Assignment> | AsyncIterable<Assignment>, themes: unknown): Promise<void>
  /** What `assign` kept with the current run. */
  themes(): Promise<{ readonly run: string; readonly themes: unknown } | undefined>
  /** Counts by `theme`, `document`, `title` or declared fields, pairs included; largest first, then in order of key. */
  count(by: readonly string[], filter?: Filter): Promise<Count[]>
  close(): Promise<void>
}
