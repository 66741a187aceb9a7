import { createRandom, nearestRows, selectRows, type Vectors } from '@leitmotif/encoder'

/** Pairs of rows, the lower first, each once and in ascending order. */
export interface RowPairs {
  readonly a: Int32Array
  readonly b: Int32Array
}

export interface NearPairsOptions {
  /** Nearest rows that each row is paired with, 1 or more. */
  readonly neighbours: number
  /** Rows that are all compared with one another; of more, each with those of its cells. */
  readonly exact?: number
  readonly onProgress?: (rows: number) => void
}

const EXACT = 8192

/** Cells that a row lies in. With 3 rather than 5, one in thirty pairs of nearly the same words shared none, not one in 250. */
const OWN_CELLS = 5

/**
 * Each row (unit rows) with its nearest others. Beyond `exact` rows, rows are parted by chance rows: each lies in the
 * cells of the five nearest of 3 √rows, and is compared with what else does; so time grows with rows to the power 1.5, and
 * nearly all that are nearest by far are found. The same rows give the same pairs. Lets other work run meanwhile.
 */
export async function nearPairs(
  rows: Vectors,
  { neighbours, exact = EXACT, onProgress }: NearPairsOptions
): Promise<RowPairs> {
  const codes: number[] = []
  let done = 0
  const cells = await cellsOf(rows, exact)
  const places = cells.reduce((sum, { length }) => sum + length, 0)
  for (const cell of cells) {
    const own = cell.length === rows.count ? rows : selectRows(rows, cell)
    const { k, index } = await nearestRows(own, own, Math.min(neighbours + 1, cell.length))
    for (let at = 0; at < index.length; at++) {
      const [a, b] = [cell[Math.floor(at / k)], cell[index[at]]]
      if (a !== b) codes.push(Math.min(a, b) * rows.count + Math.max(a, b))
    }
    onProgress?.(Math.floor(((done += cell.length) / places) * rows.count))
  }
  const distinct = Float64Array.from(codes).sort()
  const kept = distinct.filter((code, at) => code !== distinct[at - 1])
  return {
    a: Int32Array.from(kept, (code) => Math.floor(code / rows.count)),
    b: Int32Array.from(kept, (code) => code % rows.count)
  }
}

/** Rows that are compared with one another; every row is in at least one cell. */
async function cellsOf(rows: Vectors, exact: number): Promise<readonly (readonly number[])[]> {
  const all = Array.from({ length: rows.count }, (_, index) => index)
  if (rows.count === 0) return []
  if (rows.count <= exact) return [all]
  const count = Math.ceil(3 * Math.sqrt(rows.count))
  const centres = createRandom('cells')
    .shuffle([...all])
    .slice(0, count)
  const { index } = await nearestRows(rows, selectRows(rows, centres), OWN_CELLS)
  const cells = Array.from({ length: count }, (): number[] => [])
  for (const [at, cell] of index.entries()) cells[cell].push(Math.floor(at / OWN_CELLS))
  return cells.filter(({ length }) => length > 1)
}
