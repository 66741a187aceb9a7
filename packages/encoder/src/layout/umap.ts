import { createRandom } from '../vectors/random.js'
import type { Vectors } from '../vectors/vectors.js'
import { nearestRows } from './nearest-rows.js'
import { neighbourGraph } from './neighbour-graph.js'
import { createYielder } from '../vectors/host.js'

/** Points of the plane, [rows, 2]. */
export type Positions = Float32Array

/** Number of neighbours that the layout preserves. Fewer show finer detail, more show the overall structure. */
const NEIGHBOURS = 15
/** Number of epochs of the optimisation. */
const EPOCHS = 400
/** Number of random points that repel a point for each attraction by a neighbour. */
const PUSHES = 5
/**
 * Parameters of the curve 1 / (1 + a d^2b) of similarity over distance, for a minimum distance of .1 and a spread of 1.
 */
const CURVE = { a: 1.577, b: 0.8951 }
/** Maximum move in one step. */
const LONGEST = 4
/** Width of the initial layout. */
const START_WIDTH = 20
/** With fewer rows, uses their first two coordinates as positions. */
const FEW = 4

/**
 * Lays unit rows on their principal axes out in the plane by UMAP (McInnes, Healy and Melville 2018, arXiv 1802.03426,
 * section 3.2), so that neighbours stay neighbours. The optimisation starts from the first two coordinates, which keeps
 * the largest differences visible. Equal seeds give equal positions. Yields to other work.
 */
export async function layOut(
  rows: Vectors,
  seed: number | string,
  onEpoch: (share: number) => void = () => {}
): Promise<Positions> {
  const random = createRandom(`${seed}/layout`)
  const positions = firstCoordinates(rows)
  if (rows.count < FEW) return positions
  const { from, to, weight } = neighbourGraph(await nearestRows(rows, rows, Math.min(NEIGHBOURS, rows.count)))
  const yieldIfDue = createYielder()
  // An edge attracts at a rate proportional to its weight: the heaviest in every epoch.
  const period = weight.map((value) => 1 / value)
  const next = Float32Array.from(period)
  for (let epoch = 1; epoch <= EPOCHS; epoch++) {
    const step = 1 - (epoch - 1) / EPOCHS
    for (let edge = 0; edge < from.length; edge++) {
      if (next[edge] > epoch) continue
      next[edge] += period[edge]
      const i = 2 * from[edge]
      pull(positions, i, 2 * to[edge], step)
      for (let push = 0; push < PUSHES; push++) pushAway(positions, i, 2 * random.integer(rows.count), step)
    }
    onEpoch(epoch / EPOCHS)
    await yieldIfDue()
  }
  return positions
}

/** Moves the points at `i` and `j` towards each other. */
function pull(positions: Positions, i: number, j: number, step: number): void {
  const x = positions[i] - positions[j]
  const y = positions[i + 1] - positions[j + 1]
  const squared = x * x + y * y
  if (squared === 0) return
  const power = CURVE.a * squared ** CURVE.b
  const force = (-2 * CURVE.b * power) / (squared * (1 + power))
  const moveX = step * clipped(force * x)
  const moveY = step * clipped(force * y)
  positions[i] += moveX
  positions[i + 1] += moveY
  positions[j] -= moveX
  positions[j + 1] -= moveY
}

/** Pushes the point at `i` away from that at `j`. */
function pushAway(positions: Positions, i: number, j: number, step: number): void {
  if (i === j) return
  const x = positions[i] - positions[j]
  const y = positions[i + 1] - positions[j + 1]
  const squared = x * x + y * y
  const force = (2 * CURVE.b) / ((0.001 + squared) * (1 + CURVE.a * squared ** CURVE.b))
  positions[i] += step * clipped(force * x)
  positions[i + 1] += step * clipped(force * y)
}

function clipped(move: number): number {
  return Math.max(-LONGEST, Math.min(LONGEST, move))
}

/**
 * Returns the first two coordinates, scaled so that the largest is half of START_WIDTH. Moves rows slightly at random,
 * because nothing else would separate equal ones.
 */
function firstCoordinates({ count, dims, data }: Vectors): Positions {
  const positions = new Float32Array(2 * count)
  for (let i = 0; i < count; i++) {
    for (const axis of [0, 1]) positions[2 * i + axis] = axis < dims ? data[i * dims + axis] : 0
  }
  const most = positions.reduce((max, value) => Math.max(max, Math.abs(value)), 1e-9)
  const random = createRandom('layout/start')
  return positions.map((value) => (value / most) * (START_WIDTH / 2) + random.normal() * 1e-3)
}
