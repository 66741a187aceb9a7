import type { Copies, ReadCopies } from './sentence-copies.js'
import { row, type Vectors } from '@leitmotif/encoder'
import { createYielder, zeroVectors } from '@leitmotif/encoder/vectors'
import type { PairScorer } from '@leitmotif/pairs'
import { differsInMeaning, unreadWords } from './meaning-differences.js'

/**
 * How similar two sentences are, the strictest kind first.
 * - `same`: the same words, ignoring case, punctuation and spacing.
 * - `near`: nearly the same words, ignoring figures. Either both sentences negate or neither does.
 * - `paraphrase`: the same meaning, with the same numbers and the same words that the scorer does not know. Neither
 * sentence replaces a word or name of the other.
 */
export const DUPLICATE_KINDS = ['same', 'near', 'paraphrase'] as const
export type DuplicateKind = (typeof DUPLICATE_KINDS)[number]

/** Minimum similarities of two sentences that count as duplicates. */
export interface LikenessBounds {
  /** Minimum share of common words of near duplicates, weighted by rarity; above 0, at most 1. */
  readonly shared: number
  /** Minimum relatedness of paraphrases, on the pair scorer's scale. */
  readonly threshold: number
}

/** Compares any two of some sentences, given by their indices. */
export interface Likeness {
  /** Share of words in common. Rare words weigh more, and all figures count as one word. */
  readonly shared: (a: number, b: number) => number
  /** Relatedness by the pair scorer; undefined without one. */
  readonly related: (a: number, b: number) => number | undefined
  /** The strictest kind that applies, if any. Never `same`, because the sentences have different words. */
  readonly kind: (a: number, b: number) => DuplicateKind | undefined
}

/** Batch size of the pair scorer: four times as many block the thread four times as long, and gain little speed. */
const EMBEDDED = 32

/** Returns the comparison of sentences. Without scores, it finds no paraphrases. */
export function likenessOf(
  { copies, shared }: Pick<ReadCopies, 'copies' | 'shared'>,
  scores: Scores | undefined,
  bounds: LikenessBounds
): Likeness {
  return {
    shared,
    related: (a, b) => scores?.related(a, b),
    kind: (a, b) => {
      if (shared(a, b) >= bounds.shared && copies[a].negated === copies[b].negated) return 'near'
      if (scores === undefined || scores.unread[a] !== scores.unread[b]) return undefined
      if (scores.related(a, b) < bounds.threshold) return undefined
      return differsInMeaning(copies[a].text, copies[b].text) ? undefined : 'paraphrase'
    }
  }
}

/** Relatedness of two sentences, and for each sentence the words that the scorer cannot read. */
export interface Scores {
  readonly related: (a: number, b: number) => number
  readonly unread: readonly string[]
}

/** Encodes all sentences with the scorer. Yields to other work meanwhile. */
export async function scoresOf(
  copies: readonly Copies[],
  scorer: PairScorer,
  onProgress?: (scored: number) => void
): Promise<Scores> {
  const { states, unread } = await readAll(copies, scorer, onProgress)
  // A sentence without a known word has no meaning to compare, not even with another such sentence.
  const known = copies.map((_, index) => row(states, index).some((value) => value !== 0))
  return {
    related: (a, b) =>
      known[a] && known[b] ? scorer.relatedness(scorer.similarity(states, a, states, b)) : scorer.scale[0],
    unread
  }
}

async function readAll(
  copies: readonly Copies[],
  scorer: PairScorer,
  onProgress: ((scored: number) => void) | undefined
): Promise<{ readonly states: Vectors; readonly unread: readonly string[] }> {
  const takeTurns = createYielder()
  const unread: string[] = []
  const states = zeroVectors(copies.length, scorer.embed([]).dims)
  for (let start = 0; start < copies.length; start += EMBEDDED) {
    const texts = copies.slice(start, start + EMBEDDED).map(({ text }) => text)
    states.data.set(scorer.embed(texts).data, start * states.dims)
    for (const text of texts) unread.push(unreadWords(text, (word) => scorer.knows(word)))
    onProgress?.(start + texts.length)
    await takeTurns()
  }
  return { states, unread }
}
