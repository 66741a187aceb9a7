import { wordTerms } from '../text/tokens.js'
import { checkWhole } from '../vectors/argument-checks.js'
import { centerRows, checkRows, normalize, selectRows, type Vectors } from '../vectors/vectors.js'
import { agreedHeadings } from './agreed-headings.js'
import { raiseFirst } from './heading-case.js'
import { chooseTellingTerms } from './telling-terms.js'
import { withoutSpeakers } from './speakers.js'
import { countTerms, dropEvenWords, dropRepeats, visitTerms, type TermCounts } from './term-counts.js'
import { fitWordVectors } from './fitted-word-vectors.js'
import { BREAK, readWords, singular, Stop, type Words } from './words.js'

export interface LabelOptions {
  /** Terms of each theme, from 1. Default: 10. */
  readonly terms?: number
  /** Terms shown in the label, from 1. Default: 3. */
  readonly shown?: number
  /**
   * Minimum number of occurrences of a term in a theme, from 1; in a theme of n passages also at least half the square
   * root of n. Rarer terms only fill up the label, and score less. Default: 2.
   */
  readonly minimum?: number
  /**
   * The passage of each sentence; those of one are contiguous. A term counts at most three times per passage, so that
   * one repetitive text names no theme. Default: every occurrence counts.
   */
  readonly passages?: ArrayLike<number>
  /**
   * The document of each sentence; those of one are contiguous. In a theme of n documents, a term in fewer than half
   * the square root of n of them only fills up the label.
   */
  readonly documents?: ArrayLike<number>
  /**
   * The vector of each sentence, of length 1 or 0. The shown terms are then those that tell the themes apart
   * (`chooseTellingTerms`). Default: the terms with the highest scores are shown.
   */
  readonly vectors?: Vectors
  /**
   * The headings above each sentence, outermost first. With `documents`, a theme whose documents agree on a heading
   * (`agreedHeadings`) is named by it first.
   */
  readonly headings?: readonly (readonly string[])[]
  /** Words that name no theme, beside the stop words; in any case, singular or plural. */
  readonly ignore?: readonly string[]
}

const LABEL_DEFAULTS = { terms: 10, shown: 3, minimum: 2 } as const

/** A word or phrase that characterises a theme. */
export interface Term {
  readonly term: string
  /** Class-based TF-IDF, above 0. Comparable within a theme. */
  readonly score: number
}

export interface ThemeLabel {
  /** The shown terms, joined by commas; unique among the themes of a call. */
  readonly label: string
  /** The best phrase, written as a heading. */
  readonly heading: string
  /** The shown terms, then others, best first. Empty for a theme without words. */
  readonly terms: readonly Term[]
}

/** Bonus for each further word of a phrase, relative to the score of one word. */
const PHRASE_BONUS = 0.7

/**
 * A term is rare below this times the square root of the theme's passages, in occurrences, or below this times the
 * square root of its documents, in documents that have it.
 */
const SELDOM = 1 / 2

/** Candidates per term wanted. */
const CANDIDATES = 8

/**
 * Labels `count` themes by class-based TF-IDF (Grootendorst 2022, section 3.3) over words and phrases of up to three
 * words, in the words of the text. `theme[i]` is the theme of sentence i, -1 for none. Linear in the text.
 * @throws Error for an option out of its range, or unless each sentence has one of the themes or -1.
 * @example
 * const sentences = ['Green tea is steamed.', 'Black tea is rolled.', 'A telescope has lenses.', 'A telescope gathers light.']
 * labelThemes(sentences, [0, 0, 1, 1], 2, { shown: 1 }).map(({ label }) => label) // => ['tea', 'telescope']
 */
export function labelThemes(
  sentences: readonly string[],
  theme: ArrayLike<number>,
  count: number,
  { passages, documents, vectors, headings, ignore = [], ...options }: LabelOptions = {}
): ThemeLabel[] {
  const settings = { ...LABEL_DEFAULTS, ...options }
  checkWhole('terms', settings.terms, 1)
  checkWhole('shown', settings.shown, 1)
  checkWhole('minimum', settings.minimum, 1)
  checkAssignment('theme', theme, sentences.length, count)
  if (passages !== undefined) checkLength('passages', passages, sentences.length)
  if (documents !== undefined) checkLength('documents', documents, sentences.length)
  if (headings !== undefined) checkLength('headings', headings, sentences.length)
  if (vectors !== undefined) {
    checkRows('vectors', vectors)
    checkLength('vectors', { length: vectors.count }, sentences.length)
  }
  const kept = dropRepeats(sentences, theme)
  const themes = kept.map((i) => theme[i])
  const texts = withoutSpeakers(kept.map((i) => sentences[i]))
  const words = readWords(texts)
  const ignored = new Set(ignore.flatMap((word) => [word.toLowerCase(), singular(word.toLowerCase())]))
  for (const [id, key] of words.keys.entries()) if (ignored.has(key)) words.stops[id] = Stop.always
  dropEvenWords(words, themes, count)
  const ofKept = (all: ArrayLike<number> | undefined): number[] | undefined => all && kept.map((i) => all[i])
  const counts = countTerms(words, themes, count, ofKept(passages), ofKept(documents))
  const mean = counts.sizes.reduce((sum, size) => sum + size, 0) / count
  const pool = { ...settings, terms: vectors === undefined ? settings.terms : Math.max(POOL, settings.terms) }
  const candidates = counts.themes.map((own, c) => scoreTerms(counts, own, c, mean, pool))
  const surfaces = readSurfaces(texts, words, themes, candidates)
  const pools = candidates.map((list, c) => chooseTerms(list, surfaces[c], words, pool))
  const agreed =
    headings && documents
      ? agreedHeadings({ headings: kept.map((i) => headings[i]), documents: ofKept(documents)!, theme: themes }, count)
      : pools.map(() => undefined)
  const rows = vectors && count > 1 ? centerRows(selectRows(vectors, kept)) : undefined
  const ordered =
    rows === undefined ? pools : showTelling(pools, agreed, words, { rows, themes, shown: settings.shown })
  return nameThemes(
    ordered.map((list, c) => withHeading(list, agreed[c]).slice(0, settings.terms)),
    settings.shown
  )
}

/** Number of terms from which a name is chosen. */
const POOL = 20

/** Returns the terms of each theme, first those that distinguish it from the other themes. */
function showTelling(
  pools: readonly (readonly ChosenTerm[])[],
  agreed: readonly (string | undefined)[],
  words: Words,
  { rows, themes, shown }: { readonly rows: Vectors; readonly themes: readonly number[]; readonly shown: number }
): ChosenTerm[][] {
  const addWord = fitWordVectors(words, rows)
  const terms = pools.map((list) =>
    list.map(({ words: parts, score }) => {
      const vector = new Float32Array(rows.dims)
      for (const word of parts) addWord(word, vector)
      normalize(vector)
      return {
        keys: parts.filter((word) => words.stops[word] !== Stop.always).map((word) => words.keys[word]),
        score,
        vector
      }
    })
  )
  const leads = agreed.map((heading) => (heading === undefined ? '' : keysOf(heading)[0]))
  const chosen = chooseTellingTerms(terms, { rows, theme: themes, shown, leads })
  return pools.map((list, c) => [...chosen[c].map((t) => list[t]), ...list.filter((_, t) => !chosen[c].includes(t))])
}

/** Puts the agreed heading of a theme before its terms, and drops terms that repeat it. */
function withHeading(list: readonly ChosenTerm[], heading: string | undefined): readonly NamedTerm[] {
  if (heading === undefined || list.length === 0) return list
  const own = new Set(keysOf(heading))
  const score = Math.max(...list.map((term) => term.score))
  return [
    { term: heading, score, length: own.size, agreed: true },
    ...list.filter(({ term }) => !keysOf(term).every((key) => own.has(key)))
  ]
}

function keysOf(text: string): string[] {
  return wordTerms(text).map(singular)
}

function checkLength(name: string, list: { readonly length: number }, expected: number): void {
  if (list.length !== expected)
    throw new Error(`${name} has ${list.length} members; expected ${expected}, one per sentence`)
}

/**
 * Checks that each of so many items belongs to one of `count` parts, or to none (-1).
 * @throws Error that names the item at fault.
 */
export function checkAssignment(name: string, part: ArrayLike<number>, items: number, count: number): void {
  checkWhole('count', count, 0)
  checkLength(name, part, items)
  for (let i = 0; i < items; i++) {
    if (!Number.isInteger(part[i]) || part[i] < -1 || part[i] >= count)
      throw new Error(`${name}[${i}] is ${part[i]}; expected a whole number from -1 (none) to ${count - 1}`)
  }
}

/** A word or phrase. `key` identifies it, `words` are the ids of its words. */
interface Candidate {
  readonly key: number
  readonly words: readonly number[]
  /** Occurrences in the theme. */
  readonly times: number
  /** True for a term so rare that it only fills up the label. */
  readonly seldom: boolean
  readonly score: number
}

/** A term as a name shows it; `length` is its number of words. */
interface NamedTerm extends Term {
  readonly length: number
  /** Whether it is a heading that the theme's documents agree on. */
  readonly agreed?: boolean
}

interface ChosenTerm extends NamedTerm {
  readonly words: readonly number[]
}

/** Scores the terms `own` of theme `c` and returns the best; `mean` is the mean number of words in a theme. */
function scoreTerms(
  counts: TermCounts,
  own: Map<number, number>,
  c: number,
  mean: number,
  { terms, minimum }: { readonly terms: number; readonly minimum: number }
): Candidate[] {
  const often = Math.max(minimum, SELDOM * Math.sqrt(counts.passages[c]))
  const { documents } = counts
  const widely = documents === undefined ? 0 : SELDOM * Math.sqrt(documents.count[c])
  const list: Candidate[] = []
  for (const [key, times] of own) {
    const parts = counts.words(key)
    const weight = (times / counts.sizes[c]) * Math.log(1 + mean / counts.total.get(key)!)
    const spread = documents === undefined || widely === 0 ? 1 : documents.having[c].get(key)! / widely
    const share = Math.min(1, times / often, spread)
    const seldom = share < 1
    const score = weight * (1 + PHRASE_BONUS * (parts.length - 1)) * share * share
    list.push({ key, words: parts, times, seldom, score })
  }
  return list.sort((a, b) => b.score - a.score || a.key - b.key).slice(0, terms * CANDIDATES)
}

/** Returns the most frequent spelling of each candidate in its theme. */
function readSurfaces(
  sentences: readonly string[],
  words: Words,
  theme: ArrayLike<number>,
  candidates: readonly Candidate[][]
): Map<number, string>[] {
  const found = candidates.map((list) => new Map(list.map(({ key }) => [key, new Map<string, number>()])))
  visitTerms(words, (unit, key, length) => {
    const s = words.sentence[unit]
    const spellings = theme[s] < 0 ? undefined : found[theme[s]].get(key)
    if (spellings === undefined) return
    const surface = sentences[s].slice(words.start[unit], words.end[unit + length - 1]).replace(/\s+/gu, ' ')
    // A word at the start of a sentence is capitalised anyway.
    const weight = unit === 0 || words.ids[unit - 1] === BREAK ? 0.1 : 1
    spellings.set(surface, (spellings.get(surface) ?? 0) + weight)
  })
  return found.map(
    (keys) =>
      new Map(
        Array.from(keys, ([key, spellings]) => {
          let best = ''
          for (const [surface, times] of spellings) {
            const most = spellings.get(best) ?? 0
            if (times > most || (times === most && surface < best)) best = surface
          }
          return [key, best]
        })
      )
  )
}

/**
 * A word that occurs in one phrase at least this fraction of the time is not a term: "immune", in "immune system". The
 * second value is for two words of a phrase of three: "source project", in "open source project".
 */
const BOUND_PART = [0.5, 0.8]

/** Returns the best candidates without those that repeat a better one. */
function chooseTerms(
  candidates: readonly Candidate[],
  surfaces: ReadonlyMap<number, string>,
  words: Words,
  { terms, shown }: { readonly terms: number; readonly shown: number }
): ChosenTerm[] {
  const chosen: Candidate[] = []
  for (const first of candidates) {
    if (chosen.length === terms) break
    if (first.seldom && chosen.length >= Math.min(shown, terms)) continue
    const candidate = { ...wholeOf(first, candidates), score: first.score }
    if (candidate.words.length === 1 && isSingleCharacter(words.keys[candidate.words[0]])) continue
    if (chosen.some((better) => repeats(better, candidate, words.keys))) continue
    chosen.push(candidate)
  }
  return chosen.map(({ key, score, words: parts }) => ({
    term: surfaces.get(key)!,
    score,
    length: parts.length,
    words: parts
  }))
}

/** Returns the phrase that a term is bound to, or the term itself. */
function wholeOf(part: Candidate, candidates: readonly Candidate[]): Candidate {
  const least = BOUND_PART[part.words.length - 1] * part.times
  const whole = candidates.find(
    ({ words, times, seldom }) =>
      words.length > part.words.length && times >= least && seldom <= part.seldom && includesPhrase(words, part.words)
  )
  return whole === undefined ? part : wholeOf(whole, candidates)
}

/** Returns whether `part` occurs in `words`, contiguously. */
function includesPhrase(words: readonly number[], part: readonly number[]): boolean {
  return words.some((_, from) => part.every((word, i) => words[from + i] === word))
}

function isSingleCharacter(key: string): boolean {
  return key.length === 1 || (key.length === 2 && key.codePointAt(0)! > 0xffff)
}

/** Returns whether the longer of two terms contains all words of the shorter, in any form and order. */
function repeats(a: Candidate, b: Candidate, keys: readonly string[]): boolean {
  const [short, long] = a.words.length <= b.words.length ? [a, b] : [b, a]
  const shared = short.words.filter((x) => long.words.some((y) => x === y || isSameStem(keys[x], keys[y])))
  return shared.length === short.words.length || shared.length > 1
}

/** Two forms of a word share at least this many first letters, and have at most this many letters after them. */
const STEM_LENGTH = 5
const ENDING_LENGTH = 4

/** Returns whether two words have the same stem, as "encrypt", "encrypted" and "encryption". */
export function isSameStem(a: string, b: string): boolean {
  let same = 0
  while (same < a.length && same < b.length && a[same] === b[same]) same++
  return same >= STEM_LENGTH && a.length - same <= ENDING_LENGTH && b.length - same <= ENDING_LENGTH
}

/**
 * A phrase makes the heading if its score reaches this fraction of the best term's; otherwise the two best terms do.
 */
const GOOD_PHRASE = 0.5

/** The label of a theme without words. */
const UNNAMED = 'unnamed'

function nameThemes(themes: readonly (readonly NamedTerm[])[], shown: number): ThemeLabel[] {
  const labels = new Map<string, number>()
  const headings = new Map<string, number>()
  return themes.map((list) => {
    const label = distinct(labels, (extra) => list.slice(0, shown + extra).map(({ term }) => term), list.length - shown)
    const best = Math.max(...list.map(({ score }) => score))
    const phrase = list.findIndex(({ length, score, agreed }) => agreed || (length > 1 && score >= GOOD_PHRASE * best))
    const lead = phrase < 0 ? list.slice(0, 2) : [list[phrase]]
    const rest = list.filter((term) => !lead.includes(term))
    const heading = distinct(
      headings,
      (extra) => [[...lead, ...rest.slice(0, extra)].map(({ term }) => term).join(' and ')],
      rest.length
    )
    return {
      label,
      heading: raiseFirst(heading),
      terms: list.map(({ term, score }) => ({ term, score }))
    }
  })
}

/**
 * Returns the shortest joined list that is not yet `taken`; if none is free, the longest with a number. `taken` maps
 * each name to its last number, so numbering continues from there.
 */
export function distinct(taken: Map<string, number>, parts: (extra: number) => string[], most: number): string {
  let name = ''
  for (let extra = 0; extra <= Math.max(0, most); extra++) {
    name = parts(extra).join(', ') || UNNAMED
    if (!taken.has(name)) {
      taken.set(name, 1)
      return name
    }
  }
  let number = taken.get(name)!
  let numbered
  do numbered = `${name} (${++number})`
  while (taken.has(numbered))
  taken.set(name, number).set(numbered, 1)
  return numbered
}
