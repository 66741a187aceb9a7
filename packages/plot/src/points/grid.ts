import type { Bounds } from './camera.js'

/** A grid index: points in square cells of about POINTS points each, to find the points near a place. */
export interface Grid {
  readonly places: Float32Array
  readonly bounds: Bounds
  readonly columns: number
  readonly rows: number
  readonly cell: number
  /** Start of each cell's points in `points`. [columns · rows + 1] */
  readonly starts: Uint32Array
  readonly points: Uint32Array
}

const POINTS = 8
const MOST_CELLS = 512

/** Returns a grid of the points. Linear time. */
export function makeGrid(places: Float32Array): Grid {
  const count = places.length / 2
  let [left, right, bottom, top] = [Infinity, -Infinity, Infinity, -Infinity]
  for (let i = 0; i < count; i++) {
    left = Math.min(left, places[2 * i])
    right = Math.max(right, places[2 * i])
    bottom = Math.min(bottom, places[2 * i + 1])
    top = Math.max(top, places[2 * i + 1])
  }
  if (count === 0) [left, right, bottom, top] = [0, 1, 0, 1]
  const side = Math.max(right - left, top - bottom, 1e-6)
  const along = Math.min(MOST_CELLS, Math.max(1, Math.ceil(Math.sqrt(count / POINTS))))
  const cell = side / along
  const columns = Math.floor((right - left) / cell) + 1
  const rows = Math.floor((top - bottom) / cell) + 1
  const cellOf = (i: number): number =>
    Math.floor((places[2 * i + 1] - bottom) / cell) * columns + Math.floor((places[2 * i] - left) / cell)
  const starts = new Uint32Array(columns * rows + 1)
  for (let i = 0; i < count; i++) starts[cellOf(i) + 1]++
  for (let c = 0; c < columns * rows; c++) starts[c + 1] += starts[c]
  const next = starts.slice()
  const points = new Uint32Array(count)
  for (let i = 0; i < count; i++) points[next[cellOf(i)]++] = i
  return { places, bounds: { left, right, bottom, top }, columns, rows, cell, starts, points }
}

/** Share of the points that may be left out at each end of an axis, and how far around the others the bounds reach. */
const [OUTSIDE, AROUND] = [0.01, 0.15]

/**
 * Returns bounds of nearly all points, so that a few far ones do not make the others small: from the first to the 99th
 * percentile of each axis and 15 % of that beyond, or less if no point is there.
 */
export function boundsOfMost({ places, bounds }: Pick<Grid, 'places' | 'bounds'>): Bounds {
  const count = places.length / 2
  if (count === 0) return bounds
  const out = Math.floor(count * OUTSIDE)
  const ends = (axis: 0 | 1, least: number, most: number): [number, number] => {
    const values = Float32Array.from({ length: count }, (_, i) => places[2 * i + axis]).sort()
    const [low, high] = [values[out], values[count - 1 - out]]
    const around = (high - low) * AROUND
    return [Math.max(least, low - around), Math.min(most, high + around)]
  }
  const [left, right] = ends(0, bounds.left, bounds.right)
  const [bottom, top] = ends(1, bounds.bottom, bounds.top)
  return { left, right, bottom, top }
}

/** Returns up to `most` points inside `bounds`. */
export function pointsWithin(grid: Grid, bounds: Bounds, most = Infinity): number[] {
  const { places } = grid
  const found: number[] = []
  eachNear(grid, bounds, (i) => {
    const [x, y] = [places[2 * i], places[2 * i + 1]]
    if (x >= bounds.left && x <= bounds.right && y >= bounds.bottom && y <= bounds.top) found.push(i)
    return found.length < most
  })
  return found
}

/** Returns the point nearest to a place within `radius`, without those that `skip` accepts. */
export function nearestPoint(
  grid: Grid,
  x: number,
  y: number,
  radius: number,
  skip?: (point: number) => boolean
): number | undefined {
  let nearest: number | undefined
  let least = radius * radius
  eachNear(grid, { left: x - radius, right: x + radius, bottom: y - radius, top: y + radius }, (i) => {
    const distance = (grid.places[2 * i] - x) ** 2 + (grid.places[2 * i + 1] - y) ** 2
    if (distance <= least && skip?.(i) !== true) {
      least = distance
      nearest = i
    }
    return true
  })
  return nearest
}

/** Returns the points inside a closed line, x and y alternating (even-odd rule). */
export function pointsInside(grid: Grid, line: readonly number[]): number[] {
  if (line.length === 0) return []
  const [xs, ys] = [line.filter((_, i) => i % 2 === 0), line.filter((_, i) => i % 2 === 1)]
  const bounds = { left: Math.min(...xs), right: Math.max(...xs), bottom: Math.min(...ys), top: Math.max(...ys) }
  return pointsWithin(grid, bounds).filter((i) => isInside(line, grid.places[2 * i], grid.places[2 * i + 1]))
}

function isInside(line: readonly number[], x: number, y: number): boolean {
  let inside = false
  for (let i = 0, j = line.length - 2; i < line.length; j = i, i += 2) {
    const [xi, yi, xj, yj] = [line[i], line[i + 1], line[j], line[j + 1]]
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) inside = !inside
  }
  return inside
}

/** Visits the points of all cells near `near`, until a visit returns false. */
function eachNear(
  { bounds, cell, columns, rows, starts, points }: Grid,
  near: Bounds,
  visit: (point: number) => boolean
): void {
  const column = (x: number): number => Math.floor((x - bounds.left) / cell)
  const row = (y: number): number => Math.floor((y - bounds.bottom) / cell)
  const [first, last] = [Math.max(0, column(near.left)), Math.min(columns - 1, column(near.right))]
  const [lowest, highest] = [Math.max(0, row(near.bottom)), Math.min(rows - 1, row(near.top))]
  for (let r = lowest; r <= highest; r++) {
    for (let c = first; c <= last; c++) {
      const at = r * columns + c
      for (let i = starts[at]; i < starts[at + 1]; i++) {
        if (!visit(points[i])) return
      }
    }
  }
}
