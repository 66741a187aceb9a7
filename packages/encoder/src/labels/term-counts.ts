import { BREAK, Stop, type Words } from './words.js'

/** Of sentences of a theme whose first 40 UTF-16 units are equal, ignoring case, only one counts. */
const REPEAT_LENGTH = 40

/** Returns the indices of the sentences that do not repeat another of their theme. */
export function dropRepeats(sentences: readonly string[], theme: ArrayLike<number>): number[] {
  const seen = new Set<string>()
  return [...sentences.keys()].filter((i) => {
    const key = `${theme[i]} ${sentences[i].slice(0, REPEAT_LENGTH).trim().toLowerCase()}`
    return !seen.has(key) && seen.add(key)
  })
}

/**
 * A word is a stop word if it is in at least COMMON_SHARE of the sentences and every theme has it at EVEN_PART of that
 * rate or more.
 */
const COMMON_SHARE = 0.03
const EVEN_PART = 0.4
/** With fewer themes or sentences, the spread of a word proves nothing. */
const EVEN_THEMES = 3
const EVEN_SENTENCES = 60

/** A term counts at most this often in one passage. */
const MOST_IN_PASSAGE = 3

/** Counts of words and phrases. Each word or phrase is a term, identified by one number. */
export interface TermCounts {
  /** Occurrences of each term in the text. */
  readonly total: Map<number, number>
  /** Occurrences in each theme. */
  readonly themes: Map<number, number>[]
  /** Words in each theme. */
  readonly sizes: Float64Array
  /** Passages in each theme. */
  readonly passages: Int32Array
  /**
   * Documents in each theme, and for each of its terms how many of them have it. Absent if documents were not given.
   */
  readonly documents?: { readonly count: Int32Array; readonly having: readonly Map<number, number>[] }
  /** The words of a term. */
  readonly words: (key: number) => number[]
}

/**
 * Marks words as stop words if they are frequent in every theme: function words of any language, and words that name
 * the subject of the whole text.
 */
export function dropEvenWords(words: Words, theme: ArrayLike<number>, count: number): void {
  const total = theme.length
  if (count < EVEN_THEMES || total < EVEN_SENTENCES) return
  const sizes = new Float64Array(count)
  const rates = words.keys.map(() => 0)
  const last = new Int32Array(words.keys.length).fill(-1)
  for (let i = 0; i < total; i++) if (theme[i] >= 0) sizes[theme[i]]++
  const within = new Map<number, number>()
  for (let u = 0; u < words.ids.length; u++) {
    const id = words.ids[u]
    if (id < 0 || last[id] === words.sentence[u]) continue
    last[id] = words.sentence[u]
    rates[id]++
    const c = theme[words.sentence[u]]
    if (c >= 0) within.set(id * count + c, (within.get(id * count + c) ?? 0) + 1)
  }
  for (let id = 0; id < rates.length; id++) {
    const share = rates[id] / total
    if (share < COMMON_SHARE) continue
    let even = true
    let telling = 0
    for (let c = 0; c < count && even; c++) {
      // In a theme this small, the word's absence is no evidence.
      if (sizes[c] * share < 3) continue
      telling++
      even = (within.get(id * count + c) ?? 0) >= EVEN_PART * share * sizes[c]
    }
    if (even && telling > 1) words.stops[id] = Stop.always
  }
}

/** Visits every term: one, two or three words that neither begin nor end with a stop word, without a break inside. */
export function visitTerms(words: Words, visit: (unit: number, key: number, length: number) => void): void {
  const { ids, stops, joins, opens } = words
  const base = words.keys.length
  for (let u = 0; u < ids.length; u++) {
    const a = ids[u]
    if (a === BREAK || stops[a] === Stop.always) continue
    if (stops[a] === Stop.verb && !(u > 0 && ids[u - 1] !== BREAK && opens[ids[u - 1]] === 1)) continue
    if (stops[a] === Stop.none) visit(u, a, 1)
    const b = ids[u + 1]
    if (b === BREAK || b === a) continue
    if (stops[b] === Stop.none) visit(u, termOf([a, b], base), 2)
    else if (stops[b] === Stop.verb || (stops[b] === Stop.always && joins[b] === 0)) continue
    const c = ids[u + 2]
    if (c === BREAK || stops[c] !== Stop.none || c === b || c === a) continue
    visit(u, termOf([a, b, c], base), 3)
  }
}

/**
 * Counts the terms of sentences. `theme` has the theme of each sentence, one of `count` or -1 for none. With `passage`,
 * a term counts at most three times per passage and theme. With `document`, also counts the documents that have each
 * term. Sentences of one passage, or document, are contiguous.
 */
export function countTerms(
  words: Words,
  theme: ArrayLike<number>,
  count: number,
  passage?: ArrayLike<number>,
  document?: ArrayLike<number>
): TermCounts {
  const base = words.keys.length
  const total = new Map<number, number>()
  const themes = Array.from({ length: count }, () => new Map<number, number>())
  const sizes = new Float64Array(count)
  const having = Array.from({ length: count }, () => new Map<number, number>())
  // The document in which a term of a theme occurred last.
  const lastHaving = Array.from({ length: document === undefined ? 0 : count }, () => new Map<number, number>())
  // Counts of the current passage, by theme and for sentences without one.
  const had = Array.from({ length: count + 1 }, () => ({ passage: NaN, terms: new Map<number, number>() }))
  const isRepeated = (sentence: number, key: number): boolean => {
    if (passage === undefined) return false
    const before = had[theme[sentence] < 0 ? count : theme[sentence]]
    if (before.passage !== passage[sentence]) before.terms.clear()
    before.passage = passage[sentence]
    const times = before.terms.get(key) ?? 0
    before.terms.set(key, times + 1)
    return times >= MOST_IN_PASSAGE
  }
  visitTerms(words, (unit, key, length) => {
    const sentence = words.sentence[unit]
    if (isRepeated(sentence, key)) return
    total.set(key, (total.get(key) ?? 0) + 1)
    const c = theme[sentence]
    if (c < 0) return
    if (length === 1) sizes[c]++
    themes[c].set(key, (themes[c].get(key) ?? 0) + 1)
    if (document === undefined || lastHaving[c].get(key) === document[sentence]) return
    lastHaving[c].set(key, document[sentence])
    having[c].set(key, (having[c].get(key) ?? 0) + 1)
  })
  return {
    total,
    themes,
    sizes,
    passages: countRuns(theme, count, passage),
    ...(document && { documents: { count: countRuns(theme, count, document), having } }),
    words: (key) => termWords(key, base)
  }
}

/** Counts the passages, or documents, of each theme; every sentence is a separate one if none are given. */
function countRuns(theme: ArrayLike<number>, count: number, of: ArrayLike<number> | undefined): Int32Array {
  const runs = new Int32Array(count)
  const last = new Float64Array(count).fill(NaN)
  for (let i = 0; i < theme.length; i++) {
    const c = theme[i]
    if (c < 0 || last[c] === of?.[i]) continue
    last[c] = of?.[i] ?? NaN
    runs[c]++
  }
  return runs
}

/** Returns the words of a term, given `base` words in all. */
export function termWords(key: number, base: number): number[] {
  if (key < base) return [key]
  if (key < base + base * base) return [Math.floor((key - base) / base), (key - base) % base]
  const rest = key - base - base * base
  const two = Math.floor(rest / base)
  return [Math.floor(two / base), two % base, rest % base]
}

/** Returns the term of one to three words, given `base` words in all. */
export function termOf(words: readonly number[], base: number): number {
  const [a, b, c] = words
  if (words.length === 1) return a
  return words.length === 2 ? base + a * base + b : base + base * base + (a * base + b) * base + c
}
