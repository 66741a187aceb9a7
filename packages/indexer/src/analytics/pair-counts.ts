/** How often two columns occur together, compared with chance. */
export interface Pair {
  readonly a: number
  readonly b: number
  /** Number of rows with both columns, and the number expected by chance. */
  readonly both: number
  readonly expected: number
  /** Standard deviation of the expected number. */
  readonly deviation: number
}

const MOST_ROUNDS = 5000
/** The fit has converged when expected and actual totals of rows and columns differ by at most this share. */
const SETTLED = 1e-9

/**
 * Counts all pairs of columns of a binary table and compares them with random tables that have the same row and column
 * totals on average (Saracco and others 2017, New Journal of Physics 19: the bipartite configuration model). Assuming
 * independence would make all columns look related if some rows have more of them than others, as long documents have
 * more themes than short ones.
 * @param rows the columns of each row, each once, in ascending order.
 */
export function countPairs(rows: readonly (readonly number[])[], columns: number): Pair[] {
  const both = new Map<number, number>()
  const sizes = new Array<number>(columns).fill(0)
  const degrees = new Map<number, number>()
  for (const row of rows) {
    degrees.set(row.length, (degrees.get(row.length) ?? 0) + 1)
    row.forEach((b, i) => {
      sizes[b]++
      for (const a of row.slice(0, i)) both.set(a * columns + b, (both.get(a * columns + b) ?? 0) + 1)
    })
  }
  const kinds = [...degrees].sort(([k], [l]) => k - l).map(([degree, times]) => ({ degree, times }))
  const chances = fitChances(kinds, sizes)
  return sizes.flatMap((_, a) =>
    sizes.slice(a + 1).map((_, i): Pair => {
      const b = a + 1 + i
      let [expected, variance] = [0, 0]
      kinds.forEach(({ times }, k) => {
        const chance = chances[k][a] * chances[k][b]
        expected += times * chance
        variance += times * chance * (1 - chance)
      })
      return { a, b, both: both.get(a * columns + b) ?? 0, expected, deviation: Math.sqrt(variance) }
    })
  )
}

/** Rows with the same number of columns have the same probabilities, so they are fitted as one kind. */
interface RowKind {
  readonly degree: number
  readonly times: number
}

/**
 * Fits the probability that a row of each kind has each column, x y / (1 + x y), alternately to the totals of the kinds
 * and of the columns.
 */
function fitChances(kinds: readonly RowKind[], sizes: readonly number[]): number[][] {
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const x = kinds.map(({ degree }) => degree / Math.sqrt(total))
  const y = sizes.map((size) => size / Math.sqrt(total))
  for (let round = 0; round < MOST_ROUNDS; round++) {
    let change = 0
    kinds.forEach(({ degree }, k) => {
      const next = degree === 0 ? 0 : degree / y.reduce((sum, of) => sum + of / (1 + x[k] * of), 0)
      change = Math.max(change, Math.abs(next - x[k]) / (next || 1))
      x[k] = next
    })
    sizes.forEach((size, c) => {
      const next =
        size === 0 ? 0 : size / kinds.reduce((sum, { times }, k) => sum + (times * x[k]) / (1 + x[k] * y[c]), 0)
      change = Math.max(change, Math.abs(next - y[c]) / (next || 1))
      y[c] = next
    })
    if (change < SETTLED) break
  }
  return x.map((of) => y.map((by) => (of * by) / (1 + of * by)))
}
