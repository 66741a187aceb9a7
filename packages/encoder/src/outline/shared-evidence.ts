import { VERBS } from '../labels/word-classes.js'
import { isSameStem } from '../labels/theme-labels.js'
import { isPast } from '../labels/stop-words.js'
import { sharedWords } from '../labels/subject-words.js'

type WordCounts = ReadonlyMap<string, number>

/**
 * Verbs, and words for actions on a screen: two texts of instructions share them without sharing a subject. `isPast`
 * recognises past forms.
 */
const ACTIONS: ReadonlySet<string> = new Set([
  ...VERBS.trim().split(/\s+/),
  ...(
    'button check click copy disable download drag edit enable enter hit hope hover install listing login menu open paste press ' +
    'save screen scroll select setup step submit swipe tab tap toggle type upload window'
  ).split(' ')
])

/** Shared words read to find up to three different ones. */
const READ = 12

/** Least shared words that show a common subject: a single one may be chance. */
export const LEAST_SHARED = 2

/**
 * Returns up to three words that `words` share with `near`. First come those whose share in `near` exceeds their share
 * in `far` most. Leaves out verbs, ACTIONS, and other forms of a word already chosen.
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
