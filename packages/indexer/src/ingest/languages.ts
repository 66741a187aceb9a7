import { row, type Encoder, type Representation, type Vectors } from '@leitmotif/encoder'
import { zeroVectors } from '@leitmotif/encoder/vectors'
import type { FieldValue, ThemeStore } from '../store/store.js'
import { textsToEncode, type StoredVectors } from './stored-vectors.js'

/**
 * Least letters of a text whose language is recognised. Of 10,000 English texts of more letters none was taken for another
 * language; of headlines, which are shorter, one in 200 was.
 */
const MIN_LETTERS = 100

/** The same of a text mostly in other letters than Latin ones. */
const MIN_OTHER_LETTERS = 10

/**
 * Least share of letters and their marks among the characters of such a text, without spaces. Tables of numbers have half, prose nine
 * tenths.
 */
const MIN_SHARE = 0.6

/** Characters of a document that are looked at. */
const SAMPLE = 1000

/** Name under which it is stored that documents in all languages are encoded. */
const ALL_LANGUAGES = 'all-languages'

/** The languages of documents, and which of them an encoder reads. */
export interface Languages {
  /**
   * Returns the language of a text as its ISO 639-1 code. That of a short one, or if it is not clear, is the one that is stated, if it is
   * the code of a language.
   */
  readonly languageOf: (
    sentences: readonly { readonly text: string }[],
    stated?: FieldValue | readonly FieldValue[]
  ) => Promise<string | undefined>
  /** Whether documents in a language are encoded. */
  readonly reads: (language: string | undefined) => boolean
}

/** Opens the languages of a collection that an encoder fills. */
export async function openLanguages(
  store: Pick<ThemeStore, 'storedValue'>,
  encoder: Pick<Encoder, 'language'>
): Promise<Languages> {
  const all = (await readsAllLanguages(store)) || encoder.language === undefined
  return {
    async languageOf(sentences, stated) {
      const sample = sampleOf(sentences)
      const count = (kind: RegExp): number => sample.match(kind)?.length ?? 0
      const letters = count(/\p{L}/gu)
      const least = count(/\p{Script=Latin}/gu) < letters / 2 ? MIN_OTHER_LETTERS : MIN_LETTERS
      if (letters < least || count(/[\p{L}\p{M}]/gu) < MIN_SHARE * count(/\S/gu)) return knownCode(stated)
      // Loaded when first needed: its tables have a megabyte, and a run that finds nothing new does without.
      const { eld } = await import('eld/small')
      const found = eld.detect(sample)
      return found.isReliable() ? found.language : knownCode(stated)
    },
    reads: (language) => all || language === undefined || language === encoder.language
  }
}

const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })

/** Returns the code of two letters at the beginning of `de` or `de-CH`; undefined for what is none, as `Python` and `js`. */
function knownCode(stated: unknown): string | undefined {
  const code = typeof stated === 'string' ? /^[a-z]{2}(?=$|[-_])/.exec(stated)?.[0] : undefined
  return code !== undefined && names.of(code) !== undefined ? code : undefined
}

/** Whether documents in languages that the encoder does not read are encoded all the same. */
async function readsAllLanguages(store: Pick<ThemeStore, 'storedValue'>): Promise<boolean> {
  return (await store.storedValue(ALL_LANGUAGES)) === true
}

/** Stores whether documents in all languages are encoded from now on. */
export async function keepAllLanguages(store: Pick<ThemeStore, 'storeValue'>, all: boolean): Promise<void> {
  await store.storeValue(ALL_LANGUAGES, all ? true : undefined)
}

/** Sentences from everywhere in a document: its beginning may be a notice in another language. */
function sampleOf(sentences: readonly { readonly text: string }[]): string {
  const length = sentences.reduce((sum, { text }) => sum + text.length + 1, 0)
  const step = Math.max(1, Math.floor(length / SAMPLE))
  let sample = ''
  for (let at = 0; at < sentences.length && sample.length < SAMPLE; at += step) sample += `${sentences[at].text} `
  return sample.slice(0, SAMPLE)
}

/** Sentences of a document, and whether the encoder reads its language. */
interface Encodable {
  readonly sentences: readonly { readonly text: string }[]
  readonly isRead: boolean
  readonly stored?: StoredVectors | undefined
}

/**
 * Returns the vectors of documents, a matrix each. Those of documents that the encoder does not read, and of rows of tables,
 * are zero: searches by theme leave such sentences out. Names of speakers do not count.
 */
export async function encodeDocuments(
  encoder: Encoder,
  representation: Representation,
  documents: readonly Encodable[]
): Promise<Vectors[]> {
  const matrices = documents.map(({ sentences }) => zeroVectors(sentences.length, encoder.dims[representation]!))
  const texts: string[] = []
  const places: Float32Array[] = []
  for (const [index, { sentences, isRead, stored }] of documents.entries()) {
    if (!isRead) continue
    for (const [at, text] of textsToEncode(sentences.map((sentence) => sentence.text))) {
      const place = row(matrices[index], at)
      const known = stored?.get(text)
      if (known !== undefined) {
        place.set(known)
        continue
      }
      texts.push(text)
      places.push(place)
    }
  }
  const encoded = await encoder.encode(texts, { representation })
  for (const [index, place] of places.entries()) place.set(row(encoded, index))
  return matrices
}
