import { STOP_WORDS, wordTerms } from '@leitmotif/encoder/stages'

const FIGURE = /\p{N}/u

/** Words that negate a sentence; "do n't" is read as two words. */
const NEGATIONS = new Set([
  'no',
  'not',
  "n't",
  'never',
  'none',
  'nor',
  'neither',
  'nobody',
  'nothing',
  'cannot',
  'without'
])

/** Number words, days and months. */
const NUMBERS = new Set(
  (
    'two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen ' +
    'nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion dozen ' +
    'hundreds thousands millions billions dozens half quarter ' +
    'first second third fourth fifth sixth seventh eighth ninth tenth last ' +
    'monday tuesday wednesday thursday friday saturday sunday ' +
    'january february april june july august september october november december'
  ).split(' ')
)

/** Returns the number of negations in a sentence. */
export function negations(text: string): number {
  return wordTerms(text).reduce((count, word) => count + (NEGATIONS.has(word) ? 1 : 0), 0)
}

/**
 * Returns, as one text, the distinct words that the scorer cannot compare: numbers in figures and words, unknown words
 * that are not stop words, and `not` if the sentence negates. If these texts differ, two sentences cannot mean the
 * same, however similar their known words are.
 */
export function unreadWords(text: string, knows: (word: string) => boolean): string {
  const telling = (word: string): boolean =>
    FIGURE.test(word) || NUMBERS.has(word) || !(knows(word) || STOP_WORDS.has(word))
  const negated = negations(text) > 0 ? ['not'] : []
  return [...new Set(wordTerms(text).filter(telling)), ...negated].sort().join(' ')
}

/** Maximum length of a stem, after its ending is removed. */
const STEM = 5

const OPPOSITES = (
  'more less, most least, many few, large small, larger smaller, big small, bigger smaller, high low, higher lower, hard soft, ' +
  'strong weak, stronger weaker, positive negative, early late, early later, earlier later, ' +
  'before after, begin end, start end, start stop, open close, up down, above below, inside outside, left right, north south, ' +
  'eastern western, east west, increase decrease, rise fall, buy sell, win lose, new old, young old, younger older, good bad, better worse, best worst, ' +
  'long short, longer shorter, fast slow, hot cold, light dark, man woman, men women, boy girl, male female, add remove, addition subtraction, ' +
  'maximum minimum, always never, all none, with without, import export, internal external, upper lower, same different, ' +
  'enable disable, true false, public private, input output'
)
  .split(', ')
  .map((pair) => pair.split(' ').map(stemOf))

/**
 * Returns whether two similar sentences have different meanings. They do in any of these cases:
 * - one has a word and the other its opposite;
 * - they differ in exactly one content word each ("adding is associative", "dividing is associative");
 * - each has a name that the other lacks.
 * Time is linear in both texts.
 */
export function differsInMeaning(a: string, b: string): boolean {
  const [words, others] = [wordTerms(a), wordTerms(b)]
  const [one, other] = [words, others].map((of) => new Set(of.map(stemOf)))
  if (OPPOSITES.some(([x, y]) => hasOpposites(one, other, x, y) || hasOpposites(one, other, y, x))) return true
  const lacks = (stems: ReadonlySet<string>) => (word: string) => !STOP_WORDS.has(word) && !stems.has(stemOf(word))
  const [own, its] = [new Set(words.filter(lacks(other))), new Set(others.filter(lacks(one)))]
  if (own.size === 1 && its.size === 1) return true
  return namesOf(a).some((name) => own.has(name)) && namesOf(b).some((name) => its.has(name))
}

/** Returns a prefix that the forms of a word share. Some different words share it too. */
function stemOf(word: string): string {
  return (word.length > 3 ? word.replace(/(?:e?s|ed|ing|e)$/, '') : word).slice(0, STEM)
}

function hasOpposites(one: ReadonlySet<string>, other: ReadonlySet<string>, x: string, y: string): boolean {
  return one.has(x) && !one.has(y) && other.has(y) && !other.has(x)
}

const OPENING = /^[\p{P}\p{S}]+/u
const ENDING = /[.:!?…"”’)]$/

/** Returns capitalised words within a sentence, in lower case; none if most words are capitalised, as in titles. */
function namesOf(text: string): string[] {
  const written = text.split(/\s+/).map((word) => word.replace(OPENING, ''))
  const names = written.filter((word, i) => i > 0 && /^\p{Lu}/u.test(word) && !ENDING.test(written[i - 1]))
  return 2 * names.length < written.length ? wordTerms(names.join(' ')) : []
}
