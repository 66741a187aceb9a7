import { BREAK, Stop, type Words } from './words.js'

/** Sentences of a theme that begin alike for so many characters are one that the text repeats, and count once. */
const REPEAT_LENGTH = 40

/** The sentences, by their indices, without those that repeat another of their theme. */
export function dropRepeats(sentences: readonly string[], theme: ArrayLike<number>): number[] {
  const seen = new Set<string>()
  return [...sentences.keys()].filter((i) => {
    const key = `${theme[i]} ${sentences[i].slice(0, REPEAT_LENGTH).trim().toLowerCase()}`
    return !seen.has(key) && seen.add(key)
  })
}

/** A word in at least this share of sentences, and in no theme rarer than this part of that share, is a stop word. */
const COMMON_SHARE = 0.03
const EVEN_PART = 0.4
/** Too little text tells nothing of how evenly a word is spread. */
const EVEN_THEMES = 3
const EVEN_SENTENCES = 60

/** A term that a passage has more often says no more of a theme of many texts. */
const MOST_IN_PASSAGE = 3

/** How often each word and phrase (a term: one number) stands where. */
export interface TermCounts {
  /** How often each term stands in the text. */
  readonly total: Map<number, number>
  /** How often in each theme. */
  readonly themes: Map<number, number>[]
  /** Words in each theme. */
  readonly sizes: Float64Array
  /** Passages in each theme. */
  readonly passages: Int32Array
  /** Documents in each theme; and how many of these have each of its terms. Absent where none were told. */
  readonly documents?: { readonly count: Int32Array; readonly having: readonly Map<number, number>[] }
  /** The words of a term. */
  readonly words: (key: number) => number[]
}

/**
 * Marks words as stop words that are frequent and as frequent in every theme as in all: in any language, function words
 * are, and words that name what the whole text is about.
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
      // Of a theme too small to expect the word in, absence says nothing.
      if (sizes[c] * share < 3) continue
      telling++
      even = (within.get(id * count + c) ?? 0) >= EVEN_PART * share * sizes[c]
    }
    if (even && telling > 1) words.stops[id] = Stop.always
  }
}

/** Visits every term: one, two or three words that begin and end with no stop word, with no break inside. */
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
 * Counts the terms of sentences, of which sentence i is of theme `theme[i]` of `count`, or of none (-1). With `passage`, of
 * which those of one stand together: at most three times in what a passage has of a theme. With `document`, of which those of one stand
 * together too: also the documents that have each.
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
  // The document that last had a term of a theme.
  const lastHaving = Array.from({ length: document === undefined ? 0 : count }, () => new Map<number, number>())
  // What the last passage of each theme has, and of no theme.
  const had = Array.from({ length: count + 1 }, () => ({ passage: NaN, terms: new Map<number, number>() }))
  const isRepeated = (sentence: number, key: number): boolean => {
    if (passage === undefined) return false
    const there = had[theme[sentence] < 0 ? count : theme[sentence]]
    if (there.passage !== passage[sentence]) there.terms.clear()
    there.passage = passage[sentence]
    const times = there.terms.get(key) ?? 0
    there.terms.set(key, times + 1)
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

/** Of each theme, how many of what sentences stand in together: passages, or documents; each sentence is one where none are told. */
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

/** The words of a term, of `base` in all. */
export function termWords(key: number, base: number): number[] {
  if (key < base) return [key]
  if (key < base + base * base) return [Math.floor((key - base) / base), (key - base) % base]
  const rest = key - base - base * base
  const two = Math.floor(rest / base)
  return [Math.floor(two / base), two % base, rest % base]
}

/** The term of one to three words, of `base` in all. */
export function termOf(words: readonly number[], base: number): number {
  const [a, b, c] = words
  if (words.length === 1) return a
  return words.length === 2 ? base + a * base + b : base + base * base + (a * base + b) * base + c
}
