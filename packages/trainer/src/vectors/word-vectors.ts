import { counted } from '@leitmotif/command'
import { row, type Vectors } from '@leitmotif/encoder'

/** A vector for each word of a vocabulary. */
export interface WordVectors {
  /** The words, most frequent first where the file that they came from says so; no two alike. */
  readonly terms: readonly string[]
  /** How often each was in the text that the vectors were trained on, where that is known. */
  readonly counts?: readonly number[]
  /** One row for each of `terms`, not normalised. */
  readonly vectors: Vectors
}

/** Says on standard error which words of `path` have vectors of zeros, if any: nothing can be learned of what they mean. */
export function tellZeros(path: string, { terms, vectors }: WordVectors): void {
  const zeros = terms.filter((_, at) => row(vectors, at).every((value) => value === 0))
  if (zeros.length === 0) return
  const first = JSON.stringify(zeros[0].slice(0, 80))
  process.stderr.write(
    `${path}: has vectors of zeros for ${zeros.length.toLocaleString('en-US')} of ${counted(terms.length, 'word')}, the first ` +
      `${first}: they are taken for words that mean nothing; leave them out, or give them vectors\n`
  )
}
