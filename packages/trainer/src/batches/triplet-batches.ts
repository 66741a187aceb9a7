import { Failure } from '@leitmotif/command'
import { createRandom, type Random } from '@leitmotif/encoder/vectors'
import type { Example } from './batches.js'
import { createEpochs } from './epochs.js'
import { MINING_DEFAULTS, type MiningOptions } from '../mining/options.js'

/** Indices of a pivot, a sentence closer to it in theme, and a sentence farther from it. */
export type TripletIndices = readonly [pivot: number, positive: number, negative: number]

/** The triplets of a batch, and each of their sentences once. */
export interface TripletBatch {
  readonly sentences: readonly Uint32Array[]
  readonly triplets: readonly TripletIndices[]
}

export interface TripletBatchOptions extends Pick<MiningOptions, 'negative'> {
  /** Triplets of a batch. Range: 1 or more. Default: 128. */
  readonly batchTriplets: number
  /** Maximum number of paragraphs from a pivot to its positive. Default: 3, the paper's. */
  readonly paragraphDistance: number
  readonly seed: number
}

export const TRIPLET_BATCH_DEFAULTS: TripletBatchOptions = {
  batchTriplets: 128,
  paragraphDistance: 3,
  negative: MINING_DEFAULTS.negative,
  seed: 1
}

/** A sentence, with the candidates for its positive and negative. */
interface Pivot {
  /** The openers of its section, and its index among them. */
  readonly section: readonly Example[]
  readonly index: number
  /** Its positives are the other openers from `from` to before `to`. */
  readonly from: number
  readonly to: number
  /** The sections or articles that its negative is drawn from, except the one at `own`; -1: no exception. */
  readonly others: readonly (readonly Example[])[]
  readonly own: number
}

/**
 * Returns a function that gives the batch of a step (from 0), which depends only on the seed and the step, so that training
 * can resume. Each epoch goes through all possible pivots in a new random order, and draws for each a positive of its
 * section and a negative of another section or article, by `negative` (Ein Dor et al., sections 3.1 and 5.1).
 * @throws Failure when no sentence has both.
 */
export function createTripletBatches(
  articles: readonly (readonly Example[])[],
  options: Partial<TripletBatchOptions> = {}
): { readonly perEpoch: number; readonly at: (step: number) => TripletBatch } {
  const settled = { ...TRIPLET_BATCH_DEFAULTS, ...options }
  const pivots = articles.flatMap((_, own) => findPivots(articles, own, settled))
  if (pivots.length === 0) {
    const negative = { adjacent: 'in the next', article: 'in another', corpus: 'in another article' }[settled.negative]
    throw new Failure(
      `no triplet; expected an article with two sentences in a section and one ${negative}. Add articles`
    )
  }
  const size = Math.min(settled.batchTriplets, pivots.length)
  const { perEpoch, at } = createEpochs(pivots, size, createRandom(settled.seed).fork('triplet batches'))
  return {
    perEpoch,
    at(step) {
      const { items, draw } = at(step)
      return drawTriplets(items, draw)
    }
  }
}

/** Triplets of a file: sentences once, and three indices of each triplet. */
export interface GivenTriplets {
  readonly sentences: readonly Uint32Array[]
  /** Pivot, positive and negative of each triplet. */
  readonly indices: Uint32Array
}

/**
 * Returns a function that gives the batch of a step (from 0), as `createTripletBatches`, of triplets that are given. Each
 * epoch goes through all of them in a new random order.
 */
export function createGivenBatches(
  { sentences, indices }: GivenTriplets,
  options: Pick<TripletBatchOptions, 'batchTriplets' | 'seed'>
): { readonly perEpoch: number; readonly at: (step: number) => TripletBatch } {
  const all = Array.from({ length: indices.length / 3 }, (_, i) => i)
  const size = Math.min(options.batchTriplets, all.length)
  const { perEpoch, at } = createEpochs(all, size, createRandom(options.seed).fork('given triplets'))
  return {
    perEpoch,
    at(step) {
      const places = new Map<number, number>()
      const placeOf = (index: number): number => {
        if (!places.has(index)) places.set(index, places.size)
        return places.get(index)!
      }
      const triplets = at(step).items.map((i): TripletIndices => [
        placeOf(indices[3 * i]),
        placeOf(indices[3 * i + 1]),
        placeOf(indices[3 * i + 2])
      ])
      return { sentences: [...places.keys()].map((index) => sentences[index]), triplets }
    }
  }
}

function drawTriplets(pivots: readonly Pivot[], random: Random): TripletBatch {
  const places = new Map<Example, number>()
  const placeOf = (example: Example): number => {
    if (!places.has(example)) places.set(example, places.size)
    return places.get(example)!
  }
  const triplets = pivots.map(({ section, index, from, to, others, own }): TripletIndices => {
    const drawn = from + random.integer(to - from - 1)
    const positive = section[drawn < index ? drawn : drawn + 1]
    const chosen = random.integer(own < 0 ? others.length : others.length - 1)
    const other = others[own < 0 || chosen < own ? chosen : chosen + 1]
    const negative = other[random.integer(other.length)]
    return [placeOf(section[index]), placeOf(positive), placeOf(negative)]
  })
  return { sentences: [...places.keys()].map(({ rows }) => rows), triplets }
}

/** Returns the sentences of the article at `own` that have a positive and a negative, in reading order. */
function findPivots(
  articles: readonly (readonly Example[])[],
  own: number,
  { negative, paragraphDistance }: TripletBatchOptions
): Pivot[] {
  const sections: Example[][] = []
  for (const example of articles[own]) (sections[example.section] ??= []).push(example)
  const negatives = (at: number): Pick<Pivot, 'others' | 'own'> => {
    if (negative === 'corpus') return { others: articles, own }
    if (negative === 'article') return { others: sections, own: at }
    return { others: [at - 1, at + 1].flatMap((near) => (near in sections ? [sections[near]] : [])), own: -1 }
  }
  return sections.flatMap((section, at) => {
    const drawn = negatives(at)
    if (drawn.others.length === (drawn.own < 0 ? 0 : 1)) return []
    let from = 0
    let to = 0
    return section.flatMap(({ position }, index) => {
      while (section[from].position < position - paragraphDistance) from++
      while (to < section.length && section[to].position <= position + paragraphDistance) to++
      return to - from < 2 ? [] : [{ section, index, from, to, ...drawn }]
    })
  })
}
