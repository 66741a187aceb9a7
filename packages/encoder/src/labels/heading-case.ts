/** The capitalisation of headings: "How keys are kept", or "How Keys Are Kept". */
export type HeadingCase = 'sentence' | 'title'

/** Words that stay in lower case in title case. */
const SMALL = /^(?:a|an|and|as|at|but|by|for|from|in|into|nor|of|on|onto|or|over|per|the|to|up|via|vs|with)$/

const WORD = /[\p{L}\p{M}\p{N}'’-]+/gu

/** Maximum number of headings read. */
const MAX_READ = 500

/** Returns the case of most headings with two words or more; sentence case if they give no evidence. */
export function readCase(headings: readonly string[]): HeadingCase {
  let [capital, small] = [0, 0]
  for (const heading of headings.slice(0, MAX_READ)) {
    const words = heading.slice(0, 200).match(WORD)?.slice(1) ?? []
    for (const word of words) {
      if (/^\p{Lu}\p{Ll}/u.test(word)) capital++
      else if (/^\p{Ll}/u.test(word) && !SMALL.test(word)) small++
    }
  }
  return capital > small ? 'title' : 'sentence'
}

/** Returns a phrase in the given case; existing capitals stay. */
export function toHeading(phrase: string, style: HeadingCase): string {
  const cased =
    style === 'title' ? phrase.replace(/\S+/gu, (word: string) => (SMALL.test(word) ? word : raise(word))) : phrase
  return raiseFirst(cased)
}

/** Capitalises the first word, except names written in lower case: "useMemo", "example.org", "npm", "x86". */
export function raiseFirst(phrase: string): string {
  return phrase.replace(/^\S+/u, raise)
}

/** Matches a later capital, a dot inside, no vowel, or a digit after the first letters. */
const SMALL_NAME = /^\p{Ll}+[\p{Lu}\p{N}]|\p{L}\.\p{L}|^[b-df-hj-np-tv-xz]{2,}(?![\p{L}\p{M}])/u

function raise(word: string): string {
  return SMALL_NAME.test(word) ? word : word.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
}
