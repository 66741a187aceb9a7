import { dot, row, type Vectors } from './vectors.js'

/** The most rows whose pairs are read: every nth row of more. */
const AMONG = 150

/** The least spread, so that equal or opposite rows give no division by zero. */
const LEAST = 1e-3

/**
 * Returns the root mean square of the cosines between different rows, unit or zero: the unit in which cosines of one text
 * are compared, whatever the network. 1 for fewer than two rows. Reads at most AMONG rows.
 */
export function cosineSpread(rows: Vectors, others: Vectors = rows): number {
  const own = everyNth(rows.count)
  const compared = others === rows ? own : everyNth(others.count)
  let [sum, pairs] = [0, 0]
  for (const i of own) {
    for (const j of compared) {
      if (others === rows && j <= i) continue
      sum += dot(row(rows, i), row(others, j)) ** 2
      pairs++
    }
  }
  return pairs === 0 ? 1 : Math.max(LEAST, Math.sqrt(sum / pairs))
}

function everyNth(count: number): number[] {
  const kept = Math.min(count, AMONG)
  return Array.from({ length: kept }, (_, i) => Math.floor((i * count) / kept))
}
