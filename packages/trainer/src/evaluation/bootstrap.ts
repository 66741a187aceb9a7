import { createRandom } from '@leitmotif/encoder/vectors'

/** A 95 % interval; NaN where there is none. */
export type Interval = readonly [low: number, high: number]

const RESAMPLES = 2000
/** The share of resamples that the interval leaves out on either side. */
const TAIL = 0.025

/**
 * The 95 % interval of a figure by the percentile bootstrap (Efron 1979): the middle of what `measure` gives for 2,000
 * resamples of `count` items (at least one), drawn with replacement and named by index; those for which it gives NaN are
 * left out. Equal seeds draw equal items.
 */
export function bootstrapInterval(count: number, seed: number, measure: (drawn: Int32Array) => number): Interval {
  const random = createRandom(seed).fork('bootstrap')
  const drawn = new Int32Array(count)
  const measured = new Float64Array(RESAMPLES)
  for (let r = 0; r < RESAMPLES; r++) {
    for (let i = 0; i < count; i++) drawn[i] = random.integer(count)
    measured[r] = measure(drawn)
  }
  // A share of nothing, or a correlation of equal values, says nothing.
  const defined = measured.filter((value) => !Number.isNaN(value)).sort()
  if (defined.length === 0) return [NaN, NaN]
  return [defined[Math.floor(TAIL * defined.length)], defined[Math.ceil((1 - TAIL) * defined.length) - 1]]
}

/** An article's part of a share: what was reached, of how much. */
export interface Part {
  readonly sum: number
  readonly count: number
}

/** The 95 % interval of `shareOf` by bootstrap over articles, because one article's draws are not independent. */
export function shareInterval(parts: readonly Part[], seed: number): Interval {
  return bootstrapInterval(parts.length, seed, (drawn) => shareOf(parts, drawn))
}

/** What was reached in the articles at `indices`; default: in all of them together. */
export function shareOf(parts: readonly Part[], indices: Iterable<number> = parts.keys()): number {
  let [sum, count] = [0, 0]
  for (const i of indices) {
    sum += parts[i].sum
    count += parts[i].count
  }
  return sum / count
}
