import { VERBS } from '../labels/word-classes.js'
import { isSameStem } from '../labels/theme-labels.js'
import { isPast } from '../labels/stop-words.js'
import { sharedWords } from '../labels/subject-words.js'

type WordCounts = ReadonlyMap<string, number>

/** Verbs beside their past forms, and nouns of what a reader does on a screen: two texts that tell what to click need not be of one subject. */
const ACTIONS: ReadonlySet<string> = new Set([
  ...VERBS.trim().split(/\s+/),
  ...(
    'button check click copy disable download drag edit enable enter hit hope hover install listing login menu open paste press ' +
    'save screen scroll select setup step submit swipe tab tap toggle type upload window'
  ).split(' ')
])

/** Words read to find those that are unlike. */
const READ = 12

/** Words of two texts that tell that they are of one subject, at least: one alone may be there by chance. */
export const LEAST_SHARED = 2

/**
 * Up to three words that `words` share with `near`, those first that are most its own against `far`: no forms of one word,
 * and no verbs nor what a reader does (ACTIONS).
 */
export function sharedEvidence(words: WordCounts, near: WordCounts, far: WordCounts): string[] {
  const chosen: string[] = []
  for (const word of sharedWords(words, near, far, READ)) {
    if (chosen.length === 3) break
    if (!ACTIONS.has(word) && !isPast(word) && !chosen.some((other) => isOneWord(word, other))) chosen.push(word)
  }
  return chosen
}

function isOneWord(a: string, b: string): boolean {
  return isSameStem(a, b) || a.startsWith(b) || b.startsWith(a)
}
