/** Character classes of the sentence splitter and the tokenizer. */
export const Kind = {
  /** Punctuation, symbols, control characters, and halves of broken surrogate pairs. */
  mark: 1,
  space: 2,
  upper: 3,
  lower: 4,
  /** A letter of a script without case. */
  letter: 5,
  /** A letter of a script that puts no spaces between words: a word by itself. */
  ideograph: 6,
  digit: 7,
  /** A combining mark or an invisible character: belongs to the character before it. */
  joined: 8
} as const

const SPACE = /^\s$/u
const UPPER = /^[\p{Lu}\p{Lt}]$/u
const LOWER = /^\p{Ll}$/u
const LETTER = /^\p{L}$/u
const NUMBER = /^\p{N}$/u
// Combining marks and invisible characters (soft hyphens, joiners, directions), except the zero-width space, which separates words.
const JOINED = /^(?:\p{M}|(?!\u200b)\p{Cf})$/u
// Thai, Lao, Myanmar, Khmer, kana and bopomofo, Han and its extensions, half-width katakana, Han of the higher planes.
const UNSPACED =
  /^[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3031-\u3035\u3041-\u312f\u31a0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\u{1b000}-\u{1b16f}\u{20000}-\u{3ffff}]$/u

function judge(code: number): number {
  const character = String.fromCodePoint(code)
  if (SPACE.test(character)) return Kind.space
  if (JOINED.test(character)) return Kind.joined
  if (LOWER.test(character)) return Kind.lower
  if (UPPER.test(character)) return Kind.upper
  if (LETTER.test(character)) return UNSPACED.test(character) ? Kind.ideograph : Kind.letter
  return NUMBER.test(character) ? Kind.digit : Kind.mark
}

// A cache filled on demand, so that loading the module costs nothing; 0 means unknown.
const known = new Uint8Array(0x10000)

/**
 * Returns the class of a code point, one of `Kind`, by the host's Unicode tables. Hosts can differ only for characters
 * of newer Unicode versions.
 */
export function kindOf(code: number): number {
  if (code > 0xffff) return judge(code)
  return known[code] || (known[code] = judge(code))
}

/** Returns the class of the character at `at`; white space outside the text. */
export function kindAt(text: string, at: number): number {
  return at >= 0 && at < text.length ? kindOf(text.codePointAt(at)!) : Kind.space
}
