const YEAR = /(?<!\d)(?:1\d{3}|20\d{2})(?!\d)/g

/** Years added to the span of all years, so that positions stay moderate if all years are close together. */
const LEAST_SPAN = 5

/** Scale of a step between two texts, in years: the step is tanh(years / STEP). */
const STEP = 15

/**
 * Returns four features of the years (1000 to 2099) in each text. They help to find boundaries because a new subject
 * often goes back to earlier years. O(length of the texts).
 *
 * 1. 1 if the text names a year; otherwise all four features are 0.
 * 2. The position of its mean year between the earliest and latest of all texts, -.5 to .5.
 * 3. The step from the mean year of the last text that named one, -1 to 1; 0 without such a text.
 * 4. 1 if there is such a text, otherwise 0.
 * @returns [texts, 4]
 */
export function chronology(texts: readonly string[]): number[][] {
  const years = texts.map((text) => {
    const named = text.match(YEAR) ?? []
    return named.length === 0 ? undefined : named.reduce((sum, year) => sum + Number(year), 0) / named.length
  })
  const known = years.filter((year) => year !== undefined)
  const least = known.reduce((a, b) => Math.min(a, b), Infinity)
  const span = known.reduce((a, b) => Math.max(a, b), -Infinity) - least + LEAST_SPAN
  let last: number | undefined
  return years.map((year) => {
    if (year === undefined) return [0, 0, 0, 0]
    const before = last
    last = year
    const step = before === undefined ? [0, 0] : [Math.tanh((year - before) / STEP), 1]
    return [1, (year - least) / span - 0.5, ...step]
  })
}
