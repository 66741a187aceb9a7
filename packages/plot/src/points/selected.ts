import { nearestPoint, pointsInside, type Grid } from './grid.js'
import { simplifyLine } from './line.js'

/** Most corners of a line in an address, and how far it may lie beside what was drawn, as a share of its size. */
const [CORNERS, OFF] = [60, 0.001]

/** Characters of the longest value that is read: more than any that is written. */
const LONGEST = 2000

/** How far a point may lie from the place that names it, in units of the plane: places are rounded to a tenth of this. */
const NEAR = 1e-6

const NUMBER = /^-?\d{1,4}(?:\.\d{1,9})?$/

/** Points whose places an address may name. */
export interface MarkedPlaces {
  /** x, y of each point. */
  readonly places: Float32Array
  /** `markPlaces` of them. */
  readonly mark: string
}

/** What is selected on a map. */
export interface Selected {
  /** At least one. */
  readonly points: readonly number[]
  /** The line that was drawn around them, x, y by turns; undefined where none was. */
  readonly line: readonly number[] | undefined
}

/** The same for the same places: letters and digits. FNV-1a, a word at a time. */
export function markPlaces(places: Float32Array): string {
  let value = 0x811c9dc5
  for (const word of new Uint32Array(places.buffer, places.byteOffset, places.length)) {
    value = Math.imul(value ^ word, 0x01000193) >>> 0
  }
  return value.toString(36)
}

/** The value of an address for what lies inside of a line; x, y by turns. */
export function writeLine({ mark }: MarkedPlaces, line: readonly number[]): string {
  const ends = (values: readonly number[]): number => Math.max(...values) - Math.min(...values)
  const off = OFF * Math.max(ends(line.filter((_, i) => i % 2 === 0)), ends(line.filter((_, i) => i % 2 === 1)))
  const digits = Math.min(9, Math.max(1, Math.ceil(-Math.log10(off))))
  const corners = simplifyLine(line, CORNERS, off)
  return [mark, ...corners.map((value) => value.toFixed(digits))].join('_')
}

/** The value of an address for one point. */
export function writePoint({ mark, places }: MarkedPlaces, point: number): string {
  return [mark, ...[places[2 * point], places[2 * point + 1]].map((value) => value.toFixed(7))].join('_')
}

/**
 * What an address's value selects, of the points that are `among` those that can be; undefined where it says nothing that
 * can be understood, or selects no point; 'other' where it is of a map whose points lay elsewhere, so that it would select
 * what was not meant.
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
