import { normalize, row } from '@leitmotif/encoder'
import { STOP_WORDS, terms, wordTerms } from '@leitmotif/encoder/stages'
import { addWeightedRows, knownRows, type Vocabulary, type WordTable } from '@leitmotif/encoder/training'
import { zeroVectors } from '@leitmotif/encoder/vectors'
import type { Measurable } from './tdc.js'

/** Returns the baseline `mean-vectors` (Tai et al. 2015): the mean of the vectors of a sentence's known words, length 1. */
export function createMeanVectors(vocabulary: Vocabulary, table: WordTable): Measurable {
  const ones = new Float32Array(table.count).fill(1)
  const sum = new Float64Array(table.dims)
  return {
    encode(sentences) {
      const encoded = zeroVectors(sentences.length, table.dims)
      sentences.forEach((sentence, s) => {
        sum.fill(0)
        addWeightedRows(table, ones, knownRows(vocabulary, terms(sentence), Infinity), sum, 0)
        row(encoded, s).set(sum)
        normalize(row(encoded, s))
      })
      return Promise.resolve(encoded)
    }
  }
}

/**
 * Returns the baseline `word-overlap`: |A ∩ B| / sqrt(|A| |B|), the cosine of the sets of two sentences' terms (Ochiai), in
 * lower case, without stop words and punctuation.
 */
export function createWordOverlap(): Measurable {
  return createTermVectors(
    (term) => !STOP_WORDS.has(term),
    () => 1
  )
}

/**
 * Returns the baseline `tf-idf`: the cosine of sentences' terms, weighted by tf · ln(n / df), where n is the number of texts of
 * a call (an article's), and df the number of those with the term.
 */
export function createTfIdf(): Measurable {
  return createTermVectors(
    () => true,
    (count, texts, having) => count * Math.log(texts / having)
  )
}

/** Encodes texts to unit rows with a column for each term. Rows are comparable only within one call. */
function createTermVectors(
  keep: (term: string) => boolean,
  weigh: (count: number, texts: number, having: number) => number
): Measurable {
  return {
    encode(texts) {
      const columns = new Map<string, { readonly column: number; having: number }>()
      const counted = texts.map((text) => {
        const counts = new Map<string, number>()
        for (const term of wordTerms(text)) {
          if (keep(term)) counts.set(term, (counts.get(term) ?? 0) + 1)
        }
        for (const term of counts.keys()) {
          const known = columns.get(term)
          if (known === undefined) columns.set(term, { column: columns.size, having: 1 })
          else known.having++
        }
        return counts
      })
      const encoded = zeroVectors(texts.length, columns.size)
      counted.forEach((counts, t) => {
        const vector = row(encoded, t)
        for (const [term, count] of counts) {
          const { column, having } = columns.get(term)!
          vector[column] = weigh(count, texts.length, having)
        }
        normalize(vector)
      })
      return Promise.resolve(encoded)
    }
  }
}
