import { row } from '@leitmotif/encoder'
import { MAX_CHOICES, type StoredDocument, type ThemeStore } from '../store/store.js'

/** Vectors by sentence, in order. */
type Rows = readonly Float32Array[]

/** Documents of one name whose paths are compared, at most. */
const MOST_COMPARED = 100

/**
 * Returns a function that returns the vectors of documents whose sentences the collection has already: of one of which only fields or
 * the title changed, or that has a new path. Undefined for others. The whole text must be the same, because which words are names of
 * speakers depends on all of it. Rows of zeros may be those of a language that was not read.
 * @param known documents stored before the run
 */
export function openStoredVectors(
  store: Pick<ThemeStore, 'scan'>,
  known: ReadonlyMap<string, StoredDocument>
): (documents: readonly KnownSentences[]) => Promise<(Rows | undefined)[]> {
  let named: ReadonlyMap<string, readonly string[]> | undefined
  /** The stored document that may have the same sentences. */
  const candidateFor = ({ document, sentences }: KnownSentences): string | undefined => {
    const own = known.get(document)
    if (own !== undefined) return own.sentences === sentences.length ? document : undefined
    named ??= byName(known)
    return named
      .get(nameOf(document, sentences.length))
      ?.slice(0, MOST_COMPARED)
      .map((path) => ({ path, common: commonEnd(path, document) }))
      .reduce((best, each) => (each.common > best.common ? each : best)).path
  }
  return async (documents) => {
    const candidates = documents.map(candidateFor)
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
    return documents.map(({ sentences }, index) => {
      const { texts, rows } = found.get(candidates[index] ?? '') ?? { texts: [], rows: [] }
      const isSame = texts.length === sentences.length && sentences.every(({ text }, at) => text === texts[at])
      return isSame ? rows : undefined
    })
  }
}

interface KnownSentences {
  readonly document: string
  readonly sentences: readonly { readonly text: string }[]
}

/** The last part of a document's path, with its number of sentences. */
function nameOf(document: string, sentences: number): string {
  return `${sentences} ${document.slice(document.lastIndexOf('/') + 1)}`
}

function byName(known: ReadonlyMap<string, StoredDocument>): ReadonlyMap<string, readonly string[]> {
  const named = new Map<string, string[]>()
  for (const [document, { sentences }] of known) {
    const name = nameOf(document, sentences)
    const same = named.get(name)
    if (same === undefined) named.set(name, [document])
    else same.push(document)
  }
  return named
}

/** Length of the end that two paths have in common. */
function commonEnd(a: string, b: string): number {
  let length = 0
  while (length < a.length && a.at(-1 - length) === b.at(-1 - length)) length++
  return length
}
