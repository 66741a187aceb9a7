import { createRandom } from '../vectors/random.js'
import type { Vectors } from '../vectors/vectors.js'
import type { Positions } from './umap.js'
import { nearestRows } from './nearest-rows.js'

/** Rows with known positions, by which other rows are placed. */
export interface Landmarks {
  /** Unit rows. */
  readonly rows: Vectors
  readonly positions: Positions
}

/** Maximum number of landmarks by which a row is placed. */
const BETWEEN = 5
/** Drop of the cosine, from that of the nearest landmark, at which a landmark's weight falls to 1/e. */
const FALL = 0.05
/**
 * Maximum distance, in spacings, from the nearest landmark to others that count, so that no row is placed between two
 * islands.
 */
const REACH = 4
/** Spread of rows around their place, in spacings, so that rows of the same landmark do not coincide. */
const SCATTER = 0.6

/** Returns a function that places unit rows among their nearest landmarks, of those that are close to each other. */
export function createPlacing(landmarks: Landmarks, seed: number | string): (rows: Vectors) => Promise<Positions> {
  const { positions } = landmarks
  const spacing = spacings(positions)
  const random = createRandom(`${seed}/placement`)
  const between = Math.min(BETWEEN, landmarks.rows.count)
  return async (rows) => {
    const { index, cosine } = await nearestRows(rows, landmarks.rows, between)
    const placed = new Float32Array(2 * rows.count)
    for (let i = 0; i < rows.count; i++) {
      const first = i * between
      const nearest = index[first]
      const sum = { x: 0, y: 0, weight: 0 }
      for (let n = first; n < first + between; n++) {
        const other = index[n]
        if (gap(positions, nearest, other) > REACH * spacing[nearest]) continue
        const weight = Math.exp((cosine[n] - cosine[first]) / FALL)
        sum.x += weight * positions[2 * other]
        sum.y += weight * positions[2 * other + 1]
        sum.weight += weight
      }
      placed[2 * i] = sum.x / sum.weight + SCATTER * spacing[nearest] * random.normal()
      placed[2 * i + 1] = sum.y / sum.weight + SCATTER * spacing[nearest] * random.normal()
    }
    return placed
  }
}

/** Returns the distance of each landmark to its third nearest in the plane, or to a nearer one if there are fewer. */
function spacings(positions: Positions): Float32Array {
  const count = positions.length / 2
  return Float32Array.from({ length: count }, (_, i) => {
    const nearest = [Infinity, Infinity, Infinity]
    for (let j = 0; j < count; j++) {
      const between = gap(positions, i, j)
      if (j === i || between >= nearest[2]) continue
      nearest[2] = between
      nearest.sort((a, b) => a - b)
    }
    return nearest.findLast(Number.isFinite) ?? 0
  })
}

function gap(positions: Positions, i: number, j: number): number {
  return Math.hypot(positions[2 * i] - positions[2 * j], positions[2 * i + 1] - positions[2 * j + 1])
}
