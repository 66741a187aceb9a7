/** Parts that are matched share this part of what either has: Jaccard's index. */
const ALIKE = 0.3

/** Most of a part: what went into, or came from, one other. */
const MOST = 0.5

/** What became of the parts of one division in another. Numbers are of parts. */
export interface Transitions {
  /** For each part of the second division, that of the first that it goes on; -1 for none. Each goes on once at most. */
  readonly from: Int32Array
  /** For each part of the first division, that of the second that has most of it; -1 where none has more than half. */
  readonly into: Int32Array
  /** For each part of the second division, that of the first that it was mostly in; -1 for none. */
  readonly outOf: Int32Array
}

/**
 * Follows parts from one division of some items to another (MONIC: Spiliopoulou, Ntoutsi, Theodoridis and Schult 2006,
 * section 3): parts are matched one to one so that Jaccard's index adds up to the most. Two are matched if it is at least .3,
 * or if the second came mostly out of the first: what falls apart goes on in its largest part. A part that none goes on
 * has died, or has merged `into` another; one that goes on none is born, or has split `outOf` another.
 * @param shared what each part of the first division has in common with each of the second, [first, second].
 * @param firstSizes,secondSizes all that the parts have.
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
 * The one-to-one match of rows with columns whose weights add up to the most (Kuhn 1955, by shortest augmenting paths:
 * Jonker and Volgenant 1987). O(rows² · columns) time.
 * @param weights [rows, columns], finite.
 * @returns the column of each row; -1 for rows left over where there are more rows than columns.
 */
export function matchMost(weights: readonly ArrayLike<number>[]): Int32Array {
  const rows = weights.length
  // Columns of no worth for the rows to be left over with, so that every row has one.
  const own = rows === 0 ? 0 : weights[0].length
  const columns = Math.max(own, rows)
  const cost = (r: number, c: number): number => (c < own ? -weights[r][c] : 0)
  const rowPrice = new Float64Array(rows + 1)
  const columnPrice = new Float64Array(columns + 1)
  /** Row of each column, both from 1: 0 stands for none. */
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
