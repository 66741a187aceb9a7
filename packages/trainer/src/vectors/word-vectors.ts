import { counted } from '@leitmotif/command'
import { row, type Vectors } from '@leitmotif/encoder'

/** A vector for each word of a vocabulary. */
export interface WordVectors {
  /** The words, each once, in the order of the file: most frequent first if the file says so. */
  readonly terms: readonly string[]
  /** The words' frequencies in the training text of the vectors, if known. */
  readonly counts?: readonly number[]
  /** One row for each of `terms`, not normalised. */
  readonly vectors: Vectors
}

/** Warns on standard error of words with zero vectors: training treats them as meaningless. */
export function warnOfZeros(path: string, { terms, vectors }: WordVectors): void {
  const zeros = terms.filter((_, at) => row(vectors, at).every((value) => value === 0))
  if (zeros.length === 0) return
  const first = JSON.stringify(zeros[0].slice(0, 80))
  process.stderr.write(
    `${path}: has vectors of zeros for ${zeros.length.toLocaleString('en-US')} of ${counted(terms.length, 'word')}, the first ` +
      `${first}; training treats these words as meaningless. Leave them out, or give them vectors\n`
  )
}
