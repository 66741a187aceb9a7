import { dot, row, zeroVectors, type Vectors } from '../vectors/vectors.js'
import { nearestCentres, ROUNDING } from './nearest.js'

/** The state in which k-means has converged. */
export interface Settled {
  readonly assignment: Int32Array
  readonly centres: Vectors
  /** Sum of the rows' cosines to their centres. */
  readonly total: number
}

/**
 * Iterates k-means from the centres `first` until no row moves, the total rises by less than the fraction `tolerance`,
 * or `iterations` is reached. No row may be zero.
 */
export function descend(rows: Vectors, first: Vectors, iterations: number, tolerance: number): Settled {
  const sums = startSums(rows.count, first)
  let { index } = nearestCentres(rows, first)
  let centres = first
  let total = 0
  for (let round = 0; round < iterations; round++) {
    const moved = moveCentres(rows, centres, index, sums)
    const gain = moved.total - total
    const done = round > 0 && !moved.repaired && gain < tolerance * total
    total = moved.total
    centres = moved.centres
    if (done || round === iterations - 1) break
    const before = index
    ;({ index } = nearestCentres(rows, centres))
    if (!moved.repaired && index.every((c, i) => c === before[i])) break
  }
  return { assignment: index, centres, total }
}

/** The sum of each centre's rows. Each round adds and subtracts only the rows that change their centre. */
interface Sums {
  readonly values: Float64Array
  readonly sizes: Int32Array
  /** The centre in whose sum each row is; -1 for none. */
  readonly within: Int32Array
}

function startSums(rows: number, { count, dims }: Vectors): Sums {
  return {
    values: new Float64Array(count * dims),
    sizes: new Int32Array(count),
    within: new Int32Array(rows).fill(-1)
  }
}

/** Updates the sums to the current centres of the rows, `index`. */
function updateSums({ count, dims, data }: Vectors, index: Int32Array, sums: Sums): void {
  const { values, sizes, within } = sums
  for (let i = 0; i < count; i++) {
    const [last, now] = [within[i], index[i]]
    if (last === now) continue
    const from = i * dims
    if (last >= 0) {
      sizes[last]--
      for (let d = 0, to = last * dims; d < dims; d++) values[to + d] -= data[from + d]
      // Without rows, the sum holds rounding errors only.
      if (sizes[last] === 0) values.fill(0, last * dims, (last + 1) * dims)
    }
    sizes[now]++
    for (let d = 0, to = now * dims; d < dims; d++) values[to + d] += data[from + d]
    within[i] = now
  }
}

interface Moved {
  readonly centres: Vectors
  readonly total: number
  /** True if an empty cluster was restarted. */
  readonly repaired: boolean
}

/** A sum of rows that is no longer than this is a rounding error of rows that cancel out. */
const NO_LENGTH = 1e-9

/**
 * Moves each centre to the direction of its rows' sum. The length of that sum is the sum of the rows' cosines to it.
 */
function moveCentres(rows: Vectors, centres: Vectors, index: Int32Array, sums: Sums): Moved {
  const { dims } = rows
  updateSums(rows, index, sums)
  const sizes = sums.sizes.slice()
  const next = zeroVectors(centres.count, dims)
  let total = 0
  let repaired = false
  for (let c = 0; c < centres.count; c++) {
    const sum = sums.values.subarray(c * dims, (c + 1) * dims)
    const to = row(next, c)
    let square = 0
    for (let d = 0; d < dims; d++) square += sum[d] * sum[d]
    const length = Math.sqrt(square)
    if (length > NO_LENGTH) {
      total += length
      for (let d = 0; d < dims; d++) to[d] = sum[d] / length
      continue
    }
    // Rows that cancel out have no direction: the centre stays. A centre without rows restarts.
    const worst = sizes[c] > 0 ? -1 : worstRow(rows, centres, index, sizes)
    to.set(worst < 0 ? row(centres, c) : row(rows, worst))
    if (worst < 0) continue
    sizes[index[worst]]--
    sizes[c] = 1
    index[worst] = c
    repaired = true
  }
  return { centres: next, total, repaired }
}

/** Returns the row farthest from its centre in a cluster of at least two; -1 if every row equals its centre. */
function worstRow(rows: Vectors, centres: Vectors, index: Int32Array, sizes: Int32Array): number {
  let worst = -1
  let least = 1 - ROUNDING
  for (let i = 0; i < rows.count; i++) {
    if (sizes[index[i]] < 2) continue
    const sim = dot(row(rows, i), row(centres, index[i]))
    if (sim < least) {
      least = sim
      worst = i
    }
  }
  return worst
}
