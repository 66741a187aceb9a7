import { countDocuments, designEffect, FEW_DOCUMENTS } from '../analytics/clustered-count.js'
import { normalOf } from '../analytics/normal.js'

/** How often something is among how much. */
export interface Frequency {
  readonly count: number
  readonly of: number
}

/** How much likelier something is in one text than in another. */
export interface OddsComparison {
  /** Natural logarithm of the ratio of its odds; above 0: likelier in the first. */
  readonly logOdds: number
  /** The same in standard deviations. */
  readonly z: number
}

/** Weight of both texts together as a prior, enough to keep rare words from the largest ratios. */
const PRIOR_WEIGHT = 0.1

/**
 * The log-odds ratio with an informative Dirichlet prior, which is that both are alike: Monroe, Colaresi and Quinn (2008),
 * "Fightin' Words", section 3.5.1, equations 16, 19 and 22.
 * @param lumps how many times as uncertain the counts of a and of b are as those of single draws, where they come in lumps.
 * @param shared how many of what is counted in one are counted in the other as well, where the texts overlap.
 */
export function compareOdds(a: Frequency, b: Frequency, lumps = [1, 1], shared = 0): OddsComparison {
  const prior = { count: PRIOR_WEIGHT * (a.count + b.count), of: PRIOR_WEIGHT * (a.of + b.of) }
  const odds = ({ count, of }: Frequency): number => (count + prior.count) / (of + prior.of - count - prior.count)
  const [oddsA, oddsB] = [odds(a), odds(b)]
  // Nothing, or all, in both: there is no difference to tell.
  if (!(oddsA > 0 && oddsB > 0 && oddsA < Infinity && oddsB < Infinity)) return { logOdds: 0, z: 0 }
  const logOdds = Math.log(oddsA / oddsB)
  const [inA, inB] = [a.count + prior.count, b.count + prior.count]
  const variance = lumps[0] / inA + lumps[1] / inB - (2 * shared) / (inA * inB)
  return { logOdds, z: logOdds / Math.sqrt(variance) }
}

/** How much each of two texts has in each document: of a document that is in one alone, the other has 0. */
export type InDocuments = ReadonlyMap<string, readonly [a: number, b: number]>

/**
 * The same for texts that are parts of documents, which may overlap. What one document has of something comes in a lump, so that
 * documents are what was drawn by chance, and `z` is the difference of the two shares in standard deviations over documents (of a
 * ratio, Kish, Survey Sampling, 1965, section 6.3), never smaller than those of single draws, by Student's distribution with the
 * documents that have it, less two, as degrees of freedom. A text of very few documents is compared as it is, by single draws.
 * @param sizes all that each text has of each document.
 * @returns compares what the texts have of something in the documents that have it.
 */
export function documentOdds(sizes: InDocuments): (held: InDocuments) => OddsComparison {
  const [ofA, ofB] = totals(sizes)
  const documents = documentsOf(sizes)
  // What a share of all words, or sentences, weighs; the squares allow for a variance around shares of its own.
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

/** The design effect of each text that has many documents, over those that the other has nothing of. */
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

/** Whether both texts have so many documents that these show how far documents differ. */
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
