import type { Encoder, Representation, Vectors } from '@leitmotif/encoder'
import type { DateInterval } from './dates.js'

/** A document's own fields, as declared by the collection: keywords, numbers, and dates as ISO 8601 text. */
export type FieldType = 'keyword' | 'number' | 'date'
export type FieldValue = string | number
export type Fields = Readonly<Record<string, FieldValue>>

/** Most hits that one search gives. */
export const MAX_HITS = 10_000

/** Most values that one condition of a filter allows. */
export const MAX_CHOICES = 1000

/** Largest value that is kept beside the sentences, in bytes of JSON. */
export const MAX_KEPT_BYTES = 64 * 1024 * 1024

/** Most records in one slice of a scan: with vectors of 1,200 dimensions, 20 MB. */
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
  /** Its theme in the collection's current run; absent where no run was made or no theme is near. */
  readonly theme?: string
  /** There wherever `theme` is: the groups of themes above it, outermost first, and itself last. */
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
  /** A row for each sentence: of length 1, or zero, and a zero row is nobody's neighbour. */
  readonly vectors: Vectors
}

/** Metadata of a document. */
export interface StoredDocument {
  /** Empty for one that a process was writing when it ended: it is to be written again. */
  readonly hash: string
  readonly source: string
  readonly sentences: number
}

/** A document as it is listed. */
export interface ListedDocument extends Omit<StoredDocument, 'hash'> {
  readonly document: string
  readonly title: string
}

/** Which documents are listed: those whose ids begin with `prefix` and come behind `after`; at most `limit`. */
export interface DocumentPage {
  readonly prefix: string
  readonly after: string
  readonly limit: number
}

/**
 * What a value is to be: this one, one of some, or in a half-open range of numbers or dates. A date stands for the whole
 * period that it names where it is to be equal (`2024` is any time of that year), and for its first moment as a bound and
 * in a document; without a zone it is in UTC.
 */
export type Condition =
  FieldValue | { readonly in: readonly FieldValue[] } | { readonly from?: FieldValue; readonly until?: FieldValue }

/**
 * Conditions on declared fields, or on `document`, `title`, `theme`, `themePath` (which holds where any of its parts is)
 * and `position`. All must hold; none holds of a value that is absent.
 */
export type Filter = Readonly<Record<string, Condition>>

/** Groups of a count: a field, or an interval of a date field, whose key is its first day: `2024-05-01`. */
export type CountBy = string | { readonly field: string; readonly interval: DateInterval }

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
  /** Representation for queries and further documents. */
  readonly representation: Representation
  describe(): Promise<CollectionDescription>
  /**
   * All documents by id, or those of `ids` that are there, at no more cost than these: what an indexer compares before it
   * encodes.
   */
  documents(ids?: readonly string[]): Promise<ReadonlyMap<string, StoredDocument>>
  /**
   * A page of the documents in order of their ids' code points. Elasticsearch looks at the page alone; a folder compares the ids
   * of all, which takes 20 ms of a processor with 40,000 documents.
   */
  listDocuments(page: DocumentPage): Promise<ListedDocument[]>
  /** How many documents there are whose ids begin with `prefix`. */
  countDocuments(prefix: string): Promise<number>
  /** Declares further fields; those declared before stay. @throws Failure when one is declared with another type. */
  declare(fields: Readonly<Record<string, FieldType>>): Promise<void>
  /**
   * Writes documents whole: each is replaced as one, and what it had before goes. A document of the same hash is left
   * as it is, so writing the same again changes nothing. Sentences that come with a theme have it in the current run,
   * where there is one; others that were there before keep theirs. `dead` are those of which nothing was written.
   */
  write(documents: readonly DocumentRecord[]): Promise<{ readonly dead: readonly DeadDocument[] }>
  /** Removes documents with their sentences; those that are not there are passed over. */
  remove(documents: readonly string[]): Promise<void>
  /** Makes everything written visible and quick to search, and frees what replaced records took. */
  settle(): Promise<void>
  /** The best hits first. */
  search(query: StoreQuery): Promise<Hit[]>
  /**
   * The sentences of these ids, at most MAX_HITS, in the order asked for and each once; those that are not there are left
   * out.
   */
  read(ids: readonly string[]): Promise<RecordSlice>
  /**
   * Every record, documents in order of their ids and sentences in reading order, in slices of SCAN_SLICE; vectors only
   * when asked for (else a matrix of no rows).
   */
  scan(options?: { readonly filter?: Filter; readonly vectors?: boolean }): AsyncIterable<RecordSlice>
  /**
   * Gives every sentence of `assignments` its theme, and all others none; all is made visible together. Each id comes
   * once; ids that the collection does not have are passed over. `themes` is JSON, kept with the run. Where themes are written
   * sentence by sentence once all are known, `onWritten` is told how many have theirs.
   */
  assign(
    run: string,
    assignments: Iterable<Assignment> | AsyncIterable<Assignment>,
    themes: unknown,
    onWritten?: (sentences: number) => void
  ): Promise<void>
  /** Data that `assign` stored with the current run. */
  themes(): Promise<{ readonly run: string; readonly themes: unknown } | undefined>
  /** Whether `assign` ended halfway, such that sentences may lack the themes that the current run gave them. */
  halfAssigned?(): Promise<boolean>
  /**
   * Counts by any number of parts together; largest first, then in order of key. By `themePath`, a sentence counts once at
   * each of its levels.
   */
  count(by: readonly CountBy[], filter?: Filter): Promise<Count[]>
  /**
   * How many values each declared field has, at less cost than counting them. Elasticsearch estimates more than some
   * thousands.
   */
  countValues(): Promise<Readonly<Record<string, number>>>
  /**
   * Is another whenever `count`, `themes` or `kept` may give something else, and mostly the same while they give the same.
   * Undefined where that cannot be told.
   */
  state(): Promise<string | undefined>
  /** Value that `keep` stored under this name; undefined for none. */
  kept(name: string): Promise<unknown>
  /**
   * Stores JSON under a name, across all runs and generations; undefined removes it.
   * A name is of small letters and hyphens.
   */
  keep(name: string, value: unknown): Promise<void>
  close(): Promise<void>
}

/**
 * A store whose collection can be filled anew, by another encoder, while it is read: a generation is all sentences with
 * the vectors of one encoder, and the themes of those. Whoever has opened one goes on reading it.
 */
export interface GenerationStore extends ThemeStore {
  /**
   * Opens the generation to come, which nobody reads: as an interrupted filling with the same vectors left it, else empty.
   * Fields and what is kept are the collection's. To be closed before this store.
   */
  openNext(encoder: StoreEncoder, representation?: Representation): Promise<ThemeStore>
  /**
   * Makes the next generation what is opened from now on. This one is kept, in place of an earlier one that was; but where the next
   * has the same vectors, an earlier one stays, for that alone is something to go back to.
   */
  adoptNext(): Promise<void>
  /** Makes the generation that was kept what is opened from now on, and keeps this one. @throws Failure for none. */
  rollBack(): Promise<void>
  /** Removes the generation that was kept. @throws Failure for none. */
  dropPrevious(): Promise<void>
}
