/** Agreement of two clusterings of the same items, with the measures of the paper's Table 4. */
export interface Agreement {
  /** Mutual information in nats, from 0 to the lesser entropy. */
  readonly mi: number
  /** Mutual information adjusted for chance; 1 for equal clusterings, on average 0 for random ones. */
  readonly ami: number
  /** Rand index: share of pairs of items that both join or both separate. */
  readonly ri: number
  /** Rand index adjusted for chance; 1 for equal clusterings, on average 0 for random ones. */
  readonly ari: number
}

/**
 * Returns the agreement of two labellings, where equal numbers mean the same cluster. Computes as scikit-learn does, edge cases
 * included. Time is linear in the items plus pairs of clusters.
 * @throws Error when the labellings differ in length.
 */
export function agreementOf(a: ArrayLike<number>, b: ArrayLike<number>): Agreement {
  if (a.length !== b.length)
    throw new Error(`got labels of ${a.length} and of ${b.length} items; expected equal numbers`)
  const table = contingency(a, b)
  const mi = mutualInformation(table)
  const counts = countPairs(table)
  // Equal labellings score 1, also where the adjustment for chance is undefined.
  if (counts.onlyFirst === 0 && counts.onlySecond === 0) return { mi, ami: 1, ri: 1, ari: 1 }
  return { mi, ami: adjust(mi, table), ...randIndices(counts) }
}

/** Number of items in each pair of clusters of two labellings. */
interface Contingency {
  readonly items: number
  /** Cluster sizes of both labellings. */
  readonly rows: Int32Array
  readonly columns: Int32Array
  /** [rows, columns], row-major. */
  readonly cells: Int32Array
}

function contingency(a: ArrayLike<number>, b: ArrayLike<number>): Contingency {
  const first = numberLabels(a)
  const second = numberLabels(b)
  const rows = new Int32Array(first.count)
  const columns = new Int32Array(second.count)
  const cells = new Int32Array(first.count * second.count)
  for (let i = 0; i < a.length; i++) {
    const r = first.labels[i]
    const c = second.labels[i]
    rows[r]++
    columns[c]++
    cells[r * second.count + c]++
  }
  return { items: a.length, rows, columns, cells }
}

function numberLabels(labels: ArrayLike<number>): { labels: Int32Array; count: number } {
  const numbers = new Map<number, number>()
  const numbered = Int32Array.from(labels, (label) => {
    const number = numbers.get(label) ?? numbers.size
    numbers.set(label, number)
    return number
  })
  return { labels: numbered, count: numbers.size }
}

function mutualInformation({ items, rows, columns, cells }: Contingency): number {
  let sum = 0
  cells.forEach((both, cell) => {
    if (both === 0) return
    const row = rows[Math.floor(cell / columns.length)]
    const column = columns[cell % columns.length]
    sum += (both / items) * (Math.log(both) + Math.log(items) - Math.log(row) - Math.log(column))
  })
  return Math.max(0, sum)
}

/** (MI - expected MI) / (mean of both entropies - expected MI): scikit-learn's default, Vinh et al. 2010's AMI_sum. */
function adjust(mi: number, table: Contingency): number {
  const expected = expectedMutualInformation(table)
  return (mi - expected) / ((entropy(table.rows, table.items) + entropy(table.columns, table.items)) / 2 - expected)
}

function entropy(sizes: Int32Array, items: number): number {
  return -sizes.reduce((sum, size) => sum + (size / items) * (Math.log(size) - Math.log(items)), 0)
}

/**
 * Returns the exact mean of the mutual information over all permutations of the items: each cell is hypergeometric (Vinh, Epps
 * and Bailey 2010, equation 24a).
 */
function expectedMutualInformation({ items, rows, columns }: Contingency): number {
  const logFactorial = logFactorials(items)
  let sum = 0
  for (const row of rows) {
    for (const column of columns) {
      const most = Math.min(row, column)
      for (let both = Math.max(1, row + column - items); both <= most; both++) {
        const logChance =
          logFactorial[row] +
          logFactorial[column] +
          logFactorial[items - row] +
          logFactorial[items - column] -
          logFactorial[items] -
          logFactorial[both] -
          logFactorial[row - both] -
          logFactorial[column - both] -
          logFactorial[items - row - column + both]
        const information = Math.log(both) + Math.log(items) - Math.log(row) - Math.log(column)
        sum += (both / items) * information * Math.exp(logChance)
      }
    }
  }
  return sum
}

/** Returns ln 0! to ln n!, with compensated summation (Kahan), because only their differences are used. */
function logFactorials(n: number): Float64Array {
  const logs = new Float64Array(n + 1)
  let lost = 0
  for (let i = 1; i <= n; i++) {
    const term = Math.log(i) - lost
    logs[i] = logs[i - 1] + term
    lost = logs[i] - logs[i - 1] - term
  }
  return logs
}

/** Numbers of pairs of items that both labellings join, only one joins, or both separate. */
interface PairCounts {
  readonly together: number
  readonly onlyFirst: number
  readonly onlySecond: number
  readonly separated: number
}

function countPairs({ items, rows, columns, cells }: Contingency): PairCounts {
  const together = pairs(cells)
  const onlyFirst = pairs(rows) - together
  const onlySecond = pairs(columns) - together
  return { together, onlyFirst, onlySecond, separated: (items * (items - 1)) / 2 - together - onlyFirst - onlySecond }
}

/** Returns the indices of Rand 1971 and of Hubert and Arabie 1985. */
function randIndices({ together, onlyFirst, onlySecond, separated }: PairCounts): { ri: number; ari: number } {
  return {
    ri: (together + separated) / (together + separated + onlyFirst + onlySecond),
    ari:
      (2 * (together * separated - onlyFirst * onlySecond)) /
      ((together + onlyFirst) * (onlyFirst + separated) + (together + onlySecond) * (onlySecond + separated))
  }
}

/** Returns the number of pairs of items within groups of these sizes. */
function pairs(sizes: Int32Array): number {
  return sizes.reduce((sum, size) => sum + (size * (size - 1)) / 2, 0)
}
