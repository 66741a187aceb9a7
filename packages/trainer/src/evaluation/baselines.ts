import { normalize, row } from '@leitmotif/encoder'
import { STOP_WORDS, terms, wordTerms } from '@leitmotif/encoder/stages'
import { addWeightedRows, knownRows, type Vocabulary, type WordTable } from '@leitmotif/encoder/training'
import { zeroVectors } from '@leitmotif/encoder/vectors'
import type { Measurable } from './tdc.js'

/** The baseline `mean-vectors` (Tai et al. 2015): the plain mean of a sentence's known words' vectors, of length 1. */
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
 * The baseline `word-overlap`: |A ∩ B| / sqrt(|A| |B|) of the sets of two sentences' terms, in lower case and without
 * stop words and punctuation: the cosine of sets (Ochiai).
 */
export function createWordOverlap(): Measurable {
  return createTermVectors(
    (term) => !STOP_WORDS.has(term),
    () => 1
  )
}

/**
 * The baseline `tf-idf`: the cosine of a sentence's terms, each weighted by tf · ln(n / df) with n the texts that are
 * given together, an article's, and df those of them that have the term.
 */
export function createTfIdf(): Measurable {
  return createTermVectors(
    () => true,
    (count, texts, having) => count * Math.log(texts / having)
  )
}

/** Unit rows with a column for each term of the texts; comparable within one call only. */
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
