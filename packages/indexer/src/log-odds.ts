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

/** What the two texts together weigh as a prior: enough to keep rare words from having the greatest ratios. */
const PRIOR_WEIGHT = 0.1

/**
 * The log-odds ratio with an informative Dirichlet prior, which is that both are alike: Monroe, Colaresi and Quinn (2008),
 * "Fightin' Words", section 3.5.1, equations 16, 19 and 22.
 * @param designEffect how many times as uncertain counts are as those of single draws would be, where they come in lumps.
 */
export function compareOdds(a: Frequency, b: Frequency, designEffect = 1): OddsComparison {
  const prior = { count: PRIOR_WEIGHT * (a.count + b.count), of: PRIOR_WEIGHT * (a.of + b.of) }
  const odds = ({ count, of }: Frequency): number => (count + prior.count) / (of + prior.of - count - prior.count)
  const [oddsA, oddsB] = [odds(a), odds(b)]
  // Nothing, or all, in both: there is no difference to tell.
  if (!(oddsA > 0 && oddsB > 0 && oddsA < Infinity && oddsB < Infinity)) return { logOdds: 0, z: 0 }
  const logOdds = Math.log(oddsA / oddsB)
  const variance = 1 / (a.count + prior.count) + 1 / (b.count + prior.count)
  return { logOdds, z: logOdds / Math.sqrt(variance * designEffect) }
}
