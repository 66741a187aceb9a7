/** Minimum Jaccard index of matched parts. */
const ALIKE = 0.3

/** Parts share "most" of their items above this fraction. */
const MOST = 0.5

/** How the parts of one division continue in another. Numbers are indices of parts. */
export interface Transitions {
  /**
   * For each part of the second division, the part of the first that it continues; -1 for none. No part is continued
   * twice.
   */
  readonly from: Int32Array
  /** For each part of the first division, the part of the second that holds more than half of it; -1 for none. */
  readonly into: Int32Array
  /** For each part of the second division, the part of the first that more than half of it comes from; -1 for none. */
  readonly outOf: Int32Array
}

/**
 * Matches the parts of two divisions of the same items (MONIC: Spiliopoulou, Ntoutsi, Theodoridis and Schult 2006,
 * section 3). The one-to-one match maximises the sum of Jaccard indices. Two parts match if their index is at least .3,
 * or if more than half of the second comes from the first: a part that splits continues in its largest piece. An
 * unmatched part of the first division has ended or merged `into` another; an unmatched part of the second is new or
 * has split `outOf` another.
 * @param shared the weight that each part of the first division shares with each of the second, [first, second].
 * @param firstSizes,secondSizes the total weight of each part.
 */
export function followParts(
  shared: readonly Float64Array[],
  firstSizes: ArrayLike<number>,
  secondSizes: ArrayLike<number>
): Transitions {
  const most = (shares: Float64Array, size: number): number => shares.findIndex((both) => both > MOST * size)
  const into = Int32Array.from(shared, (row, a) => most(row, firstSizes[a]))
  const outOf = Int32Array.from({ length: secondSizes.length }, (_, b) =>
    most(
      Float64Array.from(shared, (row) => row[b]),
      secondSizes[b]
    )
  )
  const alike = shared.map((row, a) =>
    row.map((both, b) => {
      const either = firstSizes[a] + secondSizes[b] - both
      return both > 0 && (both >= ALIKE * either || outOf[b] === a) ? both / either : 0
    })
  )
  const from = new Int32Array(secondSizes.length).fill(-1)
  matchMost(alike).forEach((b, a) => {
    if (b >= 0 && alike[a][b] > 0) from[b] = a
  })
  return { from, into, outOf }
}

/**
 * Returns the one-to-one match of rows with columns whose weights sum to the most (Kuhn 1955, by shortest augmenting
 * paths: Jonker and Volgenant 1987). O(rows² · columns) time.
 * @param weights [rows, columns], finite.
 * @returns the column of each row; -1 for the rows that remain when there are more rows than columns.
 */
export function matchMost(weights: readonly ArrayLike<number>[]): Int32Array {
  const rows = weights.length
  // Extra columns of weight 0, so that each row has a column.
  const own = rows === 0 ? 0 : weights[0].length
  const columns = Math.max(own, rows)
  const cost = (r: number, c: number): number => (c < own ? -weights[r][c] : 0)
  const rowPrice = new Float64Array(rows + 1)
  const columnPrice = new Float64Array(columns + 1)
  /** Row of each column, both from 1; 0 for none. */
  const owner = new Int32Array(columns + 1)
  const before = new Int32Array(columns + 1)
  for (let row = 1; row <= rows; row++) {
    owner[0] = row
    const distance = new Float64Array(columns + 1).fill(Infinity)
    const done = new Uint8Array(columns + 1)
    let column = 0
    do {
      done[column] = 1
      const r = owner[column]
      let step = Infinity
      let next = 0
      for (let c = 1; c <= columns; c++) {
        if (done[c] === 1) continue
        const reduced = cost(r - 1, c - 1) - rowPrice[r] - columnPrice[c]
        if (reduced < distance[c]) {
          distance[c] = reduced
          before[c] = column
        }
        if (distance[c] < step) {
          step = distance[c]
          next = c
        }
      }
      for (let c = 0; c <= columns; c++) {
        if (done[c] === 1) {
          rowPrice[owner[c]] += step
          columnPrice[c] -= step
        } else distance[c] -= step
      }
      column = next
    } while (owner[column] !== 0)
    while (column !== 0) {
      owner[column] = owner[before[column]]
      column = before[column]
    }
  }
  const match = new Int32Array(rows).fill(-1)
  for (let c = 1; c <= own; c++) if (owner[c] > 0) match[owner[c] - 1] = c - 1
  return match
}
