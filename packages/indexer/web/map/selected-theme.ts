import { readSelected as readPlaced, type Grid, type Selected } from '@leitmotif/plot'
import type { MapPoints } from './points.js'

/** The value that selects all sentences of the address's theme. */
export const THEME = 'theme'

/** Reads the selection as the plot does. With `theme`, an index, the selection only has points of this theme. */
export function readSelected(
  value: string | null,
  map: MapPoints,
  grid: Grid,
  theme: number | undefined
): Selected | 'other' | undefined {
  if (theme === undefined) return readPlaced(value, map, grid)
  const among = (point: number): boolean => map.themes[point] === theme
  if (value !== THEME) return readPlaced(value, map, grid, among)
  const points = Array.from(map.themes.keys()).filter(among)
  return points.length === 0 ? undefined : { points, line: undefined }
}
