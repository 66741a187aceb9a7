import { sphericalKMeans } from '@leitmotif/encoder'
import { wordForm } from '../tagging/word-form.js'
import type { WordClasses } from '../tagging/tagger.js'

interface WordClassOptions {
  /** Number of classes, at most 256. */
  readonly classes: number
  /** Words that occur less often have no class. */
  readonly leastCount: number
  /** Maximum number of words with a class; the most frequent ones have one. */
  readonly mostWords: number
  readonly seed: number | string
}

export const WORD_CLASS_DEFAULTS = { classes: 250, leastCount: 40, mostWords: 30_000, seed: 1 } as const

/** Maximum number of classes, because a class is stored in one byte. */
export const MAX_CLASSES = 256

// Number of the most frequent words that define contexts, before and after a word.
const CONTEXTS = 250
const ITERATIONS = 25

/** Counts the words of texts, and makes word classes of them with `classes`. */
export interface WordClassCounter {
  /** Counts the words of a sentence. */
  readonly add: (words: readonly string[]) => void
  readonly words: () => number
  readonly classes: (options: WordClassOptions) => WordClasses
}

const END = '\n'

/**
 * Clusters words that occur next to the same frequent words. The clusters are parts of speech learned without a tagger
 * (Schütze 1995, Distributional part-of-speech tagging). A word's row is the square root of the shares of each frequent
 * word before it and after it. Rows are clustered by spherical k-means.
 */
export function createWordClassCounter(): WordClassCounter {
  const ids = new Map<string, number>([[END, 0]])
  const forms = [END]
  const counts = [0]
  let tokens = new Uint32Array(1 << 20)
  let length = 0
  const push = (form: string): void => {
    let id = ids.get(form)
    if (id === undefined) {
      id = forms.length
      ids.set(form, id)
      forms.push(form)
      counts.push(0)
    }
    counts[id]++
    if (length === tokens.length) {
      const longer = new Uint32Array(2 * length)
      longer.set(tokens)
      tokens = longer
    }
    tokens[length++] = id
  }
  push(END)
  return {
    add(words) {
      for (const word of words) push(wordForm(word))
      push(END)
    },
    words: () => length - counts[0],
    classes({ classes, leastCount, mostWords, seed }) {
      const frequent = forms
        .map((_, id) => id)
        .filter((id) => counts[id] >= leastCount)
        .sort((a, b) => counts[b] - counts[a] || (forms[a] < forms[b] ? -1 : 1))
      const known = frequent.filter((id) => id !== 0).slice(0, mostWords)
      const contexts = frequent.slice(0, CONTEXTS)
      const dims = 2 * contexts.length
      const data = new Float32Array(known.length * dims)
      const rows = new Int32Array(forms.length).fill(-1)
      for (const [row, id] of known.entries()) rows[id] = row
      const places = new Int32Array(forms.length).fill(-1)
      for (const [place, id] of contexts.entries()) places[id] = place
      for (let i = 1; i + 1 < length; i++) {
        const row = rows[tokens[i]]
        if (row < 0) continue
        const before = places[tokens[i - 1]]
        const after = places[tokens[i + 1]]
        if (before >= 0) data[row * dims + before]++
        if (after >= 0) data[row * dims + contexts.length + after]++
      }
      for (let row = 0; row < known.length; row++) {
        const values = data.subarray(row * dims, (row + 1) * dims)
        let sum = 0
        for (const value of values) sum += value
        for (let i = 0; sum > 0 && i < dims; i++) values[i] = Math.sqrt(values[i] / sum)
      }
      const vectors = { count: known.length, dims, data }
      const { assignment } = sphericalKMeans(vectors, {
        k: classes,
        seed,
        restarts: 1,
        iterations: ITERATIONS,
        swaps: 0
      })
      return new Map(known.map((id, row) => [forms[id], assignment[row]] as const).filter(([, number]) => number >= 0))
    }
  }
}
