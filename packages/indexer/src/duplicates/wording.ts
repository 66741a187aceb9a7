import { STOP_WORDS, terms } from '@leitmotif/encoder'

/** The words of a sentence, as they are compared with those of others. */
export interface Wording {
  /** The same for sentences of the same words in the same order, whatever their case, punctuation and spacing. */
  readonly key: string
  /** Numbers of its words, ascending, each as often as it stands there; all figures are one word. */
  readonly words: Int32Array
}

/** Reads sentences by their words; one reader for all that are to be compared. */
export interface WordingReader {
  /** Takes time linear in the text. */
  readonly read: (text: string) => Wording
  /**
   * The part of their words that two sentences have in common, 0 to 1 (Dice's coefficient), a word weighing the more, the
   * fewer of the `counted` sentences have it: log(1 + sentences / those with it).
   */
  readonly sharer: (counted: readonly Int32Array[]) => (a: Int32Array, b: Int32Array) => number
}

const WORD = /[\p{L}\p{N}]/u
const FIGURE = /\p{N}/u

/** A sentence's words of letters and figures, in lower case; without its punctuation. */
function wordsOf(text: string): string[] {
  return terms(text).filter((term) => WORD.test(term))
}

/** Words that turn what is said into its opposite; "do n't" is read as two. */
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

const NUMBERS = new Set(
  (
    'two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen ' +
    'nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion dozen ' +
    'first second third fourth fifth sixth seventh eighth ninth tenth last'
  ).split(' ')
)

/** How often a sentence negates. */
export function negations(text: string): number {
  return wordsOf(text).reduce((count, word) => count + (NEGATIONS.has(word) ? 1 : 0), 0)
}

/**
 * The numbers of a sentence, in figures and in words, its negations and the words that are not known, but for stop words,
 * each once, as one text: where these differ, no likeness of what is known makes two sentences say the same.
 */
export function unreadWords(text: string, knows: (word: string) => boolean): string {
  const telling = (word: string): boolean =>
    FIGURE.test(word) || NUMBERS.has(word) || !(knows(word) || STOP_WORDS.has(word))
  const negated = negations(text) > 0 ? ['not'] : []
  return [...new Set(wordsOf(text).filter(telling)), ...negated].sort().join(' ')
}

export function createWordingReader(): WordingReader {
  const numbers = new Map<string, number>()
  const numberOf = (word: string): number => {
    const own = FIGURE.test(word) ? '0' : word
    const known = numbers.get(own)
    if (known !== undefined) return known
    numbers.set(own, numbers.size)
    return numbers.size - 1
  }
  return {
    read(text) {
      const words = wordsOf(text)
      return { key: words.join(' '), words: Int32Array.from(words, numberOf).sort() }
    },
    sharer(counted) {
      const having = new Float64Array(numbers.size)
      for (const words of counted) words.forEach((word, at) => (having[word] += word === words[at - 1] ? 0 : 1))
      const weights = having.map((count) => Math.log(1 + counted.length / Math.max(1, count)))
      return (a, b) => sharedWeight(a, b, weights)
    }
  }
}

function sharedWeight(a: Int32Array, b: Int32Array, weights: Float64Array): number {
  let [shared, all] = [0, 0]
  for (let i = 0, j = 0; i < a.length || j < b.length;) {
    if (a[i] === b[j]) {
      shared += 2 * weights[a[i]]
      all += 2 * weights[a[i]]
      i++
      j++
    } else if (j === b.length || a[i] < b[j]) all += weights[a[i++]]
    else all += weights[b[j++]]
  }
  return all === 0 ? 0 : shared / all
}
