import { createRandom } from '@leitmotif/encoder'

const RESAMPLES = 2000
/** The share of resamples that the interval leaves out on either side. */
const TAIL = 0.025

/**
 * The 95 % interval of a figure by the percentile bootstrap (Efron 1979): the middle of what `measure` gives for 2,000
 * resamples of `count` items (at least one), drawn with replacement and named by index. Equal seeds draw equal items.
 */
export function bootstrapInterval(
  count: number,
  seed: number,
  measure: (drawn: Int32Array) => number
): readonly [low: number, high: number] {
  const random = createRandom(seed).fork('bootstrap')
  const drawn = new Int32Array(count)
  const measured = new Float64Array(RESAMPLES)
  for (let r = 0; r < RESAMPLES; r++) {
    for (let i = 0; i < count; i++) drawn[i] = random.integer(count)
    measured[r] = measure(drawn)
  }
  measured.sort()
  return [measured[Math.floor(TAIL * RESAMPLES)], measured[Math.ceil((1 - TAIL) * RESAMPLES) - 1]]
}
