import { termAt, tokenize } from '../text/tokens.js'
import type { Span } from '../text/span.js'
import { foreignWordsIn } from './foreign-words.js'
import { LEADING_WORDS, VERBS } from './word-classes.js'
import { isPast, JOINING_WORDS, OPENING_WORDS, STOP_WORDS } from './stop-words.js'

/** No word: punctuation, a number, code, an address, the end of a sentence. No phrase crosses it. */
export const BREAK = -1

/** Where in a term a word may stand. */
export const Stop = {
  /** Anywhere. */
  none: 0,
  /** First in a phrase, not alone and not last: "New" of "New York", "distributed" of "distributed systems". */
  first: 1,
  /** Neither first nor last. */
  always: 2,
  /** First in a phrase behind a determiner or a preposition, where it is a noun: "with hide glue"; nowhere else. */
  verb: 3
} as const

/** The words of many sentences as numbers, for counting words and phrases. Flat: one entry a unit of text. */
export interface Words {
  /** Word of each unit, or BREAK. */
  readonly ids: Int32Array
  /** Sentence of each unit. */
  readonly sentence: Int32Array
  /** Where each unit stands in its sentence: [start, end). */
  readonly start: Int32Array
  readonly end: Int32Array
  /** Each word's key: lower case, without a plural's ending. Words with equal keys are one. */
  readonly keys: readonly string[]
  /** Where in a term each word may stand: one of `Stop`. */
  readonly stops: Uint8Array
  /** 1 for a stop word that may stand inside a phrase. */
  readonly joins: Uint8Array
  /** 1 for a determiner or a preposition: what stands behind it is no verb. */
  readonly opens: Uint8Array
}

/** A chunk without spaces that has any of these is code, a path or an address, not prose. */
const CODE = /[_\\=<>{}@$^~|*#]|:\/\/|::|\(\)|\/.*\/|^www\./u

/** The end of "C#", which is no code. */
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

/** A chunk longer than this is no prose either. */
const MAX_CHUNK = 60

/** Letters of an acronym at most. */
const MAX_ACRONYM = 5

/** Words told apart, at most, so that three of them make one exact number. Those met later are breaks. */
const MAX_WORDS = 200_000

/** Reads `sentences` into words. Linear in the text. */
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
    // "News" is no form of "new".
    const key = STOP_WORDS.has(singular(term)) ? term : singular(term)
    // A stop word keeps its own form: "supports" says nothing, "support" may.
    const id = addWord(stop === Stop.always ? term : key, stop, JOINING_WORDS.has(term) ? 1 : 0)
    byTerm.set(term, id)
    return id
  }
  // A key of its own: "war" names a theme where it is no German verb.
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

/** The last token of "C++", "F#" or ".NET" that begins at token `t` of a chunk that ends before `next`; else `t`. */
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

/** A slash between capitals alone, as in TCP/IP; elsewhere it stands between two words, as in and/or. */
function isSlashed(text: string, left: Span, mark: Span, right: Span): boolean {
  return text[mark.start] === '/' && isAcronym(text, left) && isAcronym(text, right)
}

function isAcronym(text: string, { start, end }: Span): boolean {
  return end - start <= MAX_ACRONYM && /^\p{Lu}+$/u.test(text.slice(start, end))
}

/** camelCase of at least two humps, as names in programs have it; not macOS, not iPhone. */
function isIdentifier(surface: string): boolean {
  return surface.length > 3 && /^\p{Ll}+(?:\p{Lu}+\p{Ll}+){2}/u.test(surface.slice(0, MAX_CHUNK))
}

/** `term` without an English plural's ending. Rough: it only has to bring forms of one word together. */
export function singular(term: string): string {
  if (term.length < 4 || !term.endsWith('s') || /(?:ss|us|is|'s)$/.test(term)) return term
  if (term.endsWith('ies') && term.length > 4) return `${term.slice(0, -3)}y`
  if (/(?:ch|sh|x|ss|zz)es$/.test(term)) return term.slice(0, -2)
  return term.slice(0, -1)
}
