import { readHeadings, type CommonHeading } from '../labels/common-headings.js'
import { readBoundaryWeights, type BoundaryWeights } from '../segmentation/boundary-network.js'
import { readSentenceWeights, type SentenceWeights } from '../segmentation/sentence-boundaries.js'
import { readSuggestionWeights, type SuggestionWeights } from '../segmentation/suggestion-weights.js'
import { BundleError, type ManifestMembers, type StoredFile } from './manifest-members.js'
import { readStored, type ReadFile, type StoreFile } from './stored-files.js'

/** Learned parts of a bundle other than its networks. A bundle may lack any part; each names its fallback. */
export interface Learned {
  /**
   * Weights that find the beginnings of sections from paragraphs' rows of `static`: for `findParagraphBoundaries` and
   * `analyseDraft`. Fallback: a regression, which finds fewer of them.
   */
  readonly boundaries?: BoundaryWeights
  /**
   * Weights that find sections of sentences from rows of `static`: for `findSentenceBoundaries`. Fallback:
   * `findBoundaries`.
   */
  readonly sentenceBoundaries?: SentenceWeights
  /**
   * Headings of many articles: for `suggestHeadings` and `findMisfits`. Fallback: only phrases of the text are
   * suggested.
   */
  readonly headings?: readonly CommonHeading[]
  /**
   * Weights of moves, splits, separate sections and misfits of a draft: for `analyseDraft`, `suggestChanges` and `findMisfits`. Fallback: none of
   * these is suggested, except splits of text without headings.
   */
  readonly suggestions?: SuggestionWeights
}

/** The bytes of each part's file. */
export type LearnedFiles = { readonly [Part in keyof Learned]: Uint8Array<ArrayBuffer> }

/** The manifest's entry for each part. */
export type LearnedEntries = { readonly [Part in keyof Learned]: StoredFile }

/** The file name of each part, in the order of the manifest. */
export const LEARNED_FILES: Readonly<Record<keyof Learned, string>> = {
  boundaries: 'boundaries.bin',
  sentenceBoundaries: 'sentence-boundaries.bin',
  headings: 'headings.json',
  suggestions: 'suggestions.json'
}
const PARTS = Object.keys(LEARNED_FILES) as (keyof Learned)[]

/** Maximum number of bytes read of a part. */
const MOST_BYTES = 16 << 20

/** Decodes the member `learned` of a manifest. @throws BundleError */
export function decodeLearnedEntries({ object, stored }: ManifestMembers, value: unknown): LearnedEntries {
  const given = object(value, 'learned')
  return Object.fromEntries(
    PARTS.filter((part) => given[part] !== undefined).map((part) => {
      return [part, stored(object(given[part], `learned.${part}`), `learned.${part}`)]
    })
  )
}

/** Reads the parts and checks size, sha256 and content. @throws BundleError */
export async function readLearned(
  read: ReadFile,
  entries: LearnedEntries
): Promise<{ readonly learned: Learned; readonly learnedFiles: LearnedFiles }> {
  const files: { -readonly [Part in keyof Learned]: Uint8Array<ArrayBuffer> } = {}
  for (const part of PARTS) {
    const entry = entries[part]
    if (entry !== undefined) files[part] = await readStored(read, entry, 0, MOST_BYTES)
  }
  const decode = <T>(part: keyof Learned, decodePart: (bytes: Uint8Array) => T): { [name: string]: T } => {
    const bytes = files[part]
    try {
      return bytes === undefined ? {} : { [part]: decodePart(bytes) }
    } catch (error) {
      throw new BundleError(`${entries[part]!.file}: ${(error as Error).message}; train it again`)
    }
  }
  const learned: Learned = {
    ...decode('boundaries', readBoundaryWeights),
    ...decode('sentenceBoundaries', readSentenceWeights),
    ...decode('headings', readHeadings),
    ...decode('suggestions', readSuggestionWeights)
  }
  return { learned, learnedFiles: files }
}

/** Stores the files of the parts and returns the member `learned` of the manifest. */
export async function storeLearned(store: StoreFile, files: LearnedFiles): Promise<LearnedEntries> {
  const entries: { -readonly [Part in keyof Learned]: StoredFile } = {}
  for (const part of PARTS) {
    const bytes = files[part]
    if (bytes !== undefined) entries[part] = await store(LEARNED_FILES[part], bytes)
  }
  return entries
}
