import { normalize, row } from '@leitmotif/encoder'
import { terms } from '@leitmotif/encoder/stages'
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
