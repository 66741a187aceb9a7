/**
 * Returns a closed line simplified to at most `most` corners and, if these suffice, within the distance `off`. Corners farthest
 * from the simplified line are kept first. Time is linear in the length of the line, times `most`.
 * @param line x and y alternating
 */
export function simplifyLine(line: readonly number[], most: number, off: number): number[] {
  const count = line.length / 2
  if (count < 3) return [...line]
  /** Segments between kept corners, each with the corner farthest from its chord. */
  const pieces = [farthest(line, 0, count)]
  while (pieces.length < most) {
    const widest = pieces.reduce((best, piece, i) => (piece.distance > pieces[best].distance ? i : best), 0)
    const { from, to, corner, distance } = pieces[widest]
    if (distance <= off) break
    pieces.splice(widest, 1, farthest(line, from, corner), farthest(line, corner, to))
  }
  return pieces.flatMap(({ from }) => [line[2 * from], line[2 * from + 1]])
}

interface Piece {
  /** Its ends as indices of corners; the number of corners means the first corner, which closes the line. */
  readonly from: number
  readonly to: number
  /** The corner between the ends that is farthest from the chord. */
  readonly corner: number
  /** Its distance; -1 if there is no corner between. */
  readonly distance: number
}

function farthest(line: readonly number[], from: number, to: number): Piece {
  const count = line.length / 2
  const place = (i: number): [number, number] => [line[2 * (i % count)], line[2 * (i % count) + 1]]
  const [[x, y], [endX, endY]] = [place(from), place(to)]
  const [across, up] = [endX - x, endY - y]
  const length = across * across + up * up
  let [corner, distance] = [from, -1]
  for (let i = from + 1; i < to; i++) {
    const [px, py] = place(i)
    const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((px - x) * across + (py - y) * up) / length))
    const off = Math.hypot(px - x - along * across, py - y - along * up)
    if (off > distance) [corner, distance] = [i, off]
  }
  return { from, to, corner, distance }
}
