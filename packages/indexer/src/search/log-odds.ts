import { countDocuments, designEffect, FEW_DOCUMENTS } from '../analytics/clustered-count.js'
import { normalOf } from '../analytics/normal.js'

/** A count, and the total that it is part of. */
export interface Frequency {
  readonly count: number
  readonly of: number
}

/** How much likelier something is in one text than in another. */
export interface OddsComparison {
  /** Natural logarithm of the odds ratio; above 0: likelier in the first text. */
  readonly logOdds: number
  /** The same in standard deviations. */
  readonly z: number
}

/** Weight of both texts together as a prior, enough to keep rare words from the largest ratios. */
const PRIOR_WEIGHT = 0.1

/**
 * Returns the log-odds ratio with an informative Dirichlet prior, which assumes that both texts are alike: Monroe,
 * Colaresi and Quinn (2008), "Fightin' Words", section 3.5.1, equations 16, 19 and 22.
 * @param lumps variance of the counts of a and of b relative to independent draws; above 1 if occurrences cluster.
 * @param shared number of counted items that are in both texts, if the texts overlap.
 */
export function compareOdds(a: Frequency, b: Frequency, lumps = [1, 1], shared = 0): OddsComparison {
  const prior = { count: PRIOR_WEIGHT * (a.count + b.count), of: PRIOR_WEIGHT * (a.of + b.of) }
  const odds = ({ count, of }: Frequency): number => (count + prior.count) / (of + prior.of - count - prior.count)
  const [oddsA, oddsB] = [odds(a), odds(b)]
  // If both texts have none or nothing else, they do not differ.
  if (!(oddsA > 0 && oddsB > 0 && oddsA < Infinity && oddsB < Infinity)) return { logOdds: 0, z: 0 }
  const logOdds = Math.log(oddsA / oddsB)
  const [inA, inB] = [a.count + prior.count, b.count + prior.count]
  const variance = lumps[0] / inA + lumps[1] / inB - (2 * shared) / (inA * inB)
  return { logOdds, z: logOdds / Math.sqrt(variance) }
}

/** Counts of two texts in each document; 0 if a document is in the other text only. */
export type InDocuments = ReadonlyMap<string, readonly [a: number, b: number]>

/**
 * Compares texts that are parts of documents and may overlap. Occurrences within a document depend on each other, so
 * the documents are treated as the random draws. `z` is the difference of the two shares in standard deviations over
 * documents (of a ratio, Kish, Survey Sampling, 1965, section 6.3). The standard deviation is never smaller than that
 * of independent draws. Student's distribution applies, with the number of documents that have the item, less two, as
 * degrees of freedom. Texts with very few documents are compared by independent draws.
 * @param sizes totals of each text in each document.
 * @returns a function that compares the texts by the counts of something in the documents that have it.
 */
export function documentOdds(sizes: InDocuments): (held: InDocuments) => OddsComparison {
  const [ofA, ofB] = totals(sizes)
  const documents = documentsOf(sizes)
  // Weight of one word or sentence in a text's share. The squared weights include Bessel's correction for the variance.
  const [scaleA, scaleB] = [ofA, ofB].map((of, side) => Math.sqrt(documents[side] / (documents[side] - 1)) / of)
  let [aa, ab, bb, both] = [0, 0, 0, 0]
  for (const [a, b] of sizes.values()) {
    aa += (a * scaleA) ** 2
    ab += a * scaleA * b * scaleB
    bb += (b * scaleB) ** 2
    both += Math.min(a, b)
  }
  const vary = documentsVary(sizes)
  const designEffects = vary ? undefined : designEffectsOf(sizes, documents)
  return (held) => {
    const [countA, countB] = totals(held)
    const shared = Array.from(held.values()).reduce((sum, [a, b]) => sum + Math.min(a, b), 0)
    const single = compareOdds({ count: countA, of: ofA }, { count: countB, of: ofB }, designEffects?.(held), shared)
    if (!vary || single.z === 0) return single
    const [shareA, shareB] = [countA / ofA, countB / ofB]
    let lumps = shareA * shareA * aa - 2 * shareA * shareB * ab + shareB * shareB * bb
    for (const [document, [a, b]] of held) {
      const [allA, allB] = sizes.get(document)!
      const has = a * scaleA - b * scaleB
      const expected = shareA * allA * scaleA - shareB * allB * scaleB
      lumps += has * has - 2 * has * expected
    }
    const share = (countA + countB) / (ofA + ofB)
    const draws = share * (1 - share) * (1 / ofA + 1 / ofB - (2 * both) / (ofA * ofB))
    const t = (shareA - shareB) / Math.sqrt(Math.max(lumps, draws))
    return { logOdds: single.logOdds, z: normalOf(t, Math.max(1, held.size - 2)) }
  }
}

/** Returns the design effect of each text with many documents, over the documents that the other text does not use. */
function designEffectsOf(sizes: InDocuments, documents: readonly number[]): (held: InDocuments) => number[] {
  const wholes = ([0, 1] as const).map((side) =>
    countDocuments(
      Array.from(sizes.values()).flatMap((of): [number, number][] => (of[1 - side] === 0 ? [[0, of[side]]] : []))
    )
  )
  return (held) =>
    wholes.map((whole, side) => {
      if (documents[side] < FEW_DOCUMENTS) return 1
      const counted = Array.from(held).flatMap(([document, counts]): [number, number][] => {
        const size = sizes.get(document)!
        return size[1 - side] === 0 ? [[counts[side], size[side]]] : []
      })
      const { count, having, xx, xn } = countDocuments(counted)
      return designEffect([{ ...whole, count, having, xx, xn }])
    })
}

/** Whether both texts have enough documents to estimate how much documents differ. */
export function documentsVary(sizes: InDocuments): boolean {
  return documentsOf(sizes).every((documents) => documents >= FEW_DOCUMENTS)
}

function documentsOf(sizes: InDocuments): number[] {
  return ([0, 1] as const).map((side) => Array.from(sizes.values()).filter((size) => size[side] > 0).length)
}

/** Counts of each text in all documents. */
export function totals(counts: InDocuments): [a: number, b: number] {
  let [ofA, ofB] = [0, 0]
  for (const [a, b] of counts.values()) [ofA, ofB] = [ofA + a, ofB + b]
  return [ofA, ofB]
}
