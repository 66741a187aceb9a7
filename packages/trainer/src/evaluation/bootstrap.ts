import { createRandom } from '@leitmotif/encoder/vectors'

/** A 95 % interval; NaN if undefined. */
export type Interval = readonly [low: number, high: number]

const RESAMPLES = 2000
/** Share of resamples outside the interval on either side. */
const TAIL = 0.025

/**
 * Returns the 95 % interval of a figure by the percentile bootstrap (Efron 1979): `measure` gets 2,000 resamples of `count`
 * items (at least one), drawn with replacement, as indices. Ignores NaN. Equal seeds draw equal items.
 */
export function bootstrapInterval(count: number, seed: number, measure: (drawn: Int32Array) => number): Interval {
  const random = createRandom(seed).fork('bootstrap')
  const drawn = new Int32Array(count)
  const measured = new Float64Array(RESAMPLES)
  for (let r = 0; r < RESAMPLES; r++) {
    for (let i = 0; i < count; i++) drawn[i] = random.integer(count)
    measured[r] = measure(drawn)
  }
  // A share of no cases and a correlation of equal values are undefined.
  const defined = measured.filter((value) => !Number.isNaN(value)).sort()
  if (defined.length === 0) return [NaN, NaN]
  return [defined[Math.floor(TAIL * defined.length)], defined[Math.ceil((1 - TAIL) * defined.length) - 1]]
}

/** An article's contribution to a share: a sum over a number of cases. */
export interface Part {
  readonly sum: number
  readonly count: number
}

/** Returns the 95 % interval of `shareOf` by bootstrap over articles, because cases of one article are not independent. */
export function shareInterval(parts: readonly Part[], seed: number): Interval {
  return bootstrapInterval(parts.length, seed, (drawn) => shareOf(parts, drawn))
}

/** Returns the share over the articles at `indices`. Default: all. */
export function shareOf(parts: readonly Part[], indices: Iterable<number> = parts.keys()): number {
  let [sum, count] = [0, 0]
  for (const i of indices) {
    sum += parts[i].sum
    count += parts[i].count
  }
  return sum / count
}
