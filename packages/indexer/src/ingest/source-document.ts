import { createHash } from 'node:crypto'
import { FileFailure, readFailure } from '@leitmotif/command'
import type { DocumentFormat } from '@leitmotif/encoder'
import type { Article } from '@leitmotif/encoder/stages'
import { isIndexSource } from './index-sources.js'
import type { Fields } from '../store/store.js'
import type { FrontMatterNames } from './members.js'

/** Maximum size of one document: bytes of a text file, characters of other formats. A long novel has 3 MB. */
export const MAX_DOCUMENT_SIZE = 8 * 1024 * 1024

/** Source of documents without a file. */
export const NO_FILE = 'service:'

/**
 * Version of the text splitting: a change makes the next run index everything again. Sentences that stay the same keep their vectors, so
 * where another text is encoded for a sentence, collections need `leitmotif reindex`.
 */
const FORMAT = 10

/** Identifies a document before its text is read. */
interface DocumentKey {
  readonly document: string
  readonly source: string
  /** Line of the document in a file of several, from 1. */
  readonly line?: number
  /** Its number in a list of JSON, from 1. */
  readonly item?: number
  /** SHA-256 of everything that its sentences and fields are made from. */
  readonly hash: string
}

/** A document that was read but not yet parsed. */
export interface SourceDocument extends DocumentKey {
  readonly body:
    { readonly kind: DocumentFormat; readonly text: string } | { readonly kind: 'article'; readonly article: Article }
  /** The title, if the source states one. */
  readonly title?: string
  /** Used as title if neither the source nor the text has one. */
  readonly name: string
  readonly fields: Fields
  /** Names of non-empty members that cannot be fields; absent without any. */
  readonly passedOver?: readonly string[]
  /** The date in the file's path, or in the id of a record. Used if the document states no date. */
  readonly dateInName?: string
  /**
   * The keys of front matter that are named for the title and fields. Absent if none are, or if the text cannot have any; plain text has
   * front matter only with this.
   */
  readonly frontMatter?: FrontMatterNames
  /** The encoding of the file, if it is not UTF-8. */
  readonly encoding?: string
  /** The date that the source states, if it cannot be read. */
  readonly unreadDate?: string
}

/** A document in a format that takes long to convert. It is loaded only if it changed. */
export interface UnreadDocument extends DocumentKey {
  /** @throws Failure if it cannot be read: the reason, without the file's name. */
  readonly load: () => Promise<SourceDocument>
}

/** A document that was not indexed, with the reason. `dead`: the store refused it. */
export interface SourceProblem {
  readonly status: 'skipped' | 'failed' | 'dead'
  readonly source: string
  /** Id of the document, if its source is an index. */
  readonly document?: string
  /** Line of the document in a file of several, from 1. */
  readonly line?: number
  /** Its number in a list of JSON, from 1. */
  readonly item?: number
  readonly reason: string
  /** Present if it was skipped because of its size. The user may expect it to be indexed. */
  readonly tooLarge?: true
  /** Present if an earlier document of the run has its id: whether that is in the same file. */
  readonly repeats?: 'same file' | 'other file'
  /** Present if a file was skipped for want of an option: documents that the collection has from it stay. */
  readonly keeps?: true
}

/** Returns the problem of a document. */
export function problemOf(item: DocumentKey, status: SourceProblem['status'], reason: string): SourceProblem {
  const { document, source, line, item: number } = item
  const named = isIndexSource(source) && { document }
  return {
    source,
    ...named,
    status,
    reason,
    ...(line !== undefined && { line }),
    ...(number !== undefined && { item: number })
  }
}

export type SourceItem = SourceDocument | UnreadDocument | SourceProblem | OtherKind | Ignored

/** A file in a folder whose format is not supported. */
interface OtherKind {
  readonly status: 'other kind'
  readonly source: string
  readonly reason: string
}

/** A file or folder that ignore files or options leave out. */
interface Ignored {
  readonly status: 'ignored'
  readonly source: string
  readonly reason: string
}

/**
 * Returns the hash of a document.
 * @param kind everything besides the content that its text depends on, such as the format
 */
export function hashOf(source: string, kind: string, content: string | Uint8Array): string {
  return createHash('sha256')
    .update(JSON.stringify([FORMAT, kind, source]))
    .update(content)
    .digest('hex')
}

/** Returns why a file could not be read, without its name. */
export function reasonOf(path: string, error: unknown): string {
  const failure = readFailure(path, error)
  return failure instanceof FileFailure ? failure.reason : failure.message
}

export function tooLarge(size: number, unit: string, most: number = MAX_DOCUMENT_SIZE): string {
  return `has ${size} ${unit}; expected at most ${most}; split it`
}
