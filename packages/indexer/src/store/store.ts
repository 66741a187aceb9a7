import type { Encoder, Representation, Vectors } from '@leitmotif/encoder'
import type { StoreInterval } from './dates.js'

/** A document's own fields, as declared by the collection: keywords, numbers, and dates as ISO 8601 text. */
export type FieldType = 'keyword' | 'number' | 'date'
export type FieldValue = string | number
/** A keyword may have several values: a condition is met if one of them meets it, and each is counted. */
export type Fields = Readonly<Record<string, FieldValue | readonly string[]>>

/** Maximum number of hits of one search. */
export const MAX_HITS = 10_000

/** Maximum number of values in one condition of a filter. */
export const MAX_CHOICES = 1000

/** Maximum number of sentences that a filter selects by their ids. */
export const MAX_SENTENCE_CHOICES = 50_000

/** Maximum size of a stored value, in bytes of JSON. */
export const MAX_KEPT_BYTES = 64 * 1024 * 1024

/** Maximum number of records in one slice of a scan: with vectors of 1,200 dimensions, 20 MB. */
export const SCAN_SLICE = 4096

/** One sentence of a collection, without its vector. */
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
  /** Its theme in the collection's current run. Absent without a run, and if no theme is near enough. */
  readonly theme?: string
  /** Present if `theme` is: the groups of themes above it, outermost first, and the theme itself last. */
  readonly themePath?: readonly string[]
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
  /** One row for each sentence: a unit vector or zero. A zero row has no neighbours. */
  readonly vectors: Vectors
}

/** Metadata of a document. */
export interface StoredDocument {
  /** Empty if a process ended while it wrote the document, which must then be written again. */
  readonly hash: string
  readonly source: string
  readonly sentences: number
}

/** A document as it is listed. */
export interface ListedDocument extends Omit<StoredDocument, 'hash'> {
  readonly document: string
  readonly title: string
}

/** Selects at most `limit` documents whose ids begin with `prefix` and sort after `after`. */
export interface DocumentPage {
  readonly prefix: string
  readonly after: string
  readonly limit: number
}

/**
 * A condition on a value: equal to this value, one of several, or in a half-open range of numbers or dates. In an
 * equality, a date means the whole period that it names (`2024` is any time of that year). As a bound, or in a
 * document, it means the first moment of that period. Dates without a zone are in UTC.
 */
export type Condition =
  FieldValue | { readonly in: readonly FieldValue[] } | { readonly from?: FieldValue; readonly until?: FieldValue }

/**
 * Conditions on declared fields, or on `document`, `title`, `theme`, `themePath` (met if any of its parts matches),
 * `position` and SENTENCE_ID (at most MAX_SENTENCE_CHOICES). All must be met. A condition on an absent value is never met.
 */
export type Filter = Readonly<Record<string, Condition>>

/** Grouping of a count: a field, or an interval of a date field, whose key is its first day: `2024-05-01`. */
export type CountBy = string | { readonly field: string; readonly interval: StoreInterval }

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
  /** The groups above the theme, outermost first, and itself last. Default: the theme alone. */
  readonly path?: readonly string[]
  readonly similarity?: number
}

/** Sentences with their vectors, row by row. */
export interface RecordSlice {
  readonly records: readonly SentenceRecord[]
  readonly vectors: Vectors
}

/** A document that a store refused for good. */
export interface DeadDocument {
  readonly document: string
  readonly reason: string
}

/** Properties of an encoder that a store needs. */
export type StoreEncoder = Pick<Encoder, 'fingerprints' | 'dims' | 'representation'>

export interface CollectionDescription {
  readonly collection: string
  /** Absolute path of the folder that document ids are relative to. It never changes. */
  readonly base: string
  readonly documents: number
  readonly sentences: number
  /** Fingerprint of the encoder's vectors; then their representation and dimensions. */
  readonly encoder: string
  readonly representation: Representation
  readonly dims: number
  readonly fields: Readonly<Record<string, FieldType>>
  /** The current run of themes. */
  readonly run?: string
}

export interface Count {
  /** The values counted by, in the order of `by`; undefined for sentences without a value. */
  readonly key: readonly (string | number | undefined)[]
  readonly sentences: number
  readonly documents: number
}

/**
 * Stores the sentences of a collection. One contract suite runs on every kind of store. A store is opened for an
 * encoder, and refuses one whose vectors it does not have. It has one of the encoder's representations, chosen when the
 * store is created. Searches see written documents after `settle` at the latest.
 */
export interface ThemeStore {
  /** Representation for queries and further documents. */
  readonly representation: Representation
  /** Receives what went wrong and was mended. */
  readonly warn: (line: string) => void
  describe(): Promise<CollectionDescription>
  /**
   * Returns all documents by id, or the existing ones of `ids`, at a cost that depends on these alone. An indexer
   * compares them before it encodes.
   */
  documents(ids?: readonly string[]): Promise<ReadonlyMap<string, StoredDocument>>
  /**
   * Returns a page of documents in the order of their ids' code points. Elasticsearch reads only the page. The embedded
   * store compares all ids, which takes 20 ms of CPU time with 40,000 documents.
   */
  listDocuments(page: DocumentPage): Promise<ListedDocument[]>
  /** Returns the number of documents whose ids begin with `prefix`. */
  countDocuments(prefix: string): Promise<number>
  /**
   * Declares further fields and keeps those declared before. @throws Failure when one is declared with another type.
   */
  declare(fields: Readonly<Record<string, FieldType>>): Promise<void>
  /**
   * Writes whole documents; each replaces its earlier version atomically. A document with the stored hash is not
   * written, so writing the same again changes nothing. Sentences that come with a theme get it in the current run, if
   * there is one. Other sentences that were stored before keep their theme. `dead` lists the documents of which nothing
   * was written.
   */
  write(documents: readonly DocumentRecord[]): Promise<{ readonly dead: readonly DeadDocument[] }>
  /** Removes documents with their sentences; ignores unknown ids. */
  remove(documents: readonly string[]): Promise<void>
  /** Makes all writes visible and fast to search, and frees the space of replaced records. */
  settle(): Promise<void>
  /** Returns hits, the best first. */
  search(query: StoreQuery): Promise<Hit[]>
  /**
   * Returns the sentences with these ids, at most MAX_HITS, in the requested order and each once. Leaves out unknown
   * ids.
   */
  read(ids: readonly string[]): Promise<RecordSlice>
  /**
   * Yields every record in slices of SCAN_SLICE: documents in the order of their ids, sentences in reading order.
   * Vectors are included only on request; otherwise the matrix has no rows.
   */
  scan(options?: { readonly filter?: Filter; readonly vectors?: boolean }): AsyncIterable<RecordSlice>
  /**
   * Gives every sentence of `assignments` its theme, and removes the theme of all others; all changes become visible
   * together. Each id must come once; unknown ids are ignored. `themes` is JSON and is stored with the run. A store
   * that writes themes sentence by sentence calls `onWritten` with the number of sentences done.
   */
  assign(
    run: string,
    assignments: Iterable<Assignment> | AsyncIterable<Assignment>,
    themes: unknown,
    onWritten?: (sentences: number) => void
  ): Promise<void>
  /** Data that `assign` stored with the current run. */
  themes(): Promise<{ readonly run: string; readonly themes: unknown } | undefined>
  /** Whether an `assign` was interrupted, so that sentences may lack the themes of the current run. */
  halfAssigned?(): Promise<boolean>
  /**
   * Counts sentences and documents by any combination of fields; largest first, then by key. By `themePath`, a sentence
   * counts once at each of its levels, and by a keyword of several values once for each.
   */
  count(by: readonly CountBy[], filter?: Filter): Promise<readonly Count[]>
  /**
   * Returns the number of distinct values of each declared field, faster than `count` does. Elasticsearch estimates
   * numbers above a few thousand.
   */
  countValues(): Promise<Readonly<Record<string, number>>>
  /**
   * Returns a version string for cached answers. It changes whenever `count`, `themes` or `storedValue` could return something
   * else, and rarely otherwise. Undefined if the store cannot tell.
   */
  state(): Promise<string | undefined>
  /** Returns the value that `storeValue` stored under this name; undefined for none. @throws UnreadableValue for a damaged one. */
  storedValue(name: string): Promise<unknown>
  /**
   * Stores JSON under a name, for all runs and generations; undefined removes it. A name consists of small letters and
   * hyphens.
   */
  storeValue(name: string, value: unknown): Promise<void>
  /** Does `work` while no other part of a run does its own. Absent if there are no other parts. */
  readonly exclusively?: (<T>(work: () => Promise<T>) => Promise<T>) | undefined
  close(): Promise<void>
}

/**
 * A store whose collection another encoder can refill while it is being read. A generation is all sentences with the
 * vectors of one encoder, and their themes. A reader stays with the generation that it opened.
 */
export interface GenerationStore extends ThemeStore {
  /**
   * Opens the next generation, which no reader sees. If an earlier refill with the same vectors was interrupted, it
   * continues there; otherwise the generation is empty. Fields and stored values are the collection's. Close it before
   * this store.
   */
  openNext(encoder: StoreEncoder, representation?: Representation): Promise<ThemeStore>
  /**
   * Makes the next generation the one that opens from now on. This generation becomes the stored previous one and
   * replaces any earlier one. But if the next generation has the same vectors as this one, the earlier one stays,
   * because only it is worth rolling back to.
   */
  adoptNext(): Promise<void>
  /**
   * Makes the stored previous generation current, and stores this one as previous. @throws Failure if there is none.
   */
  rollBack(): Promise<void>
  /** Removes the stored previous generation. @throws Failure if there is none. */
  dropPrevious(): Promise<void>
}
