import { Kind, kindAt, kindOf } from './characters.js'
import type { Span } from './span.js'

/** Longer tokens are cut to this many UTF-16 units, which bounds memory; no real word is that long. */
export const MAX_TERM_LENGTH = 48

// The most letters of "U.S.", which bounds the lookahead.
const MAX_DOTTED = 8

const APOSTROPHE = 0x27
const CURLY_APOSTROPHE = 0x2019
const FULL_STOP = 0x2e
const COMMA = 0x2c
const ZERO_WIDTH_JOINER = 0x200d

function isApostrophe(code: number): boolean {
  return code === APOSTROPHE || code === CURLY_APOSTROPHE
}

function isLetter(kind: number): boolean {
  return kind === Kind.lower || kind === Kind.upper || kind === Kind.letter
}

function isDigitAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code < 0x80 ? code >= 0x30 && code <= 0x39 : kindAt(text, at) === Kind.digit
}

/** Returns the end of the letters, digits and marks that begin at `at`. */
function endOfRun(text: string, at: number): number {
  while (at < text.length) {
    const code = text.codePointAt(at)!
    const kind = kindOf(code)
    if (kind < Kind.upper || kind === Kind.ideograph) break
    at += code > 0xffff ? 2 : 1
  }
  return at
}

/** Returns the end of the marks that begin at `at`, including symbols joined by a zero-width joiner. */
function endOfJoined(text: string, at: number): number {
  while (kindAt(text, at) === Kind.joined) {
    const joins = text.charCodeAt(at) === ZERO_WIDTH_JOINER
    at += text.codePointAt(at)! > 0xffff ? 2 : 1
    if (joins && kindAt(text, at) === Kind.mark) at += text.codePointAt(at)! > 0xffff ? 2 : 1
  }
  return at
}

/** Returns the end of "U.S." or "e.g." at `at` (two or more single letters, each with a full stop); otherwise `at`. */
function endOfDotted(text: string, at: number): number {
  let end = at
  let letters = 0
  while (letters < MAX_DOTTED && isLetter(kindAt(text, end)) && text.charCodeAt(end + 1) === FULL_STOP) {
    end += 2
    letters++
  }
  return letters > 1 && !isLetter(kindAt(text, end)) ? end : at
}

/**
 * Returns whether a full stop or comma at `at`, after a digit, is inside a number: 3.14 and 1,000, but not 2019,2020.
 */
function isInNumber(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  if (code === FULL_STOP) return isDigitAt(text, at + 1)
  if (code !== COMMA) return false
  return isDigitAt(text, at + 1) && isDigitAt(text, at + 2) && isDigitAt(text, at + 3) && !isDigitAt(text, at + 4)
}

/** Returns whether `text` at `at` matches `wanted` in lower case with a straight apostrophe. */
function reads(text: string, at: number, wanted: string): boolean {
  for (let i = 0; i < wanted.length; i++) {
    const code = text.charCodeAt(at + i)
    if (isApostrophe(code) ? wanted[i] !== "'" : (code | 0x20) !== wanted.charCodeAt(i)) return false
  }
  return true
}

/**
 * Returns the start of the clitic ("n't", "'s", "'re" …) of the word [start, end) with its apostrophe at `apostrophe`;
 * otherwise `end`.
 */
function startOfClitic(text: string, start: number, apostrophe: number, end: number): number {
  const tail = end - apostrophe
  if (tail === 2 && apostrophe - 1 > start && reads(text, apostrophe - 1, "n't")) return apostrophe - 1
  if (tail === 2 && ["'s", "'d", "'m"].some((clitic) => reads(text, apostrophe, clitic))) return apostrophe
  if (tail === 3 && ["'re", "'ve", "'ll"].some((clitic) => reads(text, apostrophe, clitic))) return apostrophe
  return end
}

/**
 * Returns the tokens of `text`, in order, separated only by white space.
 *
 * - A word is letters and digits with their marks, and apostrophes between letters (O'Brien). As in the Penn Treebank
 *   and GloVe's vocabulary, a clitic is a separate token: do|n't, ca|n't, it|'s, they|'re, Ada|'s.
 * - Letters that each have a full stop are one token (U.S., e.g.), as are numbers (1,000.5; 1990s; 1.2.3).
 * - In scripts without spaces between words, each character is a token.
 * - Every other character is a token. Hyphens are too, because a vocabulary knows parts far better than compounds.
 *
 * Linear in the text.
 */
export function tokenize(text: string): Span[] {
  const tokens: Span[] = []
  let at = 0
  while (at < text.length) {
    const start = at
    const code = text.codePointAt(at)!
    const kind = kindOf(code)
    at += code > 0xffff ? 2 : 1
    if (kind === Kind.space) continue
    if (kind === Kind.mark || kind === Kind.ideograph) {
      at = endOfJoined(text, at)
      tokens.push({ start, end: at })
      continue
    }
    const dotted = endOfDotted(text, start)
    if (dotted > start) {
      at = dotted
      tokens.push({ start, end: at })
      continue
    }
    let apostrophe = -1
    while (true) {
      at = endOfRun(text, at)
      const next = text.charCodeAt(at)
      if (isApostrophe(next) && isLetter(kindAt(text, at + 1))) apostrophe = at++
      else if (isDigitAt(text, at - 1) && isInNumber(text, at)) at++
      else break
    }
    const clitic = apostrophe < 0 ? at : startOfClitic(text, start, apostrophe, at)
    tokens.push({ start, end: clitic })
    if (clitic < at) tokens.push({ start: clitic, end: at })
  }
  return tokens
}

const ASCII = /^[\0-\x7f]*$/
// Joiners stay: they distinguish Persian words and emoji.
const IGNORED = /(?![\u200c\u200d])\p{Cf}/gu

// Cache for tokens of one unit, which Chinese and Japanese text consists of.
const single: (string | undefined)[] = []

function termOf(token: string): string {
  if (token.length > 1) return normalized(token)
  return (single[token.charCodeAt(0)] ??= normalized(token))
}

function normalized(token: string): string {
  if (ASCII.test(token)) return token.toLowerCase()
  const term = token
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\u2018\u2019\u201b]/g, "'")
    .replace(/[\u201c\u201d\u201f]/g, '"')
    .replace(IGNORED, '')
  return term === '' ? token : term
}

/**
 * Returns the vocabulary's form of a token: NFC, lower case, straight quotes, no invisible characters, cut to
 * MAX_TERM_LENGTH units. Digits stay.
 */
export function termAt(text: string, { start, end }: Span): string {
  let cut = Math.min(end, start + MAX_TERM_LENGTH)
  // Do not split a surrogate pair.
  if (cut < end && (text.charCodeAt(cut) & 0xfc00) === 0xdc00) cut--
  return termOf(text.slice(start, cut))
}

/** Returns the vocabulary's form of each token of `text` (`termAt`). */
export function terms(text: string): string[] {
  return tokenize(text).map((token) => termAt(text, token))
}

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u

/** Returns the terms that contain a letter or a digit. */
export function wordTerms(text: string): string[] {
  return terms(text).filter((term) => LETTER_OR_DIGIT.test(term))
}
