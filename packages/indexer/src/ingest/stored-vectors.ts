import { row } from '@leitmotif/encoder'
import { withoutSpeakers } from '@leitmotif/encoder/stages'
import { MAX_CHOICES, type StoredDocument, type ThemeStore } from '../store/store.js'
import { isTableRow } from './table-rows.js'

/** Vectors by the text that was encoded: the sentence without the name of its speaker. */
export type StoredVectors = ReadonlyMap<string, Float32Array>

/** Documents of one name or length whose paths are compared, at most. */
const MOST_COMPARED = 100

/**
 * Returns a function that returns the vectors that documents have in the collection already: each document's own, or, for one at a
 * new path, those of a document of the same name and number of sentences, or else of one of that number whose file is gone: it
 * may have been renamed. Without rows of zeros, which may be those of a language that was not read.
 * @param known documents stored before the run
 * @param isGone whether the file that a document is from no longer exists
 */
export function openStoredVectors(
  store: Pick<ThemeStore, 'scan'>,
  known: ReadonlyMap<string, StoredDocument>,
  isGone: (source: string) => Promise<boolean>
): (documents: readonly KnownSentences[]) => Promise<(StoredVectors | undefined)[]> {
  let named: ReadonlyMap<string, readonly string[]> | undefined
  const gone = goneByLength(known, isGone)
  /** The stored document that may have some of the same sentences. */
  const candidateFor = async ({ document, sentences: { length } }: KnownSentences): Promise<string | undefined> => {
    const own = known.get(document)
    if (own !== undefined) return isWhole(own) ? document : undefined
    named ??= wholeBy(known, nameOf)
    const alike = named.get(nameOf(document, length)) ?? (await gone(length))
    return alike
      .slice(0, MOST_COMPARED)
      .map((path) => ({ path, common: commonEnd(path, document) }))
      .reduce<{ path?: string; common: number }>((best, each) => (each.common > best.common ? each : best), {
        common: -1
      }).path
  }
  return async (documents) => {
    const candidates = await Promise.all(documents.map(candidateFor))
    const wanted = [...new Set(candidates)].filter((each) => each !== undefined)
    const found = new Map(wanted.map((document) => [document, { texts: [] as string[], rows: [] as Float32Array[] }]))
    for (let at = 0; at < wanted.length; at += MAX_CHOICES) {
      const filter = { document: { in: wanted.slice(at, at + MAX_CHOICES) } }
      for await (const { records, vectors } of store.scan({ filter, vectors: true })) {
        for (const [index, { document, text }] of records.entries()) {
          found.get(document)!.texts.push(text)
          found.get(document)!.rows.push(row(vectors, index))
        }
      }
    }
    const stored = new Map(
      Array.from(found, ([document, { texts, rows }]) => [document, vectorsByText(texts, rows)] as const)
    )
    return candidates.map((candidate) => (candidate === undefined ? undefined : stored.get(candidate)))
  }
}

function vectorsByText(texts: readonly string[], rows: readonly Float32Array[]): StoredVectors {
  const encoded = textsToEncode(texts).map(([at, text]) => [text, rows[at]] as const)
  return new Map(encoded.filter(([, vector]) => vector.some((value) => value !== 0)))
}

/**
 * Returns what is encoded of all sentences of a document, each with its index: no rows of tables, and no names of speakers, which
 * depend on all of them.
 */
export function textsToEncode(sentences: readonly string[]): (readonly [at: number, text: string])[] {
  const prose = [...sentences.keys()].filter((at) => !isTableRow(sentences[at]))
  return withoutSpeakers(prose.map((at) => sentences[at])).map((text, order) => [prose[order], text])
}

interface KnownSentences {
  readonly document: string
  readonly sentences: readonly { readonly text: string }[]
}

/** Whether all of a document's sentences were written. */
const isWhole = ({ hash }: StoredDocument): boolean => hash !== ''

/** The last part of a document's path, with its number of sentences. */
function nameOf(document: string, sentences: number): string {
  return `${sentences} ${document.slice(document.lastIndexOf('/') + 1)}`
}

/** Returns a function that returns the documents of a number of sentences whose files are gone. */
function goneByLength(
  known: ReadonlyMap<string, StoredDocument>,
  isGone: (source: string) => Promise<boolean>
): (length: number) => Promise<readonly string[]> {
  let ofLength: ReadonlyMap<number, readonly string[]> | undefined
  const checked = new Map<number, Promise<readonly string[]>>()
  const find = async (length: number): Promise<readonly string[]> => {
    ofLength ??= wholeBy(known, (_, sentences) => sentences)
    const missing: string[] = []
    for (const document of ofLength.get(length) ?? [])
      if (await isGone(known.get(document)!.source)) missing.push(document)
    return missing
  }
  return (length) => {
    const found = checked.get(length) ?? find(length)
    checked.set(length, found)
    return found
  }
}

/** Groups the documents that were written whole. */
function wholeBy<K>(
  known: ReadonlyMap<string, StoredDocument>,
  keyOf: (document: string, sentences: number) => K
): ReadonlyMap<K, readonly string[]> {
  const groups = new Map<K, string[]>()
  for (const [document, stored] of known) {
    if (!isWhole(stored)) continue
    const key = keyOf(document, stored.sentences)
    const same = groups.get(key)
    if (same === undefined) groups.set(key, [document])
    else same.push(document)
  }
  return groups
}

/** Length of the end that two paths have in common. */
function commonEnd(a: string, b: string): number {
  let length = 0
  while (length < a.length && a.at(-1 - length) === b.at(-1 - length)) length++
  return length
}
