import { pointsWithin, type Grid } from './grid.js'

/** Cells along the longer side of the points, empty cells around them, and the reach and rounds of blurring, in cells. */
const [CELLS, MARGIN, REACH, ROUNDS] = [90, 6, 2, 3]

/** Shares of the points that the lines enclose. */
const ENCLOSED = [0.9, 0.6, 0.3]

/** Fewer points have no density worth drawing. */
const FEWEST = 200

/**
 * Returns lines of equal density around 90, 60 and 30 % of the points within bounds, as SVG paths in the plane; none for
 * few points. Linear time. The density is the number of points in square cells, blurred; lines are found by marching squares.
 */
export function densityContours(grid: Grid, bounds = grid.bounds): string[] {
  const { places } = grid
  const within = pointsWithin(grid, bounds)
  const count = within.length
  if (count < FEWEST) return []
  const side = Math.max(bounds.right - bounds.left, bounds.top - bounds.bottom)
  if (side === 0) return []
  const cell = side / CELLS
  const columns = Math.floor((bounds.right - bounds.left) / cell) + 1 + 2 * MARGIN
  const rows = Math.floor((bounds.top - bounds.bottom) / cell) + 1 + 2 * MARGIN
  const at = (i: number): number =>
    (Math.floor((places[2 * i + 1] - bounds.bottom) / cell) + MARGIN) * columns +
    Math.floor((places[2 * i] - bounds.left) / cell) +
    MARGIN
  let density = new Float32Array(columns * rows)
  for (const i of within) density[at(i)]++
  for (let round = 0; round < ROUNDS; round++) density = blur(blur(density, columns, rows, 1), columns, rows, columns)
  const ofPoints = Float32Array.from(within, (i) => density[at(i)]).sort()
  const left = bounds.left - (MARGIN - 0.5) * cell
  const bottom = bounds.bottom - (MARGIN - 0.5) * cell
  return ENCLOSED.map((share) => {
    const level = ofPoints[Math.floor((1 - share) * (count - 1))]
    return linesAt(density, columns, rows, level)
      .map(([x, y], end) => `${end % 2 === 0 ? 'M' : 'L'}${round(left + x * cell)} ${round(bottom + y * cell)}`)
      .join('')
  })
}

function round(value: number): string {
  return value.toFixed(4)
}

/** Replaces each value by the mean of its neighbours along one axis, whose values are `step` apart. */
function blur(values: Float32Array, columns: number, rows: number, step: number): Float32Array<ArrayBuffer> {
  const blurred = new Float32Array(values.length)
  const [length, lines, stride] = step === 1 ? [columns, rows, columns] : [rows, columns, 1]
  for (let line = 0; line < lines; line++) {
    let sum = 0
    for (let i = -REACH; i < length; i++) {
      if (i + REACH < length) sum += values[line * stride + (i + REACH) * step]
      if (i > REACH) sum -= values[line * stride + (i - REACH - 1) * step]
      if (i >= 0) blurred[line * stride + i * step] = sum / (2 * REACH + 1)
    }
  }
  return blurred
}

/** Returns the ends of the segments between cells below a level and cells of at least that level, two for each. */
function linesAt(density: Float32Array, columns: number, rows: number, level: number): [number, number][] {
  const ends: [number, number][] = []
  for (let y = 0; y + 1 < rows; y++) {
    for (let x = 0; x + 1 < columns; x++) {
      const corner = y * columns + x
      const [a, b, c, d] = [
        density[corner],
        density[corner + 1],
        density[corner + columns + 1],
        density[corner + columns]
      ]
      const part = (from: number, to: number): number => (level - from) / (to - from)
      const crossed: [number, number][] = []
      if (a < level !== b < level) crossed.push([x + part(a, b), y])
      if (b < level !== c < level) crossed.push([x + 1, y + part(b, c)])
      if (d < level !== c < level) crossed.push([x + part(d, c), y + 1])
      if (a < level !== d < level) crossed.push([x, y + part(a, d)])
      // Of two opposite corners, each has its own line.
      if (crossed.length === 4 && a < level) ends.push(crossed[0], crossed[3], crossed[1], crossed[2])
      else ends.push(...crossed)
    }
  }
  return ends
}
