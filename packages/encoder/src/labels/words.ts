import { termAt, tokenize } from '../text/tokens.js'
import type { Span } from '../text/span.js'
import { foreignWordsIn } from './foreign-words.js'
import { LEADING_WORDS, VERBS } from './word-classes.js'
import { isPast, JOINING_WORDS, OPENING_WORDS, STOP_WORDS } from './stop-words.js'

/** Not a word: punctuation, a number, code, an address or the end of a sentence. No phrase crosses it. */
export const BREAK = -1

/** The positions in a term that a word may take. */
export const Stop = {
  /** Anywhere. */
  none: 0,
  /** First in a phrase, not alone and not last: "New" of "New York", "distributed" of "distributed systems". */
  first: 1,
  /** Neither first nor last. */
  always: 2,
  /** Only first in a phrase after a determiner or a preposition, where it is a noun: "with hide glue". */
  verb: 3
} as const

/** The words of many sentences as numbers, for counting words and phrases: one entry per unit of text. */
export interface Words {
  /** Word of each unit, or BREAK. */
  readonly ids: Int32Array
  /** Sentence of each unit. */
  readonly sentence: Int32Array
  /** The span of each unit in its sentence: [start, end). */
  readonly start: Int32Array
  readonly end: Int32Array
  /** Each word's key: lower case, without a plural's ending. Words with equal keys are one. */
  readonly keys: readonly string[]
  /** The positions in a term that each word may take: one of `Stop`. */
  readonly stops: Uint8Array
  /** 1 for a stop word allowed inside a phrase. */
  readonly joins: Uint8Array
  /** 1 for a determiner or a preposition, which no verb follows. */
  readonly opens: Uint8Array
}

/** A chunk without spaces that contains any of these is code, a path or an address. */
const CODE = /[_\\=<>{}@$^~|*#]|:\/\/|::|\(\)|\/.*\/|^www\./u

/** The end of "C#", which is a name. */
const SHARP = /(?<=(?<![\p{L}\p{N}])\p{Lu})#(?![\p{L}\p{N}#])/gu

const HAS_LETTER = /\p{L}/u
const IDEOGRAPH =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** English adverbs name no theme. */
const ADVERB = /^[a-z]{3,}ly$/
const NO_ADVERBS: ReadonlySet<string> = new Set(
  'ally anomaly assembly belly bully butterfly family firefly italy jelly july lily monopoly rally reply supply'.split(
    ' '
  )
)

/** Only part of a name: "18th" of "18th century". */
const ORDINAL = /^\d+(?:st|nd|rd|th)$/

/** Longer chunks are not prose. */
const MAX_CHUNK = 60

/** Maximum number of letters of an acronym. */
const MAX_ACRONYM = 5

/** Maximum number of distinct words: the key of three words must be an exact number. Words found later are breaks. */
const MAX_WORDS = 200_000

/** Reads the words of `sentences`. Linear in the text. */
export function readWords(sentences: readonly string[]): Words {
  const ids: number[] = []
  const sentence: number[] = []
  const starts: number[] = []
  const ends: number[] = []
  const keys: string[] = []
  const stops: number[] = []
  const joins: number[] = []
  const byKey = new Map<string, number>()
  const byTerm = new Map<string, number>()

  const addWord = (key: string, stop: number, join: number): number => {
    const seen = byKey.get(key)
    if (seen !== undefined) return seen
    if (keys.length === MAX_WORDS) return BREAK
    byKey.set(key, keys.length)
    keys.push(key)
    stops.push(stop)
    joins.push(join)
    return keys.length - 1
  }
  const idOf = (term: string): number => {
    const seen = byTerm.get(term)
    if (seen !== undefined) return seen
    const stop = stopOf(term)
    // "News" is not a plural of "new".
    const key = STOP_WORDS.has(singular(term)) ? term : singular(term)
    // A stop word is not reduced to the singular: "supports" names no theme, "support" may.
    const id = addWord(stop === Stop.always ? term : key, stop, JOINING_WORDS.has(term) ? 1 : 0)
    byTerm.set(term, id)
    return id
  }
  // A separate key: "war" names a theme unless it is the German verb.
  const foreignId = (term: string): number => addWord(` ${term}`, Stop.always, JOINING_WORDS.has(term) ? 1 : 0)
  /** The last unit begins a name if it is a capitalised stop word between a small word and a capitalised one. */
  const joinName = (text: string): void => {
    const u = ids.length - 2
    const id = ids[u]
    if (u < 1 || id === BREAK || ids[u + 1] === BREAK || ids[u - 1] === BREAK || stops[id] !== Stop.always) return
    if (!isCapital(text, starts[u]) || !isCapital(text, starts[u + 1]) || isCapital(text, starts[u - 1])) return
    ids[u] = addWord(text.slice(starts[u], ends[u]), Stop.first, 0)
  }
  const push = (s: number, id: number, start: number, end: number): void => {
    ids.push(id)
    sentence.push(s)
    starts.push(start)
    ends.push(end)
  }

  sentences.forEach((text, s) => {
    const spans = tokenize(text)
    const words = spans.map((span) => termAt(text, span))
    const foreign = foreignWordsIn(words)
    for (let t = 0; t < spans.length;) {
      // A chunk: tokens with nothing between them.
      let next = t + 1
      while (next < spans.length && spans[next].start === spans[next - 1].end) next++
      const from = spans[t].start
      const to = spans[next - 1].end
      const code = isCode(text, from, to)
      while (t < next) {
        // "Open-source", "Node.js" and "CI/CD" are one word each: letters on both sides, nothing but the mark between.
        let last = t
        while (
          last + 2 < next &&
          (isJoint(words[last + 1]) || isSlashed(text, spans[last], spans[last + 1], spans[last + 2])) &&
          HAS_LETTER.test(words[last]) &&
          HAS_LETTER.test(words[last + 2])
        ) {
          last += 2
        }
        if (last === t) last = endOfMarkedName(text, spans, words, t, next)
        const start = spans[t].start
        const end = spans[last].end
        const term = last === t ? words[t] : words.slice(t, last + 1).join('')
        const word = foreign.has(term) ? foreignId : idOf
        push(s, code || !HAS_LETTER.test(term) || isIdentifier(text.slice(start, end)) ? BREAK : word(term), start, end)
        joinName(text)
        t = last + 1
      }
    }
    push(s, BREAK, text.length, text.length)
  })
  return {
    ids: Int32Array.from(ids),
    sentence: Int32Array.from(sentence),
    start: Int32Array.from(starts),
    end: Int32Array.from(ends),
    keys,
    stops: Uint8Array.from(stops),
    joins: Uint8Array.from(joins),
    opens: Uint8Array.from(keys, (key) => Number(OPENING_WORDS.has(key)))
  }
}

const LEADING: ReadonlySet<string> = new Set(LEADING_WORDS.trim().split(/\s+/))
const VERBAL: ReadonlySet<string> = new Set(VERBS.trim().split(/\s+/))

function stopOf(term: string): number {
  if (STOP_WORDS.has(term)) return Stop.always
  if (VERBAL.has(term) || VERBAL.has(singular(term))) return Stop.verb
  if (term.length < 2 && !IDEOGRAPH.test(term)) return Stop.always
  if (ADVERB.test(term) && !NO_ADVERBS.has(term)) return Stop.always
  if (ORDINAL.test(term)) return Stop.first
  return LEADING.has(term) || isPast(term) ? Stop.first : Stop.none
}

function isCapital(text: string, at: number): boolean {
  return /^\p{Lu}/u.test(text.slice(at, at + 2))
}

function isCode(text: string, start: number, end: number): boolean {
  if (end - start > MAX_CHUNK) return !IDEOGRAPH.test(text.slice(start, start + 2))
  return CODE.test(text.slice(start, end).replace(SHARP, ''))
}

function isJoint(term: string): boolean {
  return term === '-' || term === '‐' || term === '‑' || term === '.'
}

/**
 * Returns the last token of "C++", "F#" or ".NET" beginning at token `t` of a chunk that ends before `next`; otherwise
 * `t`.
 */
function endOfMarkedName(
  text: string,
  spans: readonly Span[],
  words: readonly string[],
  t: number,
  next: number
): number {
  const [second, third] = [t + 1, t + 2].map((at) => (at < next ? words[at] : ''))
  if (words[t] === '.')
    return t + 1 < next && spans[t + 1].end - spans[t + 1].start > 1 && isAcronym(text, spans[t + 1]) ? t + 1 : t
  if (spans[t].end - spans[t].start > 1 || !isAcronym(text, spans[t])) return t
  if (second === '#') return t + 1
  return second === '+' && third === '+' ? t + 2 : t
}

/**
 * Returns whether the slash is part of a name in capitals, as in TCP/IP. Elsewhere it separates two words, as in
 * and/or.
 */
function isSlashed(text: string, left: Span, mark: Span, right: Span): boolean {
  return text[mark.start] === '/' && isAcronym(text, left) && isAcronym(text, right)
}

function isAcronym(text: string, { start, end }: Span): boolean {
  return end - start <= MAX_ACRONYM && /^\p{Lu}+$/u.test(text.slice(start, end))
}

/** Returns whether this is camelCase with at least two humps, as in program names; "macOS" and "iPhone" are not. */
function isIdentifier(surface: string): boolean {
  return surface.length > 3 && /^\p{Ll}+(?:\p{Lu}+\p{Ll}+){2}/u.test(surface.slice(0, MAX_CHUNK))
}

/** Returns `term` without an English plural ending. Rough: it only has to unify the forms of a word. */
export function singular(term: string): string {
  if (term.length < 4 || !term.endsWith('s') || /(?:ss|us|is|'s)$/.test(term)) return term
  if (term.endsWith('ies') && term.length > 4) return `${term.slice(0, -3)}y`
  if (/(?:ch|sh|x|ss|zz)es$/.test(term)) return term.slice(0, -2)
  return term.slice(0, -1)
}
