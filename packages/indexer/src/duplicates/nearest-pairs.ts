import { row, type Vectors } from '@leitmotif/encoder'
import { nearestRows } from '@leitmotif/encoder/stages'
import { createRandom, createYielder, selectRows } from '@leitmotif/encoder/vectors'

/** Pairs of rows, the lower first, each once and in ascending order. */
export interface RowPairs {
  readonly a: Int32Array
  readonly b: Int32Array
}

export interface NearPairsOptions {
  /** Number of nearest rows that each row is paired with, 1 or more. */
  readonly neighbours: number
  /**
   * Maximum number of rows that are all compared with one another. With more, each is compared only with the rows of
   * its cells.
   */
  readonly exact?: number
  /** Called after each block of work with the number of rows done. If it throws, the work stops. */
  readonly onProgress?: (rows: number) => void
}

const EXACT = 8192

/** Cells that contain each row. With 3 cells, 1 in 30 pairs of near duplicates shared no cell; with 5, 1 in 250. */
const OWN_CELLS = 5

/** Maximum size of a cell, times √rows. The average is 5/3 times √rows. Larger cells are split. */
const LARGEST_CELL = 16

/** Number of a cell's rows that are compared with the others in one step. */
const BLOCK = 1024

/**
 * Pairs each row with its nearest others. Rows are unit vectors or zero. Of equal rows, only one is compared with the
 * others, and each is paired with the next of its equals.
 *
 * More than `exact` different rows are divided into cells around 3 √rows randomly chosen centres. Each row is in the
 * cells of its five nearest centres, and is compared only with the rows of these cells. No cell is larger than 16
 * √rows, so time grows with rows to the power 1.5, and nearly all pairs that are by far the nearest are found. The same
 * rows give the same pairs. Yields to other work meanwhile.
 */
export async function nearPairs(
  rows: Vectors,
  { neighbours, exact = EXACT, onProgress }: NearPairsOptions
): Promise<RowPairs> {
  const equal = await equalRows(rows)
  const different =
    equal.length === rows.count
      ? rows
      : selectRows(
          rows,
          equal.map(([first]) => first)
        )
  const pairs = new PairList(rows.count)
  for (const members of equal) joinNext(members, neighbours, pairs)
  const cells = await cellsOf(different, exact, onProgress)
  const places = cells.reduce((sum, { length }) => sum + length, 0)
  // Small cells take too little time to yield by themselves.
  const takeTurns = createYielder()
  let done = 0
  for (const cell of cells) {
    const own = cell.length === different.count ? different : selectRows(different, cell)
    for (let start = 0; start < own.count; start += BLOCK) {
      const { k, index } = await nearestRows(partOf(own, start, BLOCK), own, Math.min(neighbours + 1, own.count))
      for (let at = 0; at < index.length; at++) {
        const [a, b] = [start + Math.floor(at / k), index[at]]
        if (a !== b) joinAll(equal[cell[a]], equal[cell[b]], neighbours, pairs)
      }
      done += index.length / k
      onProgress?.(Math.floor((done / places) * rows.count))
      await takeTurns()
    }
  }
  return pairs.distinct()
}

/** Pairs each of `members` with the next `most` of them. */
function joinNext(members: readonly number[], most: number, pairs: PairList): void {
  for (let i = 0; i < members.length; i++)
    for (let j = i + 1; j < Math.min(members.length, i + 1 + most); j++) pairs.add(members[i], members[j])
}

/** Pairs the first `most` rows of one set with the first `most` of the other. */
function joinAll(some: readonly number[], others: readonly number[], most: number, pairs: PairList): void {
  for (const a of some.length > most ? some.slice(0, most) : some)
    for (const b of others.length > most ? others.slice(0, most) : others) pairs.add(a, b)
}

/** Groups equal rows. Each group is ascending; groups are in the order of their first rows. */
async function equalRows(rows: Vectors): Promise<readonly (readonly number[])[]> {
  const takeTurns = createYielder()
  const bits = new Uint32Array(rows.data.buffer, rows.data.byteOffset, rows.data.length)
  const byHash = new Map<number, number[][]>()
  const sets: number[][] = []
  for (let i = 0; i < rows.count; i++) {
    let hash = 0
    for (let at = i * rows.dims; at < (i + 1) * rows.dims; at++)
      hash = Math.imul(hash ^ bits[at], 0x9e3779b1) ^ (hash >>> 15)
    const like = byHash.get(hash) ?? []
    byHash.set(hash, like)
    const own = like.find(([first]) => row(rows, first).every((value, d) => value === rows.data[i * rows.dims + d]))
    if (own === undefined) {
      const set = [i]
      like.push(set)
      sets.push(set)
    } else own.push(i)
    await takeTurns()
  }
  return sets
}

/** Rows that are compared with each other. Every row is in a cell, except rows that would be alone in each. */
async function cellsOf(
  rows: Vectors,
  exact: number,
  onProgress: ((rows: number) => void) | undefined
): Promise<readonly (readonly number[])[]> {
  const all = Array.from({ length: rows.count }, (_, index) => index)
  if (rows.count === 0) return []
  if (rows.count <= exact) return [all]
  const count = Math.ceil(3 * Math.sqrt(rows.count))
  const centres = selectRows(
    rows,
    createRandom('cells')
      .shuffle([...all])
      .slice(0, count)
  )
  const cells = Array.from({ length: count }, (): number[] => [])
  for (let start = 0; start < rows.count; start += BLOCK) {
    const { index } = await nearestRows(partOf(rows, start, BLOCK), centres, Math.min(OWN_CELLS, count))
    for (const [at, cell] of index.entries()) cells[cell].push(start + Math.floor(at / OWN_CELLS))
    onProgress?.(0)
  }
  return cells
    .flatMap((cell) => split(cell, Math.ceil(LARGEST_CELL * Math.sqrt(rows.count))))
    .filter(({ length }) => length > 1)
}

/** Splits a cell into parts of at most `most` rows, in order. */
function split(cell: readonly number[], most: number): readonly (readonly number[])[] {
  if (cell.length <= most) return [cell]
  return Array.from({ length: Math.ceil(cell.length / most) }, (_, part) => cell.slice(part * most, (part + 1) * most))
}

/** Returns `count` rows from `start` on, or fewer at the end. They share memory with `rows`. */
function partOf(rows: Vectors, start: number, count: number): Vectors {
  const end = Math.min(start + count, rows.count)
  return { count: end - start, dims: rows.dims, data: rows.data.subarray(start * rows.dims, end * rows.dims) }
}

/** Collects pairs; the same pair may be added several times. */
class PairList {
  private readonly higher: number[][]

  constructor(rows: number) {
    this.higher = Array.from({ length: rows }, () => [])
  }

  add(a: number, b: number): void {
    this.higher[Math.min(a, b)].push(Math.max(a, b))
  }

  /** Returns each pair once, in ascending order. */
  async distinct(): Promise<RowPairs> {
    const takeTurns = createYielder()
    const [a, b]: [number[], number[]] = [[], []]
    for (const [lower, found] of this.higher.entries()) {
      for (const other of [...new Set(found)].sort((p, q) => p - q)) {
        a.push(lower)
        b.push(other)
      }
      await takeTurns()
    }
    return { a: Int32Array.from(a), b: Int32Array.from(b) }
  }
}
