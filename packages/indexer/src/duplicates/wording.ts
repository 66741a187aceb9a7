import { wordTerms } from '@leitmotif/encoder/stages'

/** The words of a sentence in the form used for comparison. */
export interface Wording {
  /** Equal for sentences with the same words in the same order, ignoring case, punctuation and spacing. */
  readonly key: string
  /** Numbers of its words, ascending, with repetitions; all figures count as one word. */
  readonly words: Int32Array
}

/** Turns sentences into words. Use one reader for all sentences to be compared. */
export interface WordingReader {
  /** Takes time linear in the text. */
  readonly read: (text: string) => Wording
  /**
   * Share of words that two sentences have in common, 0 to 1 (Dice's coefficient). A word's weight is log(1 + sentences
   * / those with it) over the `counted` sentences, so rare words weigh more.
   */
  readonly sharer: (counted: readonly Int32Array[]) => (a: Int32Array, b: Int32Array) => number
}

const FIGURE = /\p{N}/u

/** Returns a text that is equal for sentences with the same words in the same order, ignoring case, punctuation and spacing. */
export function wordingKey(text: string): string {
  return wordTerms(text).join(' ')
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
      const words = wordTerms(text)
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
