import { nearestPoint, pointsInside, type Grid } from './grid.js'
import { simplifyLine } from './line.js'

/**
 * Maximum number of corners of a line in a URL, and its greatest distance from the drawn line, as a share of its size.
 */
const [CORNERS, OFF] = [60, 0.001]

/** Maximum number of characters of a value that is parsed: more than any that is written. */
const LONGEST = 2000

/** The greatest distance of a point from its place in a URL, in units of the plane. Places are rounded to a tenth of this. */
const NEAR = 1e-6

const NUMBER = /^-?\d{1,4}(?:\.\d{1,9})?$/

/** Points that a URL can refer to by place. */
export interface MarkedPlaces {
  /** x and y of each point. */
  readonly places: Float32Array
  /** `markPlaces` of them. */
  readonly mark: string
}

/** A selection on a map. */
export interface Selected {
  /** The selected points, at least one. */
  readonly points: readonly number[]
  /** The line drawn around them, x and y alternating; undefined if there is none. */
  readonly line: readonly number[] | undefined
}

/** Returns a hash of the places in letters and digits: FNV-1a, a word at a time. */
export function markPlaces(places: Float32Array): string {
  let value = 0x811c9dc5
  for (const word of new Uint32Array(places.buffer, places.byteOffset, places.length)) {
    value = Math.imul(value ^ word, 0x01000193) >>> 0
  }
  return value.toString(36)
}

/** Returns the URL value that selects the points inside a line, x and y alternating. */
export function writeLine({ mark }: MarkedPlaces, line: readonly number[]): string {
  const ends = (values: readonly number[]): number => Math.max(...values) - Math.min(...values)
  const off = OFF * Math.max(ends(line.filter((_, i) => i % 2 === 0)), ends(line.filter((_, i) => i % 2 === 1)))
  const digits = Math.min(9, Math.max(1, Math.ceil(-Math.log10(off))))
  const corners = simplifyLine(line, CORNERS, off)
  return [mark, ...corners.map((value) => value.toFixed(digits))].join('_')
}

/** Returns the URL value that selects one point. */
export function writePoint({ mark, places }: MarkedPlaces, point: number): string {
  return [mark, ...[places[2 * point], places[2 * point + 1]].map((value) => value.toFixed(7))].join('_')
}

/**
 * Returns the selection of a URL value among the points that `among` accepts. Returns undefined if the value is invalid or selects
 * no point, and 'other' if it was made for a map with other positions.
 */
export function readSelected(
  value: string | null | undefined,
  { mark }: MarkedPlaces,
  grid: Grid,
  among: (point: number) => boolean = () => true
): Selected | 'other' | undefined {
  if (value === null || value === undefined || value.length > LONGEST) return undefined
  const [ofMark, ...numbers] = value.split('_')
  const corners = numbers.length / 2
  if (!Number.isInteger(corners) || corners > CORNERS || !numbers.every((number) => NUMBER.test(number)))
    return undefined
  if (corners !== 1 && corners < 3) return undefined
  if (ofMark !== mark) return /^[0-9a-z]{1,7}$/.test(ofMark) ? 'other' : undefined
  const line = numbers.map(Number)
  if (corners > 1) return selectedOf(pointsInside(grid, line).filter(among), line)
  const point = nearestPoint(grid, line[0], line[1], NEAR, (i) => !among(i))
  return selectedOf(point === undefined ? [] : [point])
}

function selectedOf(points: readonly number[], line?: readonly number[]): Selected | undefined {
  return points.length === 0 ? undefined : { points, line }
}
