import { Kind, kindAt, kindOf } from './characters.js'
import type { Span } from './span.js'

/** A longer token's term is that of its first so many UTF-16 units: no word is that long, and nothing grows with it. */
export const MAX_TERM_LENGTH = 48

// How many letters "U.S." may have: bounds the look ahead.
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

/** Past the letters, digits and marks that begin at `at`. */
function endOfRun(text: string, at: number): number {
  while (at < text.length) {
    const code = text.codePointAt(at)!
    const kind = kindOf(code)
    if (kind < Kind.upper || kind === Kind.ideograph) break
    at += code > 0xffff ? 2 : 1
  }
  return at
}

/** Past the marks that begin at `at`; what a zero-width joiner joins to a symbol belongs to it. */
function endOfJoined(text: string, at: number): number {
  while (kindAt(text, at) === Kind.joined) {
    const joins = text.charCodeAt(at) === ZERO_WIDTH_JOINER
    at += text.codePointAt(at)! > 0xffff ? 2 : 1
    if (joins && kindAt(text, at) === Kind.mark) at += text.codePointAt(at)! > 0xffff ? 2 : 1
  }
  return at
}

/** Past "U.S." or "e.g." that begins at `at`: two or more single letters, a full stop after each; else `at`. */
function endOfDotted(text: string, at: number): number {
  let end = at
  let letters = 0
  while (letters < MAX_DOTTED && isLetter(kindAt(text, end)) && text.charCodeAt(end + 1) === FULL_STOP) {
    end += 2
    letters++
  }
  return letters > 1 && !isLetter(kindAt(text, end)) ? end : at
}

/** Whether a full stop or comma at `at`, after a digit, stands inside a number: 3.14 and 1,000, but not 2019,2020. */
function isInNumber(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  if (code === FULL_STOP) return isDigitAt(text, at + 1)
  if (code !== COMMA) return false
  return isDigitAt(text, at + 1) && isDigitAt(text, at + 2) && isDigitAt(text, at + 3) && !isDigitAt(text, at + 4)
}

/** Whether `text` reads, in lower case and with a straight apostrophe, `wanted` from `at` on. */
function reads(text: string, at: number, wanted: string): boolean {
  for (let i = 0; i < wanted.length; i++) {
    const code = text.charCodeAt(at + i)
    if (isApostrophe(code) ? wanted[i] !== "'" : (code | 0x20) !== wanted.charCodeAt(i)) return false
  }
  return true
}

/** Where the clitic ("n't", "'s", "'re" …) of the word [start, end) begins, its apostrophe at `apostrophe`; else `end`. */
function startOfClitic(text: string, start: number, apostrophe: number, end: number): number {
  const tail = end - apostrophe
  if (tail === 2 && apostrophe - 1 > start && reads(text, apostrophe - 1, "n't")) return apostrophe - 1
  if (tail === 2 && ["'s", "'d", "'m"].some((clitic) => reads(text, apostrophe, clitic))) return apostrophe
  if (tail === 3 && ["'re", "'ve", "'ll"].some((clitic) => reads(text, apostrophe, clitic))) return apostrophe
  return end
}

/**
 * The tokens of `text`, in order; nothing but white space lies between them.
 *
 * - A word is letters and digits with their marks, and apostrophes between letters (O'Brien). As in the Penn Treebank
 *   and so in GloVe's vocabulary, a clitic is a token of its own: do|n't, ca|n't, it|'s, they|'re, Ada|'s.
 * - Letters with a full stop after each are one token (U.S., e.g.), so are numbers (1,000.5; 1990s; 1.2.3).
 * - Of scripts without spaces between words, each character is a token.
 * - Every other character is a token: hyphens too, for parts are far better known to a vocabulary than compounds.
 *
 * Takes time linear in the text.
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
// Joiners stay: they tell Persian words and emoji apart.
const IGNORED = /(?![\u200c\u200d])\p{Cf}/gu

// Of tokens of one unit, filled as they are met: Chinese and Japanese text is made of them.
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
 * The vocabulary's form of a token of `text`: NFC, lower case, straight quotes for curly, nothing invisible, of at most
 * the first MAX_TERM_LENGTH units of the token. Digits stay.
 */
export function termAt(text: string, { start, end }: Span): string {
  let cut = Math.min(end, start + MAX_TERM_LENGTH)
  // Never through a surrogate pair.
  if (cut < end && (text.charCodeAt(cut) & 0xfc00) === 0xdc00) cut--
  return termOf(text.slice(start, cut))
}

/** The vocabulary's forms of `tokenize`'s tokens, one each: see `termAt`. */
export function terms(text: string): string[] {
  return tokenize(text).map((token) => termAt(text, token))
}

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u

/** Those of a text's terms that are words, with a letter or a digit: no punctuation. */
export function wordTerms(text: string): string[] {
  return terms(text).filter((term) => LETTER_OR_DIGIT.test(term))
}
