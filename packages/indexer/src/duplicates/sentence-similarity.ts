import type { Copies, ReadCopies } from './sentence-copies.js'
import { row, type Vectors } from '@leitmotif/encoder'
import { createYielder, zeroVectors } from '@leitmotif/encoder/vectors'
import type { PairScorer } from '@leitmotif/pairs'
import { saysOther, unreadWords } from './wording.js'

/**
 * How two sentences are alike, the strictest first: in the same words, but for case, punctuation and spacing; in nearly the
 * same, figures aside, and neither with a "not" that the other lacks; in what they say, with the same numbers and the same
 * words that the scorer does not know, and no word or name that stands in the place of another.
 */
export const DUPLICATE_KINDS = ['same', 'near', 'paraphrase'] as const
export type DuplicateKind = (typeof DUPLICATE_KINDS)[number]

/** From where on two sentences are alike. */
export interface LikenessBounds {
  /** Part of their words that near ones have in common, by how rare they are, above 0 to 1. */
  readonly shared: number
  /** Relatedness of paraphrases, on the pair scorer's scale. */
  readonly threshold: number
}

/** How alike any two of some sentences are, by their indices. */
export interface Likeness {
  /** The part of their words that they have in common, rare ones weighing more, figures being one word. */
  readonly shared: (a: number, b: number) => number
  /** By the pair scorer; undefined without one. */
  readonly related: (a: number, b: number) => number | undefined
  /** The strictest kind in which they are alike, if any; of different words, and so never the same. */
  readonly kind: (a: number, b: number) => DuplicateKind | undefined
}

/** Sentences that the pair scorer reads in one go: four times as many hold up others four times as long, and gain little. */
const EMBEDDED = 32

/** Without scores, there are no paraphrases. */
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
      return saysOther(copies[a].text, copies[b].text) ? undefined : 'paraphrase'
    }
  }
}

/** How related two are, and what the scorer does not read of each. */
export interface Scores {
  readonly related: (a: number, b: number) => number
  readonly unread: readonly string[]
}

/** Reads all sentences with the scorer. Lets other work run meanwhile. */
export async function scoresOf(
  copies: readonly Copies[],
  scorer: PairScorer,
  onProgress?: (scored: number) => void
): Promise<Scores> {
  const { states, unread } = await readAll(copies, scorer, onProgress)
  // Of a sentence without a known word nothing is known, least of all that it is like another such.
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
