import { Failure } from '@leitmotif/command'
import type { Encoder, Representation } from '@leitmotif/encoder'
import { isForeignWord, STOP_WORDS, wordTerms } from '@leitmotif/encoder/stages'
import { backgroundOf, percentileOf } from './random-pair-cosines.js'
import {
  looksForSomething,
  MAX_AROUND,
  MAX_SURROUNDED,
  queryVector,
  SEARCH_DEFAULTS,
  type SearchMode,
  type SearchRequest
} from './query.js'
import { MAX_HITS, type Hit, type SentenceRecord, type StoreQuery, type ThemeStore } from '../store/store.js'
import { readSurroundings } from './context-sentences.js'
import { wordingKey } from '../duplicates/wording.js'
import { unknownTexts } from './similarity.js'
import { joinCopies, type DistinctHit } from './copies.js'

export interface FoundSentence extends DistinctHit {
  /** Percentile of the hit's similarity among random pairs of the collection (0 to 100). Thematic search only. */
  readonly percentile?: number
  /** The sentences directly before and after it, in reading order. Present if requested. */
  readonly before?: readonly SentenceRecord[]
  readonly after?: readonly SentenceRecord[]
}

export interface SearchAnswer {
  /** Representation of the collection and of the encoded texts. */
  readonly representation: Representation
  /** How the hits were found: `keyword` if the encoder knows no word of a `hybrid` query. */
  readonly mode: SearchMode
  /**
   * Whether the encoder knows a word of the query, or a hit has one. If not, there are no thematic hits, which would mean nothing
   * from an encoder that reads any letters as pieces of words.
   */
  readonly known: boolean
  /** ISO 639-1 code of the language of the texts, if the encoder does not read it: hits by theme may be about anything. */
  readonly language?: string
  /** Best first. */
  readonly hits: readonly FoundSentence[]
}

/**
 * Returns the sentences of a collection that are nearest to the query, each wording once, and recognises texts in a language that
 * the encoder does not read.
 * @throws Failure for a request without anything to look for, or for words without a text, or beyond its limits.
 * @example
 * const { hits } = await searchCollection(store, encoder, { texts: ['what things cost, and who pays'], k: 3 })
 * hits.length // => 3
 */
export async function searchCollection(
  store: ThemeStore,
  encoder: Encoder,
  request: SearchRequest
): Promise<SearchAnswer> {
  const answer = await findSentences(store, encoder, request)
  const { texts = [] } = request
  const language = answer.mode === 'keyword' ? undefined : await foreignLanguage(encoder, texts.join(' '))
  return language === undefined ? answer : { ...answer, language }
}

async function findSentences(store: ThemeStore, encoder: Encoder, request: SearchRequest): Promise<SearchAnswer> {
  const { texts, more, less, document, mode, k, filter, perDocument, around } = checked(request)
  const { representation } = store
  const vector = await queryVector(store, encoder, request)
  const isKnown = vector.some((value) => value !== 0)
  if (mode === 'thematic' && !isKnown) return { representation, mode, known: false, hits: [] }
  const byWords = { words: texts.join(' '), filter }
  const named = [...more, ...less]
  const wordings = await wordingsOf(store, named)
  const wanted = (found: readonly Hit[]): DistinctHit[] => {
    const others = found.filter(
      ({ record }) => record.document !== document && !(wordings.size > 0 && wordings.has(wordingKey(record.text)))
    )
    return joinCopies(perDocument ? bestOfEach(others) : others)
  }
  const find = (query: Omit<StoreQuery, 'k'>): Promise<DistinctHit[]> =>
    searchDeep(store, query, k, wanted, named.length)
  let words = mode === 'keyword' || !isKnown
  let known = isKnown
  let hits = await find(words ? byWords : { vector, filter, ...(mode === 'hybrid' && byWords) })
  const isByTextsAlone = !words && texts.length > 0 && named.length === 0 && document === undefined
  if (isByTextsAlone && !hasWordOf(texts, hits) && (await unknownTexts(encoder, [texts.join(' ')])).length > 0) {
    if (mode === 'thematic') return { representation, mode, known: false, hits: [] }
    hits = await find(byWords)
    words = true
    known = false
  }
  const background = mode === 'thematic' ? await backgroundOf(store, encoder.fingerprints[representation]) : undefined
  const surroundings = await readSurroundings(store, hits, around)
  return {
    representation,
    mode: words ? 'keyword' : mode,
    known,
    hits: hits.map((hit, index) => {
      const percentile = background && percentileOf(hit.score, background)
      return { ...hit, ...(percentile === undefined ? {} : { percentile }), ...surroundings?.[index] }
    })
  }
}

/** The wordings of some sentences. */
async function wordingsOf(store: ThemeStore, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const { records } = await store.read(ids)
  return new Set(records.map(({ text }) => wordingKey(text)))
}

/** Whether a hit has a word of the texts. */
function hasWordOf(texts: readonly string[], hits: readonly Hit[]): boolean {
  const words = new Set(texts.flatMap(wordTerms))
  return hits.some(({ record }) => wordTerms(record.text).some((word) => words.has(word)))
}

/** How much deeper hits are read each time that too few of them are wanted. */
const DEEPER = 4

/**
 * The `k` best of the hits that are wanted, with all their copies: these have equal scores, so they end where another hit
 * follows. Those deeper than MAX_HITS are not found.
 */
async function searchDeep(
  store: ThemeStore,
  query: Omit<StoreQuery, 'k'>,
  k: number,
  wanted: (hits: readonly Hit[]) => DistinctHit[],
  unwanted: number
): Promise<DistinctHit[]> {
  for (let depth = Math.min(k + unwanted + 1, MAX_HITS); ; depth = Math.min(depth * DEEPER, MAX_HITS)) {
    const found = await store.search({ ...query, k: depth })
    const hits = wanted(found)
    if (hits.length > k || found.length < depth || depth === MAX_HITS) return hits.slice(0, k)
  }
}

/** Returns the first hit of each document. */
function bestOfEach(hits: readonly Hit[]): Hit[] {
  const seen = new Set<string>()
  return hits.filter(({ record: { document } }) => !seen.has(document) && seen.add(document))
}

type Checked = Required<Omit<SearchRequest, 'document'>> & Pick<SearchRequest, 'document'>

function checked(request: SearchRequest): Checked {
  const settings: Checked = { ...SEARCH_DEFAULTS, ...request }
  const { texts, mode, k, around } = settings
  if (!looksForSomething(request))
    throw new Failure('nothing to look for; expected a text, sentences to find more like, or a document')
  if (texts.some((text) => text.trim() === ''))
    throw new Failure('a text to look for is empty; expected at least a word')
  if (texts.length === 0 && mode !== 'thematic')
    throw new Failure(
      `--mode ${mode} searches for words, but the query has no text; add a text, or use --mode thematic`
    )
  if (!Number.isInteger(k) || k < 1 || k > MAX_HITS)
    throw new Failure(`k is ${k}; expected a whole number from 1 to ${MAX_HITS}`)
  if (!Number.isInteger(around) || around < 0 || around > MAX_AROUND) {
    throw new Failure(`around is ${around}; expected a whole number from 0 to ${MAX_AROUND}`)
  }
  if (k * around > MAX_SURROUNDED) {
    throw new Failure(
      `k is ${k} and around is ${around}; k × around must be at most ${MAX_SURROUNDED.toLocaleString('en-US')}; reduce one of them`
    )
  }
  return settings
}

/** The language that lists of stop words and foreign words are for. */
const ENGLISH = 'en'

/** Least words of a query whose language is recognised. */
const LEAST_WORDS = 3

/**
 * Returns the ISO 639-1 code of the language of a query, if it is one that an English encoder does not read; undefined also where that
 * is not clear. The recogniser alone takes one in nine English headings for another language. So at least half of the words must be
 * function words of other languages (one or more) or unknown to the encoder, and twice as many as English stop words. Of 107,316 headings
 * of English articles and manuals, .6 in 1,000 were taken for another language, mostly names in that language; of 90 queries of 3 to 8
 * words in German, French and Spanish, 80 were recognised.
 */
export async function foreignLanguage(encoder: Encoder, query: string): Promise<string | undefined> {
  if (encoder.language !== ENGLISH) return undefined
  const words = wordTerms(query)
  const foreign = words.filter(isForeignWord).length
  if (words.length < LEAST_WORDS || foreign === 0) return undefined
  const english = words.filter((word) => STOP_WORDS.has(word) && !isForeignWord(word)).length
  const others = words.filter((word) => /\p{L}/u.test(word) && !isForeignWord(word))
  const strange = foreign + (await unknownTexts(encoder, others)).length
  if (strange < 2 || strange < 2 * english || strange < words.length / 2) return undefined
  // Loaded when needed: its tables have a megabyte, and most searches do without.
  const { eld } = await import('eld/small')
  const found = eld.detect(query)
  return found.isReliable() && found.language !== '' && found.language !== ENGLISH ? found.language : undefined
}
