import { createMultiply } from '../vectors/matrix-product.js'
import { checkWhole } from '../vectors/argument-checks.js'
import { createRandom } from '../vectors/random.js'
import {
  centerRows,
  checkVectors,
  meanVector,
  normalize,
  row,
  rowsBetween,
  selectRows,
  type Vectors
} from '../vectors/vectors.js'
import { layOut, type Positions } from './umap.js'
import { createPlacing } from './placement.js'
import { principalAxes } from './principal-axes.js'

/** Rows with their positions in the plane, and a function that places more rows among them. */
export interface Landscape {
  readonly positions: Positions
  readonly place: (rows: Vectors) => Promise<Positions>
}

/** Number of principal axes on which rows are compared. Further axes are mostly noise and take most of the time. */
const AXES = 32

/** Number of rows placed at once. */
const SLICE = 4096

/**
 * Lays rows of any length out in the plane by their directions from the mean. Time is quadratic in the number of rows.
 * Yields to other work meanwhile.
 */
export async function layOutLandmarks(
  sample: Vectors,
  seed: number | string,
  onProgress: (share: number) => void = () => {}
): Promise<Landscape> {
  const mean = meanVector(sample)
  const axes = principalAxes(centerRows(sample, mean), AXES, seed)
  const multiply = createMultiply()
  const reduce = (rows: Vectors): Vectors => {
    const { count, dims, data } = centerRows(rows, mean)
    const turned = { values: axes.data, turned: true }
    const values = multiply({ values: data, turned: false }, turned, count, dims, axes.count)
    const reduced = { count, dims: axes.count, data: values }
    for (let i = 0; i < count; i++) normalize(row(reduced, i))
    return reduced
  }
  const rows = reduce(sample)
  const positions = await layOut(rows, seed, onProgress)
  const place = createPlacing({ rows, positions }, seed)
  return { positions, place: (others) => place(reduce(others)) }
}

/**
 * Lays out any number of rows: a random sample of `landmarks` first, then every other row by its nearest landmarks. The
 * largest coordinate is 1 or -1. Equal seeds give equal positions.
 * @throws Error for fewer than one landmark, or a row that is not finite.
 */
export async function layOutRows(
  rows: Vectors,
  { seed, landmarks }: { readonly seed: number | string; readonly landmarks: number },
  onProgress: (share: number) => void = () => {}
): Promise<Positions> {
  checkWhole('landmarks', landmarks, 1)
  checkVectors('rows', rows)
  if (rows.count <= landmarks) return scalePositions((await layOutLandmarks(rows, seed, onProgress)).positions)
  const random = createRandom(`${seed}/landmarks`)
  const order = Uint32Array.from({ length: rows.count }, (_, i) => i)
  for (let i = 0; i < landmarks; i++) {
    const other = i + random.integer(rows.count - i)
    ;[order[i], order[other]] = [order[other], order[i]]
  }
  const drawn = order.slice(0, landmarks).sort()
  const landscape = await layOutLandmarks(selectRows(rows, drawn), seed, onProgress)
  const positions = new Float32Array(2 * rows.count)
  for (let from = 0; from < rows.count; from += SLICE) {
    positions.set(await landscape.place(rowsBetween(rows, from, from + SLICE)), 2 * from)
  }
  drawn.forEach((i, landmark) => {
    positions.set(landscape.positions.subarray(2 * landmark, 2 * landmark + 2), 2 * i)
  })
  return scalePositions(positions)
}

/** Returns the positions scaled so that the largest coordinate is 1 or -1. */
export function scalePositions(positions: Positions): Positions {
  const most = positions.reduce((max, value) => Math.max(max, Math.abs(value)), 1e-9)
  return positions.map((value) => value / most)
}
