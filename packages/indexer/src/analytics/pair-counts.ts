/** How often two columns hold together, against chance. */
export interface Pair {
  readonly a: number
  readonly b: number
  /** Rows that hold both, and how many would by chance. */
  readonly both: number
  readonly expected: number
  /** Standard deviation of that number by chance. */
  readonly deviation: number
}

const MOST_ROUNDS = 5000
/** Expected and true numbers of a row or column differ by no more than this share when the model has settled. */
const SETTLED = 1e-9

/**
 * All pairs of columns of a table of yes and no, against tables whose rows and columns hold as much on average, but by chance
 * (Saracco and others 2017, New Journal of Physics 19: the bipartite configuration model). Plain independence would find that
 * all columns go together wherever some rows hold more than others, as long documents hold more themes than short ones.
 * @param rows the columns that each row holds, each once, in rising order.
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

/** Rows that hold the same number of columns have the same chances, so they are fitted as one. */
interface RowKind {
  readonly degree: number
  readonly times: number
}

/** The chance that a row of each kind holds each column: x y / (1 + x y), fitted in turns to the kinds' and columns' sums. */
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
