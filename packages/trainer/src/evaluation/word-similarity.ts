import { readFailure, Failure } from '@leitmotif/command'
import { dot, row } from '@leitmotif/encoder'
import { readFile } from 'node:fs/promises'
import { spearman } from './correlation.js'
import type { WordVectors } from '../vectors/word-vectors.js'

/** Agreement of the cosines of word pairs with people's judgements. */
export interface WordSimilarity {
  /** Spearman's rank correlation over the covered pairs, where ties share their mean rank; NaN for fewer than two. */
  readonly spearman: number
  /** Pairs of the file whose words both have vectors; the others are left out. */
  readonly covered: number
  readonly pairs: number
}

/**
 * Judges vectors by a file of `word<TAB>word<TAB>score` lines, the format of MEN, WS-353, SimLex-999 and Rare Words. Looks up an
 * unknown word in lower case.
 * @throws Failure when the file is missing or a line is not of that form.
 */
export async function wordSimilarity(words: WordVectors, path: string): Promise<WordSimilarity> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw readFailure(path, error)
  })
  const index = new Map(words.terms.map((term, id) => [term, id]))
  const find = (word: string): number | undefined => index.get(word) ?? index.get(word.toLowerCase())
  const cosines: number[] = []
  const judgements: number[] = []
  let pairs = 0
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const [first = '', second = '', score = ''] = line.trim().split('\t')
    const judgement = Number(score)
    if (second === '' || score === '' || !Number.isFinite(judgement)) {
      throw new Failure(`${path}: line ${at + 1} is "${line.slice(0, 80)}"; expected word, word and score between tabs`)
    }
    pairs++
    const a = find(first)
    const b = find(second)
    if (a === undefined || b === undefined) continue
    cosines.push(cosine(row(words.vectors, a), row(words.vectors, b)))
    judgements.push(judgement)
  }
  return { spearman: spearman(cosines, judgements), covered: cosines.length, pairs }
}

function cosine(a: Float32Array, b: Float32Array): number {
  const lengths = Math.sqrt(dot(a, a) * dot(b, b))
  return lengths === 0 ? 0 : dot(a, b) / lengths
}
