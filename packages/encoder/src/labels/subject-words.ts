import { termAt, terms, tokenize } from '../text/tokens.js'
import { STOP_WORDS } from './stop-words.js'
import { singular } from './words.js'

const HAS_LETTER_OR_DIGIT = /[\p{L}\p{N}]/u

/** Returns the word that `term` is a form of; undefined for stop words, single letters and punctuation. */
function subjectWord(term: string): string | undefined {
  return term.length < 2 || STOP_WORDS.has(term) || !HAS_LETTER_OR_DIGIT.test(term) ? undefined : singular(term)
}

/** Counts the words of `text` that may name its subject. Linear in the text. */
export function subjectWords(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const term of terms(text)) {
    const word = subjectWord(term)
    if (word !== undefined) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return counts
}

/** Returns subject words as they first appear in `text`, without those that it lacks. */
export function asWritten(text: string, words: readonly string[]): string[] {
  const wanted = new Set(words)
  const found = new Map<string, string>()
  for (const token of tokenize(text)) {
    const word = subjectWord(termAt(text, token))
    if (word !== undefined && wanted.has(word) && !found.has(word)) found.set(word, text.slice(token.start, token.end))
  }
  return words.flatMap((word) => found.get(word) ?? [])
}

/** Returns the sum of word counts. */
export function sumWords(some: readonly ReadonlyMap<string, number>[]): ReadonlyMap<string, number> {
  const sum = new Map<string, number>()
  for (const counts of some) for (const [word, n] of counts) sum.set(word, (sum.get(word) ?? 0) + n)
  return sum
}

/** Returns the number of words counted. */
export function countOf(counts: ReadonlyMap<string, number>): number {
  let count = 0
  for (const n of counts.values()) count += n
  return count
}

/**
 * Returns up to `most` words that both `near` and `words` have, first those whose share in `near` exceeds their share
 * in `far` most. `farSize` is the number of words in `far`; counted if left out.
 */
export function sharedWords(
  words: ReadonlyMap<string, number>,
  near: ReadonlyMap<string, number>,
  far: ReadonlyMap<string, number>,
  most = 3,
  farSize = countOf(far)
): string[] {
  const shareOf = (counts: ReadonlyMap<string, number>, size: number, word: string): number =>
    size === 0 ? 0 : (counts.get(word) ?? 0) / size
  const nearSize = countOf(near)
  return Array.from(words.keys(), (word) => ({
    word,
    gain: shareOf(near, nearSize, word) - shareOf(far, farSize, word)
  }))
    .filter(({ gain }) => gain > 0)
    .sort((a, b) => b.gain - a.gain)
    .slice(0, most)
    .map(({ word }) => word)
}

/** Returns the words as “a”, “b” and “c”. */
export function quoted(words: readonly string[]): string {
  const names = words.map((word) => `“${word}”`)
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
