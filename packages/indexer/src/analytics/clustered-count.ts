import { Z } from './normal.js'

/**
 * How many sentences of a group are of a theme, and, as sums over the group's documents d, what says how far that may be
 * chance. Sentences of one document are on the same theme far more often than sentences drawn one by one, so twenty of one
 * document say less than one each of twenty. x is what a document has of the theme, n all its sentences.
 */
export interface ClusteredCount {
  /** Σ x: the sentences of the theme. */
  readonly count: number
  /** Σ n: the group's sentences. */
  readonly of: number
  /** Documents of the group, and those among them that have the theme. */
  readonly documents: number
  readonly having: number
  /** Σ x², Σ x n, Σ n². */
  readonly xx: number
  readonly xn: number
  readonly nn: number
}

/** A share with its interval of 95 %, all from 0 to 1; 0 to 1 of no sentences. */
export interface Share {
  readonly share: number
  readonly low: number
  readonly high: number
}

/** Fewer sentences or documents than these are too few to speak of a share. */
export const FEW_SENTENCES = 30
export const FEW_DOCUMENTS = 5

/** Whether a group is too small for its shares to mean much, whatever their intervals say. */
export function isFew(group: { readonly sentences: number; readonly documents: number }): boolean {
  return group.sentences < FEW_SENTENCES || group.documents < FEW_DOCUMENTS
}

/** Counts documents, each of which has x sentences of the theme among its n. */
export function countDocuments(documents: Iterable<readonly [x: number, n: number]>): ClusteredCount {
  const sum = { count: 0, of: 0, documents: 0, having: 0, xx: 0, xn: 0, nn: 0 }
  for (const [x, n] of documents) {
    sum.count += x
    sum.of += n
    sum.documents++
    if (x > 0) sum.having++
    sum.xx += x * x
    sum.xn += x * n
    sum.nn += n * n
  }
  return sum
}

/** The counts of disjoint groups of documents as one. */
export function addCounts(counts: readonly ClusteredCount[]): ClusteredCount {
  const sum = (of: (count: ClusteredCount) => number): number => counts.reduce((total, count) => total + of(count), 0)
  return {
    count: sum(({ count }) => count),
    of: sum(({ of }) => of),
    documents: sum(({ documents }) => documents),
    having: sum(({ having }) => having),
    xx: sum(({ xx }) => xx),
    xn: sum(({ xn }) => xn),
    nn: sum(({ nn }) => nn)
  }
}

/** Σ (x - p n)² over the documents: how far they are from all having the share `p`. */
export function residual({ xx, xn, nn }: ClusteredCount, p: number): number {
  return Math.max(0, xx - 2 * p * xn + p * p * nn)
}

/**
 * By how much the variance of a share is greater than if sentences had been drawn one by one; at least 1. That of the
 * groups' shares around their own, pooled (Kish, Survey Sampling, 1965, section 5.4; ratio estimator of section 6.3).
 */
export function designEffect(groups: readonly ClusteredCount[]): number {
  let clustered = 0
  let independent = 0
  for (const group of groups) {
    if (group.documents < 2) continue
    const p = group.count / group.of
    clustered += (residual(group, p) * group.documents) / (group.documents - 1)
    independent += group.of * p * (1 - p)
  }
  return independent > 0 ? Math.max(1, clustered / independent) : 1
}

/**
 * Returns the design effect of each group, if sentences of one document are as alike in all groups: 1 + (m - 1) ρ, with
 * the correlation ρ of the groups together, and m the group's sentences per document, weighted by them (Kish 1965,
 * sections 5.4 and 8.2).
 */
export function groupEffects(groups: readonly ClusteredCount[]): number[] {
  const { of, nn } = addCounts(groups.filter(({ documents }) => documents > 1))
  const perDocument = of > 0 ? nn / of : 1
  const correlation = perDocument > 1 ? Math.min(1, (designEffect(groups) - 1) / (perDocument - 1)) : 0
  return groups.map((group) => (group.of > 0 ? 1 + (group.nn / group.of - 1) * correlation : 1))
}

/**
 * Share of the theme with Wilson's interval over the effective number of sentences, that is, the number by the design
 * effect (Franco and others 2019, Journal of Survey Statistics and Methodology 7).
 * @param least the design effect to assume at least: that of the theme in all groups, since a group of few documents
 * hardly shows its own.
 */
export function shareOf(counted: ClusteredCount, least = 1): Share {
  const { count, of } = counted
  return of === 0 ? { share: 0, low: 0, high: 1 } : wilson(count / of, of / Math.max(least, designEffect([counted])))
}

/** Whether the shares may all be equal: no interval is completely above another. */
export function isLevel(shares: readonly Omit<Share, 'share'>[]): boolean {
  const [highest, least] = [Math.max(...shares.map(({ low }) => low)), Math.min(...shares.map(({ high }) => high))]
  return shares.length > 1 && highest <= least
}

/** Wilson's score interval of a share seen in `n` draws (1927, Journal of the American Statistical Association 22). */
export function wilson(share: number, n: number): Share {
  const z2 = Z * Z
  const middle = (share + z2 / (2 * n)) / (1 + z2 / n)
  const half = (Z / (1 + z2 / n)) * Math.sqrt((share * (1 - share)) / n + z2 / (4 * n * n))
  return {
    share,
    low: share === 0 ? 0 : Math.max(0, middle - half),
    high: share === 1 ? 1 : Math.min(1, middle + half)
  }
}
