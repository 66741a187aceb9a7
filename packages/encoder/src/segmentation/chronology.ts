const YEAR = /(?<!\d)(?:1\d{3}|20\d{2})(?!\d)/g

/** Years that a text must span for its first and last to be half a unit from the middle each, nearly. */
const LEAST_SPAN = 5

/** A step of as many years is a great one. */
const STEP = 15

/**
 * Where each text stands in the years that texts name, 1000 to 2099: whether it names one; where its mean year lies between
 * the least and the greatest of all, -.5 to .5; how far it is from the last text's that named one, -1 to 1; whether there
 * was one. 0 for what is not known. A new subject often goes back to its beginnings. O(length of the texts).
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
