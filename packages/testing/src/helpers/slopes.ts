/**
 * How far slopes of a loss are, at most, from those that a change of each value by `step` up and down shows (central
 * differences). `slopes`: of each value of `rows` in turn.
 */
export function slopesApart(
  loss: (rows: number[][]) => number,
  rows: readonly (readonly number[])[],
  slopes: ArrayLike<number>,
  step: number
): number {
  const moved = rows.map((row) => [...row])
  let most = 0
  let at = 0
  for (const row of moved) {
    for (const [d, value] of row.entries()) {
      const [above, below] = [value + step, value - step].map((changed) => {
        row[d] = changed
        return loss(moved)
      })
      row[d] = value
      most = Math.max(most, Math.abs((above - below) / (2 * step) - slopes[at++]))
    }
  }
  return most
}
