import { Z } from './p-values.js'

/**
 * The number of a group's sentences that belong to a theme, and the sums over documents that its variance needs.
 * Sentences of one document share a theme far more often than sentences drawn independently, so twenty from one
 * document are weaker evidence than one from each of twenty. Per document, x is the number of sentences of the theme,
 * and n the number of all sentences.
 */
export interface ClusteredCount {
  /** Σ x: the sentences of the theme. */
  readonly count: number
  /** Σ n: the group's sentences. */
  readonly of: number
  /** Number of documents in the group, and of those that have the theme. */
  readonly documents: number
  readonly having: number
  /** Σ x², Σ x n, Σ n². */
  readonly xx: number
  readonly xn: number
  readonly nn: number
}

/** A share with its 95% interval, 0 to 1. Without sentences, the interval is 0 to 1. */
export interface Share {
  readonly share: number
  readonly low: number
  readonly high: number
}

/** Below either of these numbers, a share is flagged as resting on few data. */
export const FEW_SENTENCES = 30
export const FEW_DOCUMENTS = 5

/** Whether a group has too few sentences or documents for its shares to be reliable, however narrow their intervals. */
export function isFew(group: { readonly sentences: number; readonly documents: number }): boolean {
  return group.sentences < FEW_SENTENCES || group.documents < FEW_DOCUMENTS
}

/** Sums over documents, given x and n of each. */
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

/** Adds the counts of disjoint groups of documents. */
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

/** Returns Σ (x - p n)², the squared deviations of the documents from the share `p`. */
export function residual({ xx, xn, nn }: ClusteredCount, p: number): number {
  return Math.max(0, xx - 2 * p * xn + p * p * nn)
}

/**
 * Returns the design effect: the variance of a share divided by its variance if sentences were drawn independently; at
 * least 1. Pools the variances of the groups around their own shares (Kish, Survey Sampling, 1965, section 5.4; ratio
 * estimator of section 6.3).
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
 * Returns the design effect of each group, assuming that sentences of one document are equally correlated in all
 * groups: 1 + (m - 1) ρ. ρ is the correlation estimated from all groups together, and m the group's mean number of
 * sentences per document, weighted by sentences (Kish 1965, sections 5.4 and 8.2).
 */
export function groupEffects(groups: readonly ClusteredCount[]): number[] {
  const { of, nn } = addCounts(groups.filter(({ documents }) => documents > 1))
  const perDocument = of > 0 ? nn / of : 1
  const correlation = perDocument > 1 ? Math.min(1, (designEffect(groups) - 1) / (perDocument - 1)) : 0
  return groups.map((group) => (group.of > 0 ? 1 + (group.nn / group.of - 1) * correlation : 1))
}

/**
 * Returns the share of the theme with Wilson's interval for the effective sample size: the number of sentences divided
 * by the design effect (Franco and others 2019, Journal of Survey Statistics and Methodology 7).
 * @param least minimum design effect: pass that of the theme over all groups, because one from few documents is
 * unreliable.
 */
export function shareOf(counted: ClusteredCount, least = 1): Share {
  const { count, of } = counted
  return of === 0 ? { share: 0, low: 0, high: 1 } : wilson(count / of, of / Math.max(least, designEffect([counted])))
}

/**
 * Returns Wilson's score interval for a share observed in `n` draws (1927, Journal of the American Statistical
 * Association 22).
 */
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
