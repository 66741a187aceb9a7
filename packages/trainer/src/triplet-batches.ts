import { Failure } from '@leitmotif/command'
import { createRandom, type Random } from '@leitmotif/encoder'
import type { Example } from './batches.js'
import type { TripletIndices } from './triplet-losses.js'
import { createEpochs } from './epochs.js'

/** The triplets of a step, and each of their sentences once. */
export interface TripletBatch {
  readonly sentences: readonly Uint32Array[]
  readonly triplets: readonly TripletIndices[]
}

export interface TripletBatchOptions {
  /** Triplets of a step. Range: 1 or more. Default: 128. */
  readonly triplets: number
  /** How many paragraphs at most lie between a pivot and its positive. Default: 3, the paper's. */
  readonly paragraphDistance: number
  readonly seed: number
}

export const TRIPLET_BATCH_DEFAULTS: TripletBatchOptions = { triplets: 128, paragraphDistance: 3, seed: 1 }

/** A sentence, and what may stand with it. */
interface Pivot {
  /** The openers of its section, and its index there. */
  readonly section: readonly Example[]
  readonly index: number
  /** Positives are those of its section from `from` to before `to`, but itself. */
  readonly from: number
  readonly to: number
  /** The sections before and after it. */
  readonly beside: readonly (readonly Example[])[]
}

/**
 * The batch of any step (from 0), by the seed and the step alone, so that training resumes where it broke off. Each
 * epoch passes in an order of its own through all sentences that can be pivots, and draws anew for each a positive of
 * its section and a negative of the section before or after (Ein Dor et al., section 3.1).
 * @throws Failure when no sentence has both.
 */
export function createTripletBatches(
  articles: readonly (readonly Example[])[],
  options: Partial<TripletBatchOptions> = {}
): { readonly perEpoch: number; readonly at: (step: number) => TripletBatch } {
  const settled = { ...TRIPLET_BATCH_DEFAULTS, ...options }
  const pivots = articles.flatMap((examples) => findPivots(examples, settled.paragraphDistance))
  if (pivots.length === 0) {
    throw new Failure(
      'no triplet: expected an article with two sentences in a section and one in the next; add articles'
    )
  }
  const size = Math.min(settled.triplets, pivots.length)
  const { perEpoch, at } = createEpochs(pivots, size, createRandom(settled.seed).fork('triplet batches'))
  return {
    perEpoch,
    at(step) {
      const { items, draw } = at(step)
      return drawTriplets(items, draw)
    }
  }
}

function drawTriplets(pivots: readonly Pivot[], random: Random): TripletBatch {
  const places = new Map<Example, number>()
  const placeOf = (example: Example): number => {
    if (!places.has(example)) places.set(example, places.size)
    return places.get(example)!
  }
  const triplets = pivots.map(({ section, index, from, to, beside }): TripletIndices => {
    const drawn = from + random.integer(to - from - 1)
    const positive = section[drawn < index ? drawn : drawn + 1]
    const other = beside[random.integer(beside.length)]
    const negative = other[random.integer(other.length)]
    return [placeOf(section[index]), placeOf(positive), placeOf(negative)]
  })
  return { sentences: [...places.keys()].map(({ rows }) => rows), triplets }
}

/** The sentences of an article, in its order, that have a positive and a negative. */
function findPivots(examples: readonly Example[], distance: number): Pivot[] {
  const sections: Example[][] = []
  for (const example of examples) (sections[example.section] ??= []).push(example)
  return sections.flatMap((section, at) => {
    const beside = [at - 1, at + 1].flatMap((near) => (near in sections ? [sections[near]] : []))
    if (beside.length === 0) return []
    let from = 0
    let to = 0
    return section.flatMap(({ position }, index) => {
      while (section[from].position < position - distance) from++
      while (to < section.length && section[to].position <= position + distance) to++
      return to - from < 2 ? [] : [{ section, index, from, to, beside }]
    })
  })
}
