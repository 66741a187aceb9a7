import type { Random } from '@leitmotif/encoder/vectors'
import type { RowPair } from './row-pair.js'

/**
 * Returns `count` pairs drawn from `pairs`, with the same scores, in which words are replaced by synonyms (Mueller and
 * Thyagarajan 2016): each word that has synonyms with probability `share`, and at least one word of each pair.
 * @param synonyms returns the rows that may replace a row
 */
export function drawSynonymPairs(
  pairs: readonly RowPair[],
  count: number,
  share: number,
  synonyms: (row: number) => readonly number[],
  random: Random
): RowPair[] {
  const fit = pairs.filter(({ a, b }) => [...a, ...b].some((row) => synonyms(row).length > 0))
  if (fit.length === 0) return []
  return Array.from({ length: count }, () => {
    const { a, b, score } = fit[random.integer(fit.length)]
    const rows = [...a, ...b]
    const open = [...rows.keys()].filter((i) => synonyms(rows[i]).length > 0)
    const sure = open[random.integer(open.length)]
    for (const i of open) {
      if (i !== sure && random.next() >= share) continue
      const choices = synonyms(rows[i])
      rows[i] = choices[random.integer(choices.length)]
    }
    return { a: rows.slice(0, a.length), b: rows.slice(a.length), score }
  })
}
