import type { Vectors } from '@leitmotif/encoder'

/** A document's own fields, as declared by the collection: keywords, numbers, and dates as ISO 8601 text. */
export type FieldType = 'keyword' | 'number' | 'date'
export type FieldValue = string | number
export type Fields = Readonly<Record<string, FieldValue>>

/** One sentence of a collection. Its vector stands beside it, as a row of a matrix. */
export interface SentenceRecord {
  /** Hash of document, position and text. */
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
  /** Where the document came from, as the user named it. */
  readonly source: string
  readonly sentences: readonly SentenceRecord[]
  /** A row for each sentence. */
  readonly vectors: Vectors
}

/** Equality on a declared field, or on `document`, `title` or `theme`. All must hold. */
export type Filter = Readonly<Record<string, FieldValue>>

export interface StoreQuery {
  /** Thematic neighbours of a unit vector. */
  readonly vector?: Float32Array
  /** Sentences that share words (BM25). With `vector`, the two rankings are fused by reciprocal rank. */
  readonly words?: string
  readonly filter?: Filter
  /** How many hits, from 1 to 10,000. */
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

export interface CollectionDescription {
  readonly collection: string
  readonly documents: number
  readonly sentences: number
  /** The fingerprint of the encoder whose vectors these are, and its dimensions. */
  readonly encoder: string
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

/** Where a collection's sentences live. One contract suite runs on every kind of store. */
export interface ThemeStore {
  describe(): Promise<CollectionDescription>
  /** The content hashes of all documents, by document id: what an indexer compares before it encodes. */
  documents(): Promise<
    ReadonlyMap<string, { readonly hash: string; readonly source: string; readonly sentences: number }>
  >
  /** Writes documents whole; what a document had before goes. Writing the same again changes nothing. */
  write(documents: readonly DocumentRecord[]): Promise<void>
  remove(documents: readonly string[]): Promise<void>
  search(query: StoreQuery): Promise<Hit[]>
  /** Every record in order of id, in slices of bounded size; vectors only when asked for (else a matrix of no rows). */
  scan(options?: {
    readonly filter?: Filter
    readonly vectors?: boolean
  }): AsyncIterable<{ readonly records: readonly SentenceRecord[]; readonly vectors: Vectors }>
  /** Gives every sentence of `assignments` its theme, all made visible together; `themes` is kept with the run. */
  assign(run: string, assignments: Iterable<Assignment> | AsyncIterable<Assignment>, themes: unknown): Promise<void>
  /** What `assign` kept with the current run. */
  themes(): Promise<{ readonly run: string; readonly themes: unknown } | undefined>
  /** Counts by `theme`, `document` or declared fields, pairs included, largest first. */
  count(by: readonly string[], filter?: Filter): Promise<Count[]>
  close(): Promise<void>
}
