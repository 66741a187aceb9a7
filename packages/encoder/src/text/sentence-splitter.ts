import { isExtension, isOrdinal, isTitle, opensSentences, suppresses } from './abbreviations.js'
import { Kind, kindAt, kindOf } from './characters.js'
import type { Span } from './span.js'

// The longest word considered before and after a full stop; bounds the cost.
const MAX_WORD = 40
const MAX_OPENERS = 8

const STOPS = codes('.!?\u2026\u203c\u203d\u2047\u2048\u2049')
// Marks that always end a sentence and abbreviate nothing, in scripts that may put no space after them.
const FULL_STOPS = codes('。！？｡．\u037e\u0589\u061f\u06d4\u0964\u0965\u1362\u1367\u104b\u17d4\u17d5')
const CLOSERS = codes('"\'`”’»›)]}」』）】》〉*_')
// Closing in German („…“, »…«), opening elsewhere.
const EITHER = codes('“«‘')
const OPENERS = codes('"\'`“”‘„‚«»‹([{「『（【《〈¿¡*_•–—-')
const QUOTES = codes('"\'`”’»›“«')
const CJK_CLOSERS = codes('」』）】》〉”’')

const FULL_STOP = 0x2e
const ELLIPSIS = 0x2026
const FULL_WIDTH_STOP = 0xff0e
const COLON = 0x3a
const SEMICOLON = 0x3b
const NEWLINE = 0x0a
const RETURN = 0x0d

function codes(characters: string): ReadonlySet<number> {
  return new Set(Array.from(characters, (character) => character.charCodeAt(0)))
}

/**
 * Splits `text` into sentences: contiguous spans that cover all of it. White space after a sentence belongs to it, a
 * blank line always ends one, and '' has none. Rules over characters and lists of abbreviations give the same spans on
 * every host; in doubt they do not split. Linear in the text.
 * @example
 * const text = 'It rains. We stay.'
 * splitSentences(text).map((span) => slice(text, span)) // => ['It rains. ', 'We stay.']
 */
export function splitSentences(text: string): Span[] {
  const spans: Span[] = []
  // Leading white space belongs to the first sentence.
  let start = 0
  let first = pastSpace(text, 0).at
  let at = first
  while (at < text.length) {
    const code = text.charCodeAt(at)
    let boundary = false
    if (code === NEWLINE || code === RETURN || code === 0x2028 || code === 0x2029 || code === 0x0c) {
      const space = pastSpace(text, at)
      at = space.at
      boundary = space.blankLine
    } else if (isStop(text, at)) {
      const found = afterStop(text, first, at)
      at = found.at
      boundary = found.boundary
    } else {
      at++
    }
    if (boundary && at < text.length) {
      spans.push({ start, end: at })
      start = at
      first = at
    }
  }
  if (start < text.length) spans.push({ start, end: text.length })
  return spans
}

function isStop(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  // Nearly all characters leave here.
  if (code > 0x3f && code < 0x37e) return false
  if (code === COLON || code === SEMICOLON) return isColonStop(text, at)
  return STOPS.has(code) || FULL_STOPS.has(code)
}

/** Returns whether the colon at `at` is Armenian's full stop, or the semicolon Greek's question mark. */
function isColonStop(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1)
  if (kindAt(text, at + 1) !== Kind.space) return false
  if (text.charCodeAt(at) === COLON) return before >= 0x531 && before <= 0x58a
  return (before >= 0x370 && before <= 0x3ff) || (before >= 0x1f00 && before <= 0x1fff)
}

/**
 * Returns the position after the white space at `at`, and whether it contains a blank line, or the end of a page or
 * paragraph.
 */
function pastSpace(text: string, at: number): { at: number; blankLine: boolean } {
  let lines = 0
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (kindOf(code) !== Kind.space) break
    if (code === NEWLINE || (code === RETURN && text.charCodeAt(at + 1) !== NEWLINE) || code === 0x2028) lines++
    else if (code === 0x2029 || code === 0x0c) lines += 2
  }
  return { at, blankLine: lines > 1 }
}

/** Returns whether the sentence that begins at `start` ends with the stop at `at`, and where to continue. */
function afterStop(text: string, start: number, at: number): { at: number; boundary: boolean } {
  const stop = pastStops(text, at)
  const closed = pastClosers(text, stop.at)
  const space = pastSpace(text, closed)
  if (space.blankLine || space.at === text.length) return { at: space.at, boundary: true }
  if (stop.full) return { at: space.at, boundary: endsUnspaced(text, stop.at, closed, space.at) }
  if (space.at === closed) return { at: closed, boundary: stop.single && missesSpace(text, start, at, closed) }
  const next = nextWord(text, space.at)
  // "[...]" and "(!)" comment on the sentence around them.
  const remark = closed > stop.at && /[([]/.test(text.charAt(at - 1))
  if (remark || next === '' || !canOpen(next)) return { at: space.at, boundary: false }
  const quoted = closed > stop.at && QUOTES.has(text.charCodeAt(closed - 1))
  if (quoted && !stop.dotted && isSaid(text, space.at, next)) return { at: space.at, boundary: false }
  if (stop.spaced || (stop.ellipsis && next === 'I')) return { at: space.at, boundary: false }
  return { at: space.at, boundary: !stop.single || !continues(text, start, at, next) }
}

interface Stops {
  readonly at: number
  /** A single full stop, perhaps of an abbreviation. */
  readonly single: boolean
  /** Ends with a dot. */
  readonly dotted: boolean
  readonly ellipsis: boolean
  /** Dots with spaces before them: an omission rather than an end. */
  readonly spaced: boolean
  /** Ends with one of FULL_STOPS. */
  readonly full: boolean
}

function pastStops(text: string, from: number): Stops {
  let at = from
  while (at < text.length && isStop(text, at)) at++
  const last = text.charCodeAt(at - 1)
  const dotted = last === FULL_STOP
  const single = dotted && at - from === 1
  const ellipsis = last === ELLIPSIS || (dotted && !single && text.charCodeAt(at - 2) === FULL_STOP)
  let spaced = ellipsis && at - from <= 3 && kindAt(text, from - 1) === Kind.space
  // ". . ."
  while (dotted && text.charCodeAt(at) === 0x20 && isLoneDot(text, at + 1)) {
    at += 2
    spaced = true
  }
  return { at, single, dotted, ellipsis, spaced, full: FULL_STOPS.has(last) }
}

function isLoneDot(text: string, at: number): boolean {
  if (text.charCodeAt(at) !== FULL_STOP) return false
  return kindAt(text, at + 1) <= Kind.space
}

/** Returns the end of closing quotes, brackets and citations such as [12], also after one space. */
function pastClosers(text: string, at: number): number {
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (CLOSERS.has(code) || (EITHER.has(code) && kindAt(text, at + 1) === Kind.space)) at++
    else {
      const citation = code === 0x20 ? pastCitation(text, at + 1) : pastCitation(text, at)
      if (citation < 0) return at
      at = citation
    }
  }
  return at
}

/** Returns the end of "[12]" at `at`, or -1. */
function pastCitation(text: string, at: number): number {
  if (text.charCodeAt(at) !== 0x5b) return -1
  let end = at + 1
  while (end < at + 5 && /[\d,a-z]/.test(text.charAt(end))) end++
  return end > at + 1 && text.charCodeAt(end) === 0x5d ? end + 1 : -1
}

/** Returns whether a sentence ends after 。 and similar marks; not if a closing quote continues in hiragana (「…。」と). */
function endsUnspaced(text: string, stop: number, closed: number, next: number): boolean {
  const follows = text.charCodeAt(next)
  // ３．２９
  if (text.charCodeAt(stop - 1) === FULL_WIDTH_STOP && next === closed && kindAt(text, next) === Kind.digit)
    return false
  if (closed > stop && next === closed && CJK_CLOSERS.has(text.charCodeAt(closed - 1))) {
    return !(follows >= 0x3041 && follows <= 0x309f)
  }
  return kindAt(text, next) !== Kind.lower && !/[、，,;:：；]/.test(text.charAt(next))
}

/**
 * Returns the word from `at`, after opening marks: letters, digits and marks, at most MAX_WORD units; '' without one.
 */
function nextWord(text: string, at: number): string {
  for (let i = 0; i < MAX_OPENERS && OPENERS.has(text.charCodeAt(at)); i++) {
    at++
    if (text.charCodeAt(at) === 0x20) at++
  }
  let end = at
  while (end < text.length && end < at + MAX_WORD) {
    const code = text.codePointAt(end)!
    if (kindOf(code) <= Kind.space) break
    end += code > 0xffff ? 2 : 1
  }
  return text.slice(at, end)
}

/**
 * Returns the word at the end of [from, at), with inner full stops and without an elided article (l'art); at most
 * MAX_WORD units.
 */
function wordBefore(text: string, from: number, at: number): string {
  let start = at
  while (start > Math.max(from, at - MAX_WORD)) {
    const code = text.charCodeAt(start - 1)
    const isPair = (code & 0xf800) === 0xd800
    if (!isPair && kindOf(code) <= Kind.space && code !== FULL_STOP && code !== 0x27 && code !== 0x2019) break
    start--
  }
  return text.slice(start, at).replace(/^(?:['’]|\p{L}{1,4}['’](?=\p{L}{2}))/u, '')
}

/** Returns whether a sentence may begin with `word`: not with a lower-case letter, except iPhone. */
function canOpen(word: string): boolean {
  const kind = kindOf(word.codePointAt(0)!)
  return kind !== Kind.lower || (word.length > 1 && kindOf(word.codePointAt(1)!) === Kind.upper)
}

/** Returns whether the sentence continues after the full stop at `at`: an abbreviation, an ordinal, an enumerator. */
function continues(text: string, start: number, at: number, next: string): boolean {
  const word = wordBefore(text, start, at)
  if (word === '') return false
  const from = at - word.length
  if (isEnumerator(word) && beginsLine(text, start, from)) return true
  // feature(s)
  if (/[)\]]/.test(text.charAt(from - 1))) return false
  const before = wordBefore(text, start, from - 1)
  return suppresses(before, word, next) || isOrdinal(before, word, next)
}

/** Returns whether at most a bullet or bracket precedes `at` in the sentence or line. */
function beginsLine(text: string, start: number, at: number): boolean {
  const before = text.slice(Math.max(start, at - MAX_OPENERS), at)
  return at - start <= MAX_OPENERS ? /^[\s\p{P}]*$/u.test(before) : /[\n\r][\s\p{P}]*$/u.test(before)
}

function isEnumerator(word: string): boolean {
  return /^(?:\d{1,3}|\p{L}|[ivx]{1,3}|[IVX]{1,3})$/u.test(word)
}

const SAID = new Set(
  'said says asked asks replied cried answered whispered shouted wrote added continued exclaimed murmured muttered'.split(
    ' '
  )
)

/** Returns whether a quotation's clause follows at `at`: “Why?” Mary asked. */
function isSaid(text: string, at: number, next: string): boolean {
  if (text.charCodeAt(at + next.length) !== 0x20) return false
  return SAID.has(nextWord(text, at + next.length + 1))
}

/**
 * Returns whether a space is missing after the full stop at `at`, whose closing marks end at `next`: "in 1598.The
 * Italian", but not Node.JS, Notes.txt, System.Version, example.Com, e.g.The, foo.Bar() or an address.
 */
function missesSpace(text: string, start: number, at: number, next: number): boolean {
  const word = wordBefore(text, start, at)
  const after = nextWord(text, next)
  // After a bracket or quotation, only a word that opens sentences distinguishes prose from code.
  const closing = word === '' && /[)\]”"’]/.test(text.charAt(at - 1))
  if (closing ? !opensSentences(after) : !/^(?:\p{L}*\p{Ll}|\d+s?)$/u.test(word)) return false
  if (!/^\p{Lu}\p{Ll}+$/u.test(after) || isExtension(after)) return false
  // An address, a variable, or a straight quote, which may open as well as close.
  if (/[/\\@:#~=$]/.test(text.charAt(at - word.length - 1)) || /["']/.test(text.charAt(next - 1))) return false
  const beyond = text.charAt(next + after.length)
  // The end of the text counts as a space.
  if (!/^[\s,;’'-]?$/.test(beyond) && !(beyond === '.' && isTitle(after))) return false
  if (suppresses('', word, after)) return false
  return opensSentences(after) || beyond === '.' || /^(?:\p{Ll}{3}|\d{3})/u.test(word)
}
